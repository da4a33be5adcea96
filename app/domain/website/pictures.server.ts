import { randomBytes } from 'node:crypto'
import { type FileHandle, readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { drawings } from '~/content/drawings'
import { parseThemeName, themes } from '~/content/themes'
import type { Tutor } from '~/domain/accounts/account'
import { findStoredLogo } from '~/domain/centre/live.server'
import { validate } from '~/domain/change.server'
import { SHOWS_ERASED } from '~/domain/consent/consents'
import { markUpload } from '~/domain/consent/marks.server'
import { optionalPictureStudents } from '~/domain/consent/schema'
import { isPictureVisible, listPeopleInPicture, requireYes } from '~/domain/consent/visibility.server'
import { inspect } from '~/domain/files/inspect.server'
import { SHOWN_WIDTHS, shownFormats, type VersionName } from '~/domain/files/kinds'
import { createIcon, createIconOfDrawing, createWebsiteVersions } from '~/domain/files/picture.server'
import { uploadedFile } from '~/domain/files/schema'
import { discardFilesAfter, openRow, openStored, openVersion, storeFile } from '~/domain/files/store.server'
import { type FieldErrors, Refused } from '~/domain/refused'
import { isEmptyInput } from '~/domain/server-rules'
import { toOneLine } from '~/domain/text'
import type { Centre } from '~/settings.server'
import type { Database, NewRow } from '~db/schema'
import type { NamedField } from './field-kinds'
import {
  createPictureName,
  findPlacedPictures,
  getVersionWidths,
  isDescribedBy,
  type NamedPicture,
  parsePictureName,
} from './picture'

/** Receives the note on a damaged picture that was accepted. */
type NoteListener = (note: string) => void

/** Stores a picture and returns its name. Throws Refused, invalid, for other files. */
export async function addPicture(
  db: Database,
  uploads: string,
  tutor: Tutor,
  file: File,
  onNote?: NoteListener,
): Promise<string> {
  const { error } = uploadedFile.safeParse(file)
  if (error) throw new Refused('invalid', error.issues[0]!.message, { field: 'file' })
  return storePicture(db, uploads, file, tutor.id, onNote)
}

/** The same for a picture of any size, from a tutor or the operator. */
export function storePicture(
  db: Database,
  uploads: string,
  bytes: Buffer | Blob,
  addedBy: number | null = null,
  onNote?: NoteListener,
) {
  const record = async ([made]: StoredPicture[]) => {
    await insertPictures(db, [made!], addedBy)
    return createPictureName(made!)
  }
  return storePictures(db, uploads, [async () => bytes], record, { onNote })
}

/** A picture with stored bytes, but no row yet. */
export type StoredPicture = NamedPicture & Pick<NewRow<'websitePictures'>, 'storageKey' | 'size'>

/** Stores the bytes of several pictures, then calls `record` to write their rows; all or none. Throws what addPicture throws. */
export async function storePictures<Result>(
  db: Database,
  uploads: string,
  [next, ...rest]: (() => Promise<Buffer | Blob>)[],
  record: (made: StoredPicture[]) => Promise<Result>,
  { made = [], onNote }: { made?: StoredPicture[]; onNote?: NoteListener } = {},
): Promise<Result> {
  if (!next) return record(made)
  const whole = await inspect(await next(), { purpose: 'image' })
  if (whole.note) onNote?.(whole.note)
  const { versions, ...size } = await createWebsiteVersions(whole.bytes)
  const picture = { address: randomBytes(12).toString('hex'), ...size, size: whole.size }
  return storeFile(db, uploads, { ...whole, small: [], versions }, (storageKey) =>
    storePictures(db, uploads, rest, record, { made: [...made, { ...picture, storageKey }], onNote }),
  )
}

export async function insertPictures(db: Database, made: StoredPicture[], addedBy: number | null): Promise<void> {
  const createdAt = new Date().toISOString()
  for (const picture of made)
    await db
      .insertInto('websitePictures')
      .values({ ...picture, createdAt, addedBy })
      .execute()
}

/** Storage key of a picture's original, or null if it is not stored. */
export async function findPictureKey(db: Database, name: string): Promise<string | null> {
  return (await findPicture(db, name))?.storageKey ?? null
}

/** A form with its chosen pictures stored, and the errors of refused ones by field. */
export interface FormWithPictures {
  form: FormData
  /** Notes on damaged pictures, by field. */
  notes: FieldErrors
  refused: Refused | null
}

interface OpenedForm {
  fields: readonly NamedField[]
  words: unknown
}

/**
 * Stores the files in a form's picture fields and fills in their names, even if the form is then refused, because browsers forget
 * chosen files.
 */
export async function storeChosenPictures(
  db: Database,
  uploads: string,
  tutor: Tutor,
  form: FormData,
  { fields, words }: OpenedForm,
): Promise<FormWithPictures> {
  const stored = new FormData()
  for (const [name, value] of form) if (typeof value === 'string' && !WHO_IS_IN.test(name)) stored.append(name, value)
  const errors: FieldErrors = {}
  const notes: FieldErrors = {}
  for (const name of new Set(form.keys())) {
    const file = form.get(name)
    const field = /^(.+)\.file$/.exec(name)?.[1]
    if (!field || !isPictureAt(fields, field) || !(file instanceof File) || isEmptyInput(file)) continue
    const isOld = isDescribedBy(words, readDescription(stored, field))
    try {
      const name = await addPicture(db, uploads, tutor, file, (note) => {
        notes[`${field}.file`] = [note]
      })
      stored.set(`${field}.picture`, name)
      const picture = { kind: 'website', mark: parsePictureName(name)!.address } as const
      await db.transaction().execute(async (change) => {
        await markUpload(change, uploads, picture, readWhoIsIn(form, field), { isPublic: false })
      })
      // Choosing a picture overrides a tick to go back to the drawing.
      stored.delete(`${field}.back`)
      if (!isOld) continue
      stored.delete(`${field}.alt`)
      stored.delete(`${field}.decoration`)
      errors[`${field}.alt`] = [OLD_DESCRIPTION]
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      errors[name] = [error.message]
    }
  }
  const [first] = Object.values(errors)
  return {
    form: stored,
    notes,
    refused: first ? new Refused('invalid', first[0]!, { errors: { ...notes, ...errors } }) : null,
  }
}

const WHO_IS_IN = /\.(inPicture|nobodyInPicture)$/
const OLD_DESCRIPTION =
  'This description was of the old picture. Please say what is in the new one, or tick ‘It is only decoration’.'

function readWhoIsIn(form: FormData, field: string) {
  const inPicture = form.getAll(`${field}.inPicture`)
  const nobodyInPicture = form.get(`${field}.nobodyInPicture`) ?? undefined
  return validate(optionalPictureStudents, { inPicture, nobodyInPicture })
}

function readDescription(form: FormData, field: string) {
  const [drawing, picture, alt] = ['drawing', 'picture', 'alt'].map((name) =>
    String(form.get(`${field}.${name}`) ?? ''),
  )
  return { drawing: drawing!, picture, alt: toOneLine(alt!), decoration: form.has(`${field}.decoration`) }
}

function isPictureAt(fields: readonly NamedField[], name: string): boolean {
  const [, list, place, inner] = /^(\w+)\[(\d{1,3})\]\.(.+)$/.exec(name) ?? []
  const found = fields.find((field) => field.name === (list ?? name))
  if (found?.kind === 'picture') return !list
  return found?.kind === 'list' && !!inner && Number(place) < found.max && isPictureAt(found.fields, inner)
}

/**
 * Throws Refused, invalid, if a page's text names a picture that is not stored, or one of a person who has not given permission for the
 * website. Call it in the transaction that stores the text.
 */
export async function requirePictures(change: Database, words: unknown): Promise<void> {
  for (const { field, picture } of findPlacedPictures(words)) {
    if (picture.picture === undefined) continue
    const about = { field: `${field}.file` }
    const found = await findPicture(change, picture.picture)
    if (!found) throw new Refused('invalid', 'We no longer have this picture. Please choose it again.', about)
    await requireYes(change, await listPeopleInPicture(change, 'website', found.address), 'website', about)
    if (found.whoIsIn === 'erased') throw new Refused('invalid', SHOWS_ERASED, about)
  }
}

async function findPicture(db: Database, name: string) {
  const named = parsePictureName(name)
  const row = named && (await selectPicture(db, named.address).executeTakeFirst())
  return row && createPictureName(row) === name ? row : null
}

const selectPicture = (db: Database, address: string) =>
  db.selectFrom('websitePictures').selectAll().where('address', '=', address)

const VERSION_ADDRESS = /^([\da-f]{24})-(\d+)\.(avif|webp|jpg|png)$/

/**
 * Opens a version of a picture by its address ('6fb1…-800.avif'), or returns null. Only tutors can open hidden ones. The caller
 * closes it.
 */
export async function openPicture(
  db: Database,
  uploads: string,
  name: string,
  findTutor: () => Promise<Tutor | null> = async () => null,
): Promise<{ fileType: string; handle: FileHandle; isShown: boolean } | null> {
  const [, address, requested, format] = VERSION_ADDRESS.exec(name) ?? []
  const width = SHOWN_WIDTHS.find((one) => String(one) === requested)
  if (!address || !width) return null
  return openRow(uploads, selectPicture(db, address).select(isPictureVisible('website').as('isShown')), async (row) => {
    const isShown = Boolean(row.isShown)
    if (!isVersion(row, width, format) || !(isShown || (await findTutor()))) return null
    const version = `${width}.${format as NamedPicture['fallback']}` satisfies VersionName
    return {
      isShown,
      fileType: shownFormats[format as keyof typeof shownFormats],
      handle: await openVersion(uploads, row.storageKey, version),
    }
  })
}

function isVersion(row: NamedPicture, width: (typeof SHOWN_WIDTHS)[number], format: string | undefined): boolean {
  return getVersionWidths(row).includes(width) && (format === 'avif' || format === 'webp' || format === row.fallback)
}

/** Names of the pictures in page versions and drafts, and of the logo. */
export async function listPicturesInUse(db: Database): Promise<Set<string>> {
  const versions = await db.selectFrom('websiteVersions').select('words').execute()
  const drafts = await db.selectFrom('websiteDrafts').select('words').execute()
  const placed = [...versions, ...drafts].flatMap(({ words }) => findPlacedPictures(JSON.parse(words)))
  const logo = await findStoredLogo(db)
  return new Set([...placed.flatMap(({ picture: { picture } }) => picture ?? []), ...(logo ? [logo] : [])])
}

/** Time in ms to keep an unused picture, because an open form may still name it. */
export const UNUSED_PICTURE_TTL = 24 * 3_600_000

/** Removes unused pictures added before a moment (ISO 8601). Returns the number removed. */
export async function removeUnusedPictures(db: Database, uploads: string, before: string): Promise<number> {
  return discardFilesAfter(db, uploads, (discardLater) =>
    db.transaction().execute(async (change) => {
      const old = await change.selectFrom('websitePictures').selectAll().where('createdAt', '<', before).execute()
      if (old.length === 0) return 0
      const used = await listPicturesInUse(change)
      const unused = old.filter((row) => !used.has(createPictureName(row)))
      for (const { id } of unused) await change.deleteFrom('websitePictures').where('id', '=', id).execute()
      discardLater(unused)
      return unused.length
    }),
  )
}

/**
 * Advice on pictures without alt text that neither the tutor nor the section's `first` text declares decoration. It is no reason to
 * refuse them.
 */
export function getPictureAdvice(words: unknown, first: unknown): string[] {
  const decorative = new Set(findPlacedPictures(first).map(({ picture: { drawing, alt } }) => !alt && drawing))
  const undescribed = findPlacedPictures(words).filter(({ picture: { drawing, picture, alt, decoration } }) => {
    const needsText = picture ?? (!decorative.has(drawing) && drawings[drawing as keyof typeof drawings])
    return needsText && !alt && !decoration
  })
  if (undescribed.length === 0) return []
  return undescribed.length === 1
    ? ['A picture here has no description for people who can’t see it. Write one, or tick ‘It is only decoration’.']
    : [
        `${undescribed.length} pictures here have no description for people who can’t see them. Write them, or tick ‘It is only decoration’.`,
      ]
}

/** The last icon, by its logo and theme. */
const icons = new LRUCache<string, Buffer, Parameters<typeof make>>({
  max: 1,
  ignoreFetchAbort: true,
  fetchMethod: (_of, _stale, { context }) => make(...context),
})

/**
 * The website's icon, a square PNG: the centre's logo on white, or our symbol in the theme's colours. Throws what createIcon
 * throws.
 */
export function getWebsiteIcon(db: Database, uploads: string, { logo, theme }: Centre): Promise<Buffer> {
  return icons.forceFetch(`${logo} ${theme}`, { context: [db, uploads, logo, theme] })
}

async function make(db: Database, uploads: string, logo: string | null, theme: string): Promise<Buffer> {
  const address = logo && parsePictureName(logo)?.address
  const row = db
    .selectFrom('websitePictures')
    .selectAll()
    .where('address', '=', address || '')
  const bytes = await openRow(uploads, row, async ({ storageKey }) => {
    const handle = await openStored(uploads, { storageKey })
    return handle.readFile().finally(() => handle.close())
  })
  if (bytes) return createIcon(bytes)
  const svg = await readFile('public/favicon.svg', 'utf8')
  return createIconOfDrawing(Buffer.from(svg.replaceAll(themes.river.river, themes[parseThemeName(theme)].river)))
}
