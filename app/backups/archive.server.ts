import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile as OpenZip, RandomAccessReader } from 'yauzl'
import { runThread } from '~db/thread'
import {
  type ArchiveKind,
  backupKind,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  type Measured,
  manifestSchema,
  NotDone,
  type Progress,
} from './entries'

/** Twice what the most parts take, so that a made-up file can't fill the memory. */
const LARGEST_MANIFEST = 16 * 1024 * 1024

const inDigits = (number: number) => number.toLocaleString('en-IE')
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const sumLine = (bytes: Buffer) => `${sumOf(bytes)}  ${MANIFEST}\n`

interface ToArchive extends Omit<Manifest, 'product' | 'format' | 'parts'> {
  folder: string
  names: string[]
  signal?: AbortSignal
  kind?: ArchiveKind
  progress?: Progress
}

/** Writes the files `names` of `folder` and a manifest with their sizes and hashes to the new zip `target`, and waits for the disk. */
export async function writeArchive(
  target: string,
  { folder, names, signal, kind = backupKind, progress, ...description }: ToArchive,
): Promise<Manifest> {
  // One that nobody could read back must not be made.
  if (names.length > kind.most) throw new NotDone(tooMany(names.length, kind))
  const manifest: Manifest = { product: kind.product, format: 1, ...description, parts: [] }
  const about = { target, folder, names, manifest, manifestNames: [MANIFEST, MANIFEST_SUM] }
  return runThread('archive-work.mjs', about, {
    signal,
    onProgress: (packed) => progress?.(`Packing ${inDigits(packed)} of ${inDigits(names.length)} files …`),
  })
}

/** Waits until a file, or a folder's names, are on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Reads the file `from`, through `before`, and writes what comes out, through `after`, to the new file `to` where there is one. Returns the
 * size and hash of what it read between the two. Throws NotDone for more than `most` bytes.
 */
export async function measure(
  from: string,
  {
    before = [],
    after = [],
    most = Number.POSITIVE_INFINITY,
    to = null,
    signal,
  }: { before?: Transform[]; after?: Transform[]; most?: number; to?: string | null; signal?: AbortSignal } = {},
): Promise<Measured> {
  const sum = createHash('sha256')
  let size = 0
  const measuring = new Transform({
    transform(chunk: Buffer, _, done) {
      sum.update(chunk)
      size += chunk.length
      done(size > most ? new NotDone('It is damaged: it holds more bytes than its manifest says.') : null, chunk)
    },
  })
  const sink = to
    ? createWriteStream(to, { flags: 'wx', mode: 0o600 })
    : new Writable({ write: (_, __, done) => done() })
  await pipeline([createReadStream(from), ...before, measuring, ...after, sink], { signal })
  return { size, sha256: sum.digest('hex') }
}

const tooMany = (number: number, { most, word }: ArchiveKind) =>
  `It holds ${number} files, and a ${word} has at most ${most}.`

/** In bytes: what is read of an archive's list at once. */
const PIECE = 64 * 1024

/** Reads a file in large pieces: yauzl asks for a few bytes at a time, and each read waits for the event loop. */
class PieceReader extends RandomAccessReader {
  #piece: Buffer = Buffer.alloc(0)
  #start = 0

  constructor(readonly handle: FileHandle) {
    super()
  }

