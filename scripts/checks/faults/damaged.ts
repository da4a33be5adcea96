import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import SQLite from 'better-sqlite3'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Manifest } from '../../../app/backups/entries'
import { createTemporaryFolder } from '../../../app/test/folder'
import { hashBytes } from '../shared/data-folder'

/** A backup taken apart. */
export interface BackupFile {
  file: Buffer
  parts: Map<string, Buffer>
  manifest: Manifest
  /** Names of the parts that are uploads. */
  uploads: string[]
}

export async function parseBackup(path: string): Promise<BackupFile> {
  const file = readFileSync(path)
  const zip = await fromBufferPromise(file)
  const parts = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  const manifest = JSON.parse(String(parts.get('manifest.json'))) as Manifest
  return { file, parts, manifest, uploads: [...parts.keys()].filter((name) => /^uploads\/[\da-f]{32}$/.test(name)) }
}

interface Entry {
  name: string
  bytes: Buffer
  mode?: number
  compress?: boolean
}

async function createZipFile(entries: Entry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes, mode = 0o100600, compress = false } of entries)
    zip.addBuffer(bytes, name, { mode, compress })
  zip.end()
  return buffer(zip.outputStream)
}

/** The manifest's two entries, from its bytes or its content. */
function manifestEntries(manifest: unknown): Entry[] {
  const bytes = Buffer.isBuffer(manifest) ? manifest : Buffer.from(JSON.stringify(manifest))
  return [
    { name: 'manifest.json', bytes },
    { name: 'manifest.sha256', bytes: Buffer.from(`${hashBytes(bytes)}  manifest.json\n`) },
  ]
}

const listZipEntries = ({ parts }: BackupFile, without: string[] = []): Entry[] =>
  [...parts]
    .filter(([name]) => !/^manifest/.test(name) && !without.includes(name))
    .map(([name, bytes]) => ({ name, bytes }))

/** A backup with some parts removed and others added, optionally with another manifest. */
const rezip = (
  good: BackupFile,
  { without = [], more = [], manifest = good.manifest }: { without?: string[]; more?: Entry[]; manifest?: unknown },
) => createZipFile([...listZipEntries(good, without), ...more, ...manifestEntries(manifest)])

/** A backup with a changed manifest, and the hash of that. */
const replaceManifest = (good: BackupFile, change: (manifest: Manifest) => unknown) =>
  rezip(good, { manifest: change(structuredClone(good.manifest)) })

const createPart = ({ name, bytes }: Entry) => ({ name, size: bytes.length, sha256: hashBytes(bytes) })

/** A backup with a part changed, added or (with null) removed, and a matching manifest. */
function createManifestEntries(good: BackupFile, name: string, bytes: Buffer | null): Promise<Buffer> {
  const entries = [...listZipEntries(good, [name]), ...(bytes ? [{ name, bytes }] : [])]
  return createZipFile([...entries, ...manifestEntries({ ...good.manifest, parts: entries.map(createPart) })])
}

/** Writes a zip file without yazl, which takes a minute for so many entries. An `isAgain` entry points to the bytes of the previous one. */
function packZip(entries: { name: string; bytes: Buffer; isAgain?: boolean }[]): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let [length, start] = [0, 0]
  for (const { name, bytes, isAgain } of entries) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(10)
    common.writeUInt32LE(crc32(bytes), 10)
    for (const field of [14, 18]) common.writeUInt32LE(bytes.length, field)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    if (!isAgain) {
      start = length
      files.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), bytes)
      length += 30 + Buffer.byteLength(name) + bytes.length
    }
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(start, 10)
    list.push(Buffer.from('PK\x01\x02\x0a\x00'), common, rest, Buffer.from(name))
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  for (const field of [8, 10]) end.writeUInt16LE(entries.length, field)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(length, 16)
  return Buffer.concat([...files, ...list, end])
}

/** A backup with more uploads, all in its manifest. */
function addEntries(good: BackupFile, more: { name: string; bytes: Buffer; isAgain?: boolean }[]): Buffer {
  const manifest = { ...good.manifest, parts: [...good.manifest.parts, ...more.map(createPart)] }
  return packZip([...listZipEntries(good), ...more, ...manifestEntries(manifest)])
}

/** Uploads with the same bytes. If they are `shared`, the file has them once, so that it unpacks to many times its size. */
const createNumberedParts = (length: number, bytes: Buffer, shared = false) =>
  Array.from({ length }, (_, number) => ({
    name: `uploads/${number.toString(16).padStart(32, '0')}`,
    bytes,
    isAgain: shared && number > 0,
  }))

/** A backup with one more entry called `name`, also in its manifest. yazl refuses such names, so it is renamed afterwards. */
async function namePart(good: BackupFile, name: string): Promise<Buffer> {
  const placeholder = 'x'.repeat(Buffer.byteLength(name))
  const made = await createManifestEntries(good, placeholder, Buffer.from('evil'))
  return Buffer.from(made.toString('latin1').replaceAll(placeholder, name), 'latin1')
}

/** A backup after running some SQL on its database. */
function changeDatabase(good: BackupFile, sql: string): Promise<Buffer> {
  using folder = createTemporaryFolder()
  const path = join(folder.path, 'a.sqlite')
  writeFileSync(path, good.parts.get('riverbank.sqlite')!)
  const sqlite = new SQLite(path)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec(sql)
  sqlite.close()
  return createManifestEntries(good, database, readFileSync(path))
}

