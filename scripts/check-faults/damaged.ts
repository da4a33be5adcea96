import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Manifest } from '../../app/backups/parts'

/** A backup taken apart. */
export interface Good {
  file: Buffer
  parts: Map<string, Buffer>
  manifest: Manifest
  /** Names of the parts that are uploads. */
  uploads: string[]
}

export async function takeApart(path: string): Promise<Good> {
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

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function zipOf(entries: Entry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes, mode = 0o100600, compress = false } of entries)
    zip.addBuffer(bytes, name, { mode, compress })
  zip.end()
  return buffer(zip.outputStream)
}

/** The manifest's two entries. */
function manifestEntries(manifest: unknown): Entry[] {
  const bytes = Buffer.from(JSON.stringify(manifest))
  return [
    { name: 'manifest.json', bytes },
    { name: 'manifest.sha256', bytes: Buffer.from(`${hashOf(bytes)}  manifest.json\n`) },
  ]
}

const entriesOf = ({ parts }: Good, without: string[] = []): Entry[] =>
  [...parts]
    .filter(([name]) => !/^manifest/.test(name) && !without.includes(name))
    .map(([name, bytes]) => ({ name, bytes }))

/** A backup whose manifest is changed, and agrees with its own hash again. */
const telling = (good: Good, change: (manifest: Manifest) => unknown) =>
  zipOf([...entriesOf(good), ...manifestEntries(change(structuredClone(good.manifest)))])

/** A backup with a part changed, added (or taken out with null), and a manifest that agrees. */
function agreeing(good: Good, name: string, bytes: Buffer | null): Promise<Buffer> {
  const entries = [...entriesOf(good, [name]), ...(bytes ? [{ name, bytes }] : [])]
  const parts = entries.map((entry) => ({
    name: entry.name,
    size: entry.bytes.length,
    sha256: hashOf(entry.bytes),
  }))
  return zipOf([...entries, ...manifestEntries({ ...good.manifest, parts })])
}

/** A backup with one entry more, which its manifest names, whose name is `name` in the end: yazl itself refuses such names. */
async function named(good: Good, name: string): Promise<Buffer> {
  const placeholder = 'x'.repeat(Buffer.byteLength(name))
  const made = await agreeing(good, placeholder, Buffer.from('evil'))
  return Buffer.from(made.toString('latin1').replaceAll(placeholder, name), 'latin1')
}

