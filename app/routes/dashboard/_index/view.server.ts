import { absentToday } from '~/domain/absences/absences.server'
import type { Account, Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { emptyPage } from '~/domain/empty-page'
import type { FileRecord } from '~/domain/files/files.server'
import { findDocument, listPlaces, newestDocuments, pageIn, searchDocuments } from '~/domain/files/lists.server'
import { openingsOf } from '~/domain/files/opened.server'
import { type FilePlace, whoseIn } from '~/domain/files/places'
import type { Page } from '~/domain/page.server'
import { pathId } from '~/domain/path-id'
import { folded } from '~/domain/text'
import type { showingLists } from '~/http/answers/lists.server'
import { lists, searchIn } from '~/routes/parts/files/my-files'
import { isFormAsked } from '~/ui/lists/form-alone'
import { pageIn as pageAsked } from '~/ui/lists/page-links'
import type { Database } from '~db/schema'

type OrEmpty = Parameters<Parameters<typeof showingLists>[0]>[0]

/** What a tutor sees of My Files. */
export interface TutorsView {
  /** The names of who does not come today. */
  absent: string[]
  /** Everywhere that documents are kept. */
  places: FilePlace[]
  students: Account[]
  /** The one that was chosen. */
  place: FilePlace | null
  search: string
  /** The places whose name the search holds. */
  matching: FilePlace[]
  /** The documents of the chosen place, or those that were searched for. */
  list: Page<FileRecord> | null
  /** Without a choice, the newest of all. */
  newest: { personal: FileRecord[]; shared: FileRecord[] } | null
  /** The students who opened each shared document that is listed, by its id. */
  opened: Record<number, number[]>
  /** The document being edited. */
  edited: FileRecord | null
  /** Whether a phone shows the upload alone. */
  isUploading: boolean
}

/** What a tutor sees of My Files at the address with these `parameters`. */
export async function tutorsView(
  db: Database,
  tutor: Tutor,
  parameters: URLSearchParams,
  orEmpty: OrEmpty,
): Promise<TutorsView> {
  const places = await orEmpty(listPlaces(db, tutor), [])
  const students = await orEmpty(listStudents(db), [])
  const absent = (await orEmpty(absentToday(db), [])).map(({ studentName }) => studentName)
  const search = searchIn(parameters)
  const whose = whoseIn(parameters.get('of'))
  const place = (!search && places.find((one) => one.whose === whose)) || null
  const page = pageAsked(parameters, lists.one)
  const edited = await orEmpty(findDocument(db, tutor, pathId(parameters.get('edit') ?? undefined)), null)
  const isUploading = isFormAsked(parameters) && !edited
  const chosen = { absent, places, students, place, search, edited, isUploading }
  const view = { ...chosen, matching: [], list: null, newest: null, opened: {} }
  const openedOf = (files: FileRecord[]) =>
    orEmpty(
      openingsOf(
        db,
        files.filter(({ isShared }) => isShared).map(({ id }) => id),
      ),
      {},
    )
  if (search || place) {
    const matching = search ? places.filter(({ name }) => folded(name).includes(folded(search))) : []
    const found = place ? pageIn(db, tutor, place.whose, page) : searchDocuments(db, tutor, search, page)
    const list = await orEmpty(found, emptyPage)
    return { ...view, matching, list, opened: await openedOf(list.items) }
  }
  const personal = await orEmpty(newestDocuments(db, tutor, false), [])
  const shared = await orEmpty(newestDocuments(db, tutor, true), [])
  return { ...view, newest: { personal, shared }, opened: await openedOf(shared) }
}