  override read(...[into, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    this.bytesAt(position, length).then((bytes) => {
      bytes.copy(into, offset)
      done(null)
    }, done)
  }

  async bytesAt(position: number, length: number): Promise<Buffer> {
    const start = position - this.#start
    if (start >= 0 && start + length <= this.#piece.length) return this.#piece.subarray(start, start + length)
    const read = await this.handle.read(Buffer.alloc(Math.max(PIECE, length)), 0, null, position)
    if (read.bytesRead < length) throw new Error('it ends too soon')
    this.#piece = read.buffer.subarray(0, read.bytesRead)
    this.#start = position
    return this.#piece.subarray(0, length)
  }

  override close(done: (error: Error | null) => void): void {
    this.handle.close().then(() => done(null), done)
  }
}

/** Opens an archive by its list of parts and its manifest. Throws NotDone where they disagree, are cut off or are no `kind`. */
export async function openArchive(file: string, kind = backupKind) {
  const reader = new PieceReader(await open(file, 'r'))
  const options = { strictFileNames: true, autoClose: false }
  const { size } = await reader.handle.stat()
  const zip = await fromRandomAccessReaderPromise(reader, size, options).catch(async (error: NodeJS.ErrnoException) => {
    await reader.handle.close()
    if (error.code) throw error
    throw new NotDone(`It is not a whole ${kind.word} (${error.message}).`)
  })
  try {
    // As the file says itself: it is not read any further then.
    const parts = zip.entryCount - 2
    if (parts > kind.most) throw new NotDone(tooMany(parts, kind))
    const entries = await entriesOf(zip, kind)
    // Nothing in it is compressed, so more bytes than the file has are some of them read twice.
    const bytes = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (bytes > zip.fileSize) throw new NotDone('It is damaged: it says that it holds more bytes than it has.')
    const manifest = await manifestOf({ zip, reader }, entries, kind)
    return {
      manifest,
      /** Reads all parts, and writes those that `into` names a path for. Throws NotDone at the first that is not as its manifest says. */
      read: async (into: (name: string) => string | null, signal?: AbortSignal) => {
        const parts = manifest.parts.map((part) => ({ ...part, to: into(part.name) }))
        const wrong = await runThread<string | null>('archive-work.mjs', { path: file, parts }, { signal })
        if (wrong) throw new NotDone(wrong)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const PACKED_AGAIN = 'It was unpacked and packed again. Please use the file as Riverbank made it.'

/** True for a backup that was unpacked and zipped again by another program. */
function isPackedAgain(entries: Entry[]): boolean {
  const isOurs = entries.some(({ fileName }) => fileName.split('/').at(-1) === MANIFEST_SUM)
  const isOthers = ({ fileName, compressionMethod }: Entry) =>
    compressionMethod !== 0 || fileName.endsWith('/') || fileName.endsWith(`/${MANIFEST_SUM}`)
  return isOurs && entries.some(isOthers)
}

/** The entries by their names. Throws NotDone for a name that is none of the kind's or comes twice, and for what is no plain file. */
async function entriesOf(zip: OpenZip, kind: ArchiveKind): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    const all: Entry[] = []
    for await (const entry of zip.eachEntry()) all.push(entry)
    if (isPackedAgain(all)) throw new NotDone(PACKED_AGAIN)
    for (const entry of all) {
      const { fileName: name, externalFileAttributes, compressionMethod } = entry
      const fileKind = (externalFileAttributes >>> 16) & 0o170000
      if (name !== MANIFEST && name !== MANIFEST_SUM && !kind.isPart(name))
        throw new NotDone(`It holds “${name}”, which no ${kind.word} of Riverbank has.`)
      if (entries.has(name)) throw new NotDone(`It holds ${name} twice.`)
      if ((fileKind !== 0 && fileKind !== 0o100000) || compressionMethod !== 0 || entry.isEncrypted())
        throw new NotDone(`${name} in it is not a plain file.`)
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof NotDone) throw error
    throw new NotDone(`It is damaged (${(error as Error).message}).`)
  }
  return entries
}

interface Opened {
  zip: OpenZip
  reader: PieceReader
}

/** The manifest, once it is sure that the zip has exactly its parts. Throws NotDone for any other. */
async function manifestOf(opened: Opened, entries: Map<string, Entry>, kind: ArchiveKind): Promise<Manifest> {
  const [entry, sum] = [entries.get(MANIFEST), entries.get(MANIFEST_SUM)]
  if (!entry || !sum) throw new NotDone(`It has no manifest, so it is not a whole ${kind.word} of Riverbank.`)
  if (entry.uncompressedSize > LARGEST_MANIFEST || sum.uncompressedSize > 1000)
    throw new NotDone('Its manifest is too large.')
  const bytes = await bytesOf(opened, entry)
  if ((await bytesOf(opened, sum)).toString() !== sumLine(bytes))
    throw new NotDone('Its manifest is damaged: it has another hash than it should.')
  const manifest = readManifest(bytes, kind)
  for (const { name, size } of manifest.parts) {
    const part = entries.get(name)
    if (!part) throw new NotDone(`${name} is missing in it.`)
    if (part.uncompressedSize !== size)
      throw new NotDone(`${name} in it has ${part.uncompressedSize} bytes, and not ${size}.`)
  }
  if (!kind.needs.names.some((name) => entries.has(name))) throw new NotDone(`It has no ${kind.needs.words}.`)
  const named = new Set([...manifest.parts.map(({ name }) => name), MANIFEST, MANIFEST_SUM])
  if (named.size !== manifest.parts.length + 2) throw new NotDone('Its manifest names a file twice.')
  for (const name of entries.keys())
    if (!named.has(name)) throw new NotDone(`It holds ${name}, which its manifest does not name.`)
  return manifest
}

function readManifest(bytes: Buffer, kind: ArchiveKind): Manifest {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw new NotDone('Its manifest can’t be read.')
  }
  const { product, format } = Object(value)
  if (product !== kind.product) throw new NotDone(`It is a ${kind.word} of another program.`)
  if (Number(format) > 1)
    throw new NotDone('It was made by a newer version of Riverbank, which this version can’t read.')
  const result = manifestSchema.safeParse(value)
  if (!result.success) throw new NotDone(`Its manifest is wrong: ${result.error.issues[0]?.path.join('.')}.`)
  return result.data
}

/** The bytes of a stored entry. Throws NotDone for one that is damaged. */
async function bytesOf({ zip, reader }: Opened, entry: Entry): Promise<Buffer> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    return await reader.bytesAt(fileDataStart, entry.uncompressedSize)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code) throw error
    throw new NotDone(`${entry.fileName} in it is damaged (${message}).`)
  }
}
