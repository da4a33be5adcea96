import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, type ZipFile as OpenZip, openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import {
  type ArchiveKind,
  backupKind,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  type ManifestEntry,
  manifestSchema,
  NotDone,
} from './entries'

/** An upload is compressed already, and a stored part can be read by any program, even where its neighbours are damaged. */
const options = { compress: false, mode: 0o100600 }
/** Twice what the most parts take, so that a made-up file can't fill the memory. */
const LARGEST_MANIFEST = 16 * 1024 * 1024

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const sumLine = (bytes: Buffer) => `${sumOf(bytes)}  ${MANIFEST}\n`

async function* measuring(stream: Readable, measured: (found: Omit<ManifestEntry, 'name'>) => void) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    size += chunk.length
    yield chunk
  }
  measured({ size, sha256: hash.digest('hex') })
}

/** Writes the files `names` of `folder` and a manifest with their sizes and hashes to the new zip `target`, and waits for the disk. */
export async function writeArchive(
  target: string,
  {
    folder,
    names,
    signal,
    kind = backupKind,
    ...about
  }: { folder: string; names: string[]; signal?: AbortSignal; kind?: ArchiveKind } & Omit<
    Manifest,
    'product' | 'format' | 'parts'
  >,
): Promise<Manifest> {
  // One that nobody could read back must not be made.
  if (names.length > kind.most) throw new NotDone(tooMany(names.length, kind))
  const manifest: Manifest = { product: kind.product, format: 1, ...about, parts: [] }
  const zip = new ZipFile()
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  zip.on('error', (error: Error) => output.destroy(error))
  for (const name of names)
    zip.addReadStreamLazy(name, options, (give) => {
      const stream = createReadStream(join(folder, name))
      const measured = measuring(stream, (found) => manifest.parts.push({ name, ...found }))
      give(null, Readable.from(measured, { objectMode: false }))
    })
  // Asked for last, when the sizes and hashes of all others are known.
  const written = () => Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  zip.addReadStreamLazy(MANIFEST, options, (give) => give(null, Readable.from([written()])))
  zip.addReadStreamLazy(MANIFEST_SUM, options, (give) => give(null, Readable.from([Buffer.from(sumLine(written()))])))
  zip.end()
  await pipeline(zip.outputStream, output, { signal })
  await sync(target)
  return manifest
}

/** Waits until a file, or a folder's names, are on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

const tooMany = (number: number, { most, word }: ArchiveKind) =>
  `It holds ${number} files, and a ${word} has at most ${most}.`

/** Opens an archive by its list of parts and its manifest. Throws NotDone where they disagree, are cut off or are no `kind`. */
export async function openArchive(file: string, kind = backupKind) {
  const zip = await openPromise(file, { strictFileNames: true, autoClose: false }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code) throw error
      throw new NotDone(`It is not a whole ${kind.word} (${error.message}).`)
    },
  )
  try {
    // As the file says itself: it is not read any further then.
    const parts = zip.entryCount - 2
    if (parts > kind.most) throw new NotDone(tooMany(parts, kind))
    const entries = await entriesOf(zip, kind)
    // Nothing in it is compressed, so more bytes than the file has are some of them read twice.
    const bytes = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (bytes > zip.fileSize) throw new NotDone('It is damaged: it says that it holds more bytes than it has.')
    const manifest = await manifestOf(zip, entries, kind)
    return {
      manifest,
      /** Reads all parts, and writes those that `into` names a path for. Throws NotDone at the first that is not as its manifest says. */
      read: async (into: (name: string) => string | null, signal?: AbortSignal) => {
        for (const part of manifest.parts) await readPart(zip, entries.get(part.name)!, part, into(part.name), signal)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const PACKED_AGAIN = 'It was unpacked and packed again. Please use the file as Riverbank made it.'

/** True for one of ours that another program packed: with folders of its own, or compressed. */
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

/** The manifest, once it is sure that the zip has exactly its parts. Throws NotDone for any other. */
async function manifestOf(zip: OpenZip, entries: Map<string, Entry>, kind: ArchiveKind): Promise<Manifest> {
  const [entry, sum] = [entries.get(MANIFEST), entries.get(MANIFEST_SUM)]
  if (!entry || !sum) throw new NotDone(`It has no manifest, so it is not a whole ${kind.word} of Riverbank.`)
  if (entry.uncompressedSize > LARGEST_MANIFEST || sum.uncompressedSize > 1000)
    throw new NotDone('Its manifest is too large.')
  const bytes = await buffer(await streamOf(zip, entry))
  if ((await buffer(await streamOf(zip, sum))).toString() !== sumLine(bytes))
    throw new NotDone('Its manifest is damaged: it has another hash than it should.')
  const manifest = readManifest(bytes, kind)
  for (const { name, size } of manifest.parts) {
    const part = entries.get(name)
    if (!part) throw new NotDone(`${name} is missing in it.`)
    if (part.uncompressedSize !== size)
      throw new NotDone(`${name} in it has ${part.uncompressedSize} bytes, and not ${size}.`)
  }
  if (!entries.has(kind.needs.name)) throw new NotDone(`It has no ${kind.needs.words}.`)
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

async function streamOf(zip: OpenZip, entry: Entry): Promise<Readable> {
  return zip.openReadStreamPromise(entry).catch((error: Error) => {
    throw new NotDone(`${entry.fileName} in it is damaged (${error.message}).`)
  })
}

async function readPart(zip: OpenZip, entry: Entry, part: ManifestEntry, path: string | null, signal?: AbortSignal) {
  let found: Omit<ManifestEntry, 'name'> | undefined
  const bytes = measuring(await streamOf(zip, entry), (measured) => {
    found = measured
  })
  if (path) {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
    await sync(path)
  } else for await (const _ of bytes) signal?.throwIfAborted()
  if (found?.size !== part.size || found.sha256 !== part.sha256)
    throw new NotDone(`${part.name} in it is damaged: it has another hash than its manifest says.`)
}