function createForeignDatabase(): Buffer {
  const sqlite = new SQLite(':memory:')
  sqlite.exec("create table users (id integer primary key, name text); insert into users values (1, 'Maeve')")
  return sqlite.serialize()
}

/** The backup's bytes with one byte of a part changed. */
function flipByte({ file, parts }: BackupFile, name: string): Buffer {
  const bytes = parts.get(name)!
  const copy = Buffer.from(file)
  const at = copy.indexOf(bytes) + Math.floor(bytes.length / 2)
  copy[at]! ^= 0x20
  return copy
}

const database = 'riverbank.sqlite'
const first = ({ uploads }: BackupFile) => uploads[0]!
const bytesOf = (good: BackupFile, name: string) => good.parts.get(name)!
const stray: Entry = { name: `uploads/${'e'.repeat(32)}`, bytes: Buffer.from('more') }

/** A backup with other zip attributes of its first upload. */
const changeFirstUpload = (good: BackupFile, change: Partial<Entry>) =>
  rezip(good, {
    without: [first(good)],
    more: [{ name: first(good), bytes: bytesOf(good, first(good)), ...change }],
  })

/** Kinds of damage to a backup's bytes, each of which a restore refuses. */
export const damagedBackups: Record<string, (good: BackupFile) => Buffer | Promise<Buffer>> = {
  'an empty file': () => Buffer.alloc(0),
  'another kind of file': () => Buffer.from('%PDF-1.4 the minutes of the meeting'),
  'cut in the middle': ({ file }) => file.subarray(0, file.length / 2),
  'a flipped byte in the database': (good) => flipByte(good, database),
  'a flipped byte in an upload': (good) => flipByte(good, first(good)),
  'a flipped byte in the manifest': (good) => flipByte(good, 'manifest.json'),
  'an empty database': (good) => createManifestEntries(good, database, Buffer.alloc(0)),
  'another program’s database': (good) => createManifestEntries(good, database, createForeignDatabase()),
  'no database': (good) => createManifestEntries(good, database, null),
  // The first page after the schema's.
  'a database with a broken page': (good) =>
    createManifestEntries(good, database, Buffer.from(bytesOf(good, database)).fill(0x5a, 4096, 8192)),
  'a row that refers to a missing person': (good) => changeDatabase(good, 'update files set uploadedBy = 999'),
  'a newer version’s database': (good) =>
    changeDatabase(good, "insert into kysely_migration values ('999-the-future', '2030')"),
  'a migration that is missing before the last': (good) =>
    changeDatabase(good, "delete from kysely_migration where name like '015-%'"),
  'an unknown migration': (good) => changeDatabase(good, "insert into kysely_migration values ('015-another', '2030')"),
  'a database of another version than its manifest says': (good) =>
    replaceManifest(good, (reported) => ({ ...reported, schema: '001' })),
  'a newer backup format': (good) => replaceManifest(good, (reported) => ({ ...reported, format: 2 })),
  'another product’s manifest': (good) => replaceManifest(good, (reported) => ({ ...reported, product: 'hillside' })),
  'a manifest that names 90,000 files': (good) =>
    replaceManifest(good, (reported) => ({
      ...reported,
      parts: Array.from({ length: 90_000 }, () => reported.parts[0]),
    })),
  'a wrong size': (good) =>
    replaceManifest(good, ({ parts, ...reported }) => ({
      ...reported,
      parts: parts.map((one) => ({ ...one, size: one.size + 1 })),
    })),
  'a missing upload': (good) => rezip(good, { without: [first(good)] }),
  'an upload missing from the manifest too': (good) => createManifestEntries(good, first(good), null),
  'an upload that the manifest does not name': (good) => rezip(good, { more: [stray] }),
  'an upload that the database does not name': (good) => createManifestEntries(good, stray.name, stray.bytes),
  'a truncated upload': (good) => createManifestEntries(good, first(good), bytesOf(good, first(good)).subarray(0, 20)),
  'a name that leads out of the folder': (good) => namePart(good, '../../evil.txt'),
  'a name with a path inside': (good) => namePart(good, 'uploads/../../evil'),
  'an absolute name': (good) => namePart(good, '/tmp/riverbank-evil.txt'),
  'a link': (good) => changeFirstUpload(good, { mode: 0o120777 }),
  'a compressed part, which could be a bomb': (good) => changeFirstUpload(good, { compress: true }),
  'the same upload twice': (good) => rezip(good, { more: [{ name: first(good), bytes: bytesOf(good, first(good)) }] }),
  'no manifest': (good) => createZipFile(listZipEntries(good)),
  'two manifests': (good) => rezip(good, { more: manifestEntries(good.manifest) }),
  'a manifest of more than 16 MB': (good) => {
    const bytes = Buffer.alloc(16 * 1024 * 1024 + 1, ' ')
    bytes.write(JSON.stringify(good.manifest))
    return rezip(good, { manifest: bytes })
  },
  'a manifest that is not JSON': (good) => rezip(good, { manifest: Buffer.from('{ "product": "riverbank", ') }),
  // Besides the manifest and its checksum.
  'one file too many': (good) => addEntries(good, createNumberedParts(50_003 - good.parts.size, Buffer.from('x'))),
  'uploads that share the same bytes of the file': (good) =>
    addEntries(good, createNumberedParts(40, Buffer.alloc(1_000_000, 7), true)),
}