/** The database of a backup after some SQL. */
function databaseAfter(good: Good, sql: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-damaged-'))
  const path = join(folder, 'a.sqlite')
  try {
    writeFileSync(path, good.parts.get('riverbank.sqlite')!)
    const sqlite = new SQLite(path)
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec(sql)
    sqlite.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function anotherProgramsDatabase(): Buffer {
  const sqlite = new SQLite(':memory:')
  sqlite.exec("create table users (id integer primary key, name text); insert into users values (1, 'Maeve')")
  return sqlite.serialize()
}

/** The bytes with those of a part changed where they stand in the file. */
function flipped({ file, parts }: Good, name: string): Buffer {
  const bytes = parts.get(name)!
  const copy = Buffer.from(file)
  const at = copy.indexOf(bytes) + Math.floor(bytes.length / 2)
  copy[at]! ^= 0x20
  return copy
}

const database = 'riverbank.sqlite'
const first = ({ uploads }: Good) => uploads[0]!
const bytesOf = (good: Good, name: string) => good.parts.get(name)!

/** Kinds of damage to a backup's bytes. */
export const damaged: Record<string, (good: Good) => Buffer | Promise<Buffer>> = {
  'an empty file': () => Buffer.alloc(0),
  'another kind of file': () => Buffer.from('%PDF-1.4 the minutes of the meeting'),
  'cut in the middle': ({ file }) => file.subarray(0, file.length / 2),
  'cut before its last bytes': ({ file }) => file.subarray(0, -10),
  'with its beginning cut off': ({ file }) => file.subarray(1000),
  'a flipped byte in the database': (good) => flipped(good, database),
  'a flipped byte in an upload': (good) => flipped(good, first(good)),
  'a flipped byte in the manifest': (good) => flipped(good, 'manifest.json'),
  'an empty database': (good) => agreeing(good, database, Buffer.alloc(0)),
  'another program’s database': (good) => agreeing(good, database, anotherProgramsDatabase()),
  'no database': (good) => agreeing(good, database, null),
  'a database with a broken page': (good) => {
    const bytes = Buffer.from(bytesOf(good, database))
    // The first page after that of the schema.
    bytes.fill(0x5a, 4096, 8192)
    return agreeing(good, database, bytes)
  },
  'a row that names a person who is not there': (good) =>
    agreeing(good, database, databaseAfter(good, 'update files set uploadedBy = 999')),
  'a newer version’s database': (good) =>
    agreeing(good, database, databaseAfter(good, "insert into kysely_migration values ('999-the-future', '2030')")),
  'a database at another version than it says': (good) => telling(good, (told) => ({ ...told, schema: '001' })),
  'a newer form of backup': (good) => telling(good, (told) => ({ ...told, format: 2 })),
  'a missing upload': async (good) => zipOf([...entriesOf(good, [first(good)]), ...manifestEntries(good.manifest)]),
  'an upload missing in the manifest too': (good) => agreeing(good, first(good), null),
  'an upload that the manifest does not name': async (good) =>
    zipOf([
      ...entriesOf(good),
      { name: `uploads/${'e'.repeat(32)}`, bytes: Buffer.from('more') },
      ...manifestEntries(good.manifest),
    ]),
  'an upload that the database does not name': (good) =>
    agreeing(good, `uploads/${'e'.repeat(32)}`, Buffer.from('more')),
  'a truncated upload': (good) => agreeing(good, first(good), bytesOf(good, first(good)).subarray(0, 20)),
  'a wrong size': (good) =>
    telling(good, (told) => {
      told.parts.find(({ name }) => name === first(good))!.size += 1
      return told
    }),
  'a wrong hash': (good) =>
    telling(good, (told) => {
      told.parts.find(({ name }) => name === first(good))!.sha256 = hashOf(Buffer.from('other'))
      return told
    }),
  'a name that leads out of the folder': (good) => named(good, '../../evil.txt'),
  'a name with a path inside': (good) => named(good, 'uploads/../../evil'),
  'an absolute name': (good) => named(good, '/tmp/riverbank-evil.txt'),
  'a name of Windows': (good) => named(good, '..\\..\\evil.txt'),
  'a link': (good) =>
    zipOf([
      ...entriesOf(good, [first(good)]),
      { name: first(good), bytes: bytesOf(good, first(good)), mode: 0o120777 },
      ...manifestEntries(good.manifest),
    ]),
  'a device': (good) =>
    zipOf([
      ...entriesOf(good, [first(good)]),
      { name: first(good), bytes: bytesOf(good, first(good)), mode: 0o060666 },
      ...manifestEntries(good.manifest),
    ]),
  'a compressed part, which could be a bomb': (good) =>
    zipOf([
      ...entriesOf(good, [first(good)]),
      { name: first(good), bytes: bytesOf(good, first(good)), compress: true },
      ...manifestEntries(good.manifest),
    ]),
  'no manifest': (good) => zipOf(entriesOf(good)),
  'two manifests': (good) =>
    zipOf([...entriesOf(good), ...manifestEntries(good.manifest), ...manifestEntries(good.manifest)]),
  'the same upload twice': (good) =>
    zipOf([
      ...entriesOf(good),
      { name: first(good), bytes: bytesOf(good, first(good)) },
      ...manifestEntries(good.manifest),
    ]),
  'another product’s manifest': (good) => telling(good, (told) => ({ ...told, product: 'hillside' })),
  'a manifest that is no JSON': (good) => {
    const bytes = Buffer.from('{ "product": "riverbank", ')
    const sum = Buffer.from(`${hashOf(bytes)}  manifest.json\n`)
    return zipOf([...entriesOf(good), { name: 'manifest.json', bytes }, { name: 'manifest.sha256', bytes: sum }])
  },
}
