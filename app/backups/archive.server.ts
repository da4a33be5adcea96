import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, fromRandomAccessReaderPromise, type ZipFile as OpenZip, RandomAccessReader } from 'yauzl'
import { runThread } from '~db/thread'
import {
  type ArchiveKind,
  BackupFailed,
  backupKind,
  type FileMeasure,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  manifestSchema,
  type ReportProgress,
} from './entries'

/** In bytes, twice the size for the maximum number of parts: a forged file must not fill the memory. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024

const formatNumber = (number: number) => number.toLocaleString('en-IE')
const hashBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const formatChecksumLine = (bytes: Buffer) => `${hashBytes(bytes)}  ${MANIFEST}\n`

interface ArchiveSource extends Omit<Manifest, 'product' | 'format' | 'parts'> {
  folder: string
  names: string[]
  signal?: AbortSignal
  kind?: ArchiveKind
  progress?: ReportProgress
}

/** Writes the files `names` of `folder` and a manifest with their sizes and hashes to the new zip file `target`, synced to disk. */
export async function writeArchive(
  target: string,
  { folder, names, signal, kind = backupKind, progress, ...description }: ArchiveSource,
): Promise<Manifest> {
  // An archive that could not be opened again must not be made.
  if (names.length > kind.max) throw new BackupFailed(describeTooManyParts(names.length, kind))
  const manifest: Manifest = { product: kind.product, format: 1, ...description, parts: [] }
  const about = { target, folder, names, manifest, manifestNames: [MANIFEST, MANIFEST_SUM] }
  return runThread('archive-work.mjs', about, {
    signal,
    onProgress: (packed) => progress?.(`Packing ${formatNumber(packed)} of ${formatNumber(names.length)} files …`),
  })
}

/** Syncs a file or a folder to disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Pipes the file `from` through `before` and `after` to the new file `to`, if any. Returns the size and hash of the bytes between `before`
 * and `after`. Throws BackupFailed for more than `max` bytes.
 */
export async function copyAndHash(
  from: string,
  {
    before = [],
    after = [],
    max = Number.POSITIVE_INFINITY,
    to = null,
    signal,
  }: { before?: Transform[]; after?: Transform[]; max?: number; to?: string | null; signal?: AbortSignal } = {},
): Promise<FileMeasure> {
  const sum = createHash('sha256')
  let size = 0
  const measuring = new Transform({
    transform(chunk: Buffer, _, done) {
      sum.update(chunk)
      size += chunk.length
      done(
        size > max ? new BackupFailed('The file is damaged: it has more bytes than its manifest says.') : null,
        chunk,
      )
    },
  })
  const sink = to
    ? createWriteStream(to, { flags: 'wx', mode: 0o600 })
    : new Writable({ write: (_, __, done) => done() })
  await pipeline([createReadStream(from), ...before, measuring, ...after, sink], { signal })
  return { size, sha256: sum.digest('hex') }
}

const describeTooManyParts = (number: number, { max, word }: ArchiveKind) =>
  `The ${word} has ${number} files; the maximum is ${max}.`

/** Read size for an archive's directory, in bytes. */
const CHUNK_SIZE = 64 * 1024

/** Reads a file in large chunks: yauzl asks for a few bytes at a time, and each read waits for the event loop. */
class ChunkReader extends RandomAccessReader {
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
    const read = await this.handle.read(Buffer.alloc(Math.max(CHUNK_SIZE, length)), 0, null, position)
    if (read.bytesRead < length) throw new Error('it ends too soon')
    this.#piece = read.buffer.subarray(0, read.bytesRead)
    this.#start = position
    return this.#piece.subarray(0, length)
  }

  override close(done: (error: Error | null) => void): void {
    this.handle.close().then(() => done(null), done)
  }
}

/** Opens an archive and reads its directory and manifest. Throws BackupFailed if they disagree, are truncated or are not of this `kind`. */
export async function openArchive(file: string, kind = backupKind) {
  const reader = new ChunkReader(await open(file, 'r'))
  const options = { strictFileNames: true, autoClose: false }
  const { size } = await reader.handle.stat()
  const zip = await fromRandomAccessReaderPromise(reader, size, options).catch(async (error: NodeJS.ErrnoException) => {
    await reader.handle.close()
    if (error.code) throw error
    throw new BackupFailed(`This is not a complete ${kind.word} (${error.message}).`)
  })
  try {
    // The count from the file itself, so that a forged one is rejected early.
    const parts = zip.entryCount - 2
    if (parts > kind.max) throw new BackupFailed(describeTooManyParts(parts, kind))
    const entries = await readEntries(zip, kind)
    // Nothing is compressed, so a total above the file's size means overlapping entries.
    const bytes = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (bytes > zip.fileSize) throw new BackupFailed('The file is damaged: it claims to have more bytes than it has.')
    const manifest = await readManifestEntry({ zip, reader }, entries, kind)
    const places = new Map([...entries].map(([name, { relativeOffsetOfLocalHeader: at }]) => [name, at]))
    return {
      manifest,
      /**
       * Reads all parts, and writes those for which `into` returns a path. Throws BackupFailed at the first that differs from the manifest.
       */
      read: async (into: (name: string) => string | null, signal?: AbortSignal) => {
        const parts = manifest.parts.map((part) => ({ ...part, at: places.get(part.name), to: into(part.name) }))
        const wrong = await runThread<string | null>('archive-work.mjs', { path: file, parts }, { signal })
        if (wrong) throw new BackupFailed(wrong)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const REZIPPED = 'The file was unpacked and zipped again. Please use the original file that Riverbank made.'

/** True if another program unpacked and rezipped the backup. */
function isRezipped(entries: Entry[]): boolean {
  const isOurs = entries.some(({ fileName }) => fileName.split('/').at(-1) === MANIFEST_SUM)
  const isOthers = ({ fileName, compressionMethod }: Entry) =>
    compressionMethod !== 0 || fileName.endsWith('/') || fileName.endsWith(`/${MANIFEST_SUM}`)
  return isOurs && entries.some(isOthers)
}

/** The entries by name. Throws BackupFailed for names that are not allowed or occur twice, and for anything but regular files. */
async function readEntries(zip: OpenZip, kind: ArchiveKind): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    const all: Entry[] = []
    for await (const entry of zip.eachEntry()) all.push(entry)
    if (isRezipped(all)) throw new BackupFailed(REZIPPED)
    for (const entry of all) {
      const { fileName: name, externalFileAttributes, compressionMethod } = entry
      const fileKind = (externalFileAttributes >>> 16) & 0o170000
      if (name !== MANIFEST && name !== MANIFEST_SUM && !kind.isPart(name))
        throw new BackupFailed(`The file contains “${name}”, which is not part of a Riverbank ${kind.word}.`)
      if (entries.has(name)) throw new BackupFailed(`The file contains ${name} twice.`)
      if ((fileKind !== 0 && fileKind !== 0o100000) || compressionMethod !== 0 || entry.isEncrypted())
        throw new BackupFailed(`${name} in it is not a regular file.`)
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof BackupFailed) throw error
    throw new BackupFailed(`The file is damaged (${(error as Error).message}).`)
  }
  return entries
}

interface OpenedZip {
  zip: OpenZip
  reader: ChunkReader
}

/** Reads the manifest, and checks that the zip has exactly its parts. Throws BackupFailed otherwise. */
async function readManifestEntry(opened: OpenedZip, entries: Map<string, Entry>, kind: ArchiveKind): Promise<Manifest> {
  const [entry, sum] = [entries.get(MANIFEST), entries.get(MANIFEST_SUM)]
  if (!entry || !sum)
    throw new BackupFailed(`The file has no manifest, so it is not a complete Riverbank ${kind.word}.`)
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES || sum.uncompressedSize > 1000)
    throw new BackupFailed('Its manifest is too large.')
  const bytes = await readEntryBytes(opened, entry)
  if ((await readEntryBytes(opened, sum)).toString() !== formatChecksumLine(bytes))
    throw new BackupFailed('Its manifest is damaged: the hash does not match.')
  const manifest = parseManifest(bytes, kind)
  for (const { name, size } of manifest.parts) {
    const part = entries.get(name)
    if (!part) throw new BackupFailed(`${name} is missing from it.`)
    if (part.uncompressedSize !== size)
      throw new BackupFailed(`${name} in it has ${part.uncompressedSize} bytes instead of ${size}.`)
  }
  if (!kind.needs.names.some((name) => entries.has(name)))
    throw new BackupFailed(`The file has no ${kind.needs.words}.`)
  const named = new Set([...manifest.parts.map(({ name }) => name), MANIFEST, MANIFEST_SUM])
  if (named.size !== manifest.parts.length + 2) throw new BackupFailed('Its manifest lists a file twice.')
  for (const name of entries.keys())
    if (!named.has(name)) throw new BackupFailed(`The file contains ${name}, which its manifest does not list.`)
  return manifest
}

function parseManifest(bytes: Buffer, kind: ArchiveKind): Manifest {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw new BackupFailed('Its manifest can’t be read.')
  }
  const { product, format } = Object(value)
  if (product !== kind.product) throw new BackupFailed(`This is a ${kind.word} from another program.`)
  if (Number(format) > 1)
    throw new BackupFailed('It was made by a newer version of Riverbank. This version can’t read it.')
  const result = manifestSchema.safeParse(value)
  if (!result.success) throw new BackupFailed(`Its manifest is invalid: ${result.error.issues[0]?.path.join('.')}.`)
  return result.data
}

/** The bytes of an entry. Throws BackupFailed if it is damaged. */
async function readEntryBytes({ zip, reader }: OpenedZip, entry: Entry): Promise<Buffer> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    return await reader.bytesAt(fileDataStart, entry.uncompressedSize)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code) throw error
    throw new BackupFailed(`${entry.fileName} in it is damaged (${message}).`)
  }
}
