import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { restoreBackup } from '../../app/backups/restore.server'
import { addAccount } from '../../app/domain/accounts/accounts.server'
import { addFile } from '../../app/domain/files/files.server'
import { newFile } from '../../app/domain/files/schema'
import { pdf } from '../../app/test/samples'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { inLanes, type Pace } from '../check-security/pace'
import { type Ended, operate, treeOf } from './commands'
import { damaged, type Good, takeApart } from './damaged'

/** Run in the short form: one of each check that a restore makes. */
const inShort = [
  'an empty file',
  'cut in the middle',
  'a flipped byte in an upload',
  'another program’s database',
  'a newer version’s database',
  'an upload missing in the manifest too',
  'a truncated upload',
  'sixty thousand tiny uploads',
  'uploads that are the same bytes of the file',
  'a migration that is missing before the last',
  'a name that leads out of the folder',
  'a link',
  'no manifest',
]
const NOBODY = 65_534
/** In seconds, the start of the command and a busy machine included. */
const LONGEST = 10

/** A data folder with a tutor, and a file for each title. */
async function folderWith(dataDir: string, titles: string[]): Promise<void> {
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  await migrate(db)
  const person = { username: 'maeve', role: 'tutor', firstName: 'Maeve', lastName: 'Kelly' } as const
  const id = await addAccount(db, { ...person, password: 'heron on the river' })
  for (const title of titles) {
    const file = new File([new Uint8Array(pdf(`${title} ${'soup '.repeat(1000)}`))], 'menu.pdf')
    await addFile(db, join(dataDir, 'uploads'), { id, ...person }, newFile.parse({ title, file }))
  }
  await db.destroy()
}

/** Tries to restore, which has to be refused in words, with nothing changed. */
async function refusal(what: string, home: string, restore: () => Promise<Ended>): Promise<string[]> {
  const before = treeOf(home)
  const { code, said, seconds } = await restore()
  const faults: string[] = []
  if (code === 0) faults.push(`${what} is restored: ${said}`)
  else if (!/^Nothing was restored or changed\. .{12,}/.test(said) || /\n\s+at /.test(said))
    faults.push(`${what} is refused without words: ${said}`)
  if (seconds > LONGEST) faults.push(`${what} is refused only after ${seconds.toFixed(1)} s`)
  if (treeOf(home) !== before) faults.push(`${what} is refused, but the folder has changed:\n${treeOf(home)}`)
  console.log(
    `    ${seconds.toFixed(1)} s  ${what}: ${said.replaceAll(tmpdir(), '').replace(/^Nothing was restored or changed\. /, '')}`,
  )
  return faults
}

/** What a folder and its surroundings can refuse, each with the words for it. */
async function surroundings(folder: string, file: string): Promise<string[]> {
  const faults: string[] = []
  const home = join(folder, 'around')
  await folderWith(home, ['Before'])
  const old = join(folder, 'old')
  cpSync(home, old, { recursive: true })
  rmSync(join(old, 'uploads'), { recursive: true })
  for (const [what, path] of [
    ['a file that is not there', join(folder, 'nowhere.zip')],
    ['a folder that is no backup', join(folder, 'a-folder')],
    ['a folder of an earlier version without its uploads', old],
  ] as const) {
    if (what === 'a folder that is no backup') mkdirSync(path)
    faults.push(...(await refusal(what, home, () => operate('restore', home, [path]))))
  }
  if (process.getuid?.() !== 0) {
    console.log('    NOT DONE: no right to write, no space left (this account can make neither)')
    return faults
  }
  // A folder of somebody else's, and a file that they may read.
  const theirs = join(folder, 'theirs')
  await folderWith(theirs, ['Before'])
  chmodSync(folder, 0o755)
  chmodSync(file, 0o644)
  chmodSync(theirs, 0o755)
  const asNobody = () => operate('restore', theirs, [file], { uid: NOBODY })
  faults.push(...(await refusal('no right to write', theirs, asNobody)))
  chownSync(theirs, NOBODY, NOBODY)

  const small = join(folder, 'small')
  mkdirSync(small)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', small], { stdio: 'ignore' })
  } catch {
    console.log('    NOT DONE: no space left (nobody may mount a small disk here)')
    return faults
  }
  try {
    writeFileSync(join(small, 'notes.txt'), 'of the operator')
    faults.push(...(await refusal('no space left', small, () => operate('restore', small, [file]))))
  } finally {
    execFileSync('umount', [small])
  }
  return faults
}

/** A byte changed anywhere is refused, or is where it changes nothing that is restored. */
async function anyByte(folder: string, { file }: Good, times: number): Promise<string[]> {
  const faults: string[] = []
  const wanted = join(folder, 'unharmed')
  writeFileSync(join(folder, 'unharmed.zip'), file)
  await restoreBackup(wanted, join(folder, 'unharmed.zip'))
  const uploads = treeOf(join(wanted, 'uploads'))
  let refused = 0
  for (let time = 0; time < times; time++) {
    const at = Math.floor((file.length * time) / times)
    const copy = Buffer.from(file)
    copy[at]! ^= 1 << (time % 8)
    const path = join(folder, 'flipped.zip')
    const there = join(folder, 'flipped')
    writeFileSync(path, copy)
    const taken = await restoreBackup(there, path).then(
      () => true,
      () => false,
    )
    if (!taken) refused++
    else if (treeOf(join(there, 'uploads')) !== uploads)
      faults.push(`with byte ${at} changed, other files are restored`)
    if (!taken && treeOf(there) !== 'nothing') faults.push(`with byte ${at} changed, ${there} is left`)
    rmSync(there, { recursive: true, force: true })
  }
  console.log(`Damages: of ${times} single bytes changed, ${refused} are refused; the others change nothing restored`)
  return faults
}

/** Each kind of damage to a backup is refused in words, and nothing is moved; the same backup without it is restored. */
export async function damageFaults({ short }: Pace): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-check-damages-'))
  try {
    const source = join(folder, 'source')
    await folderWith(source, ['Menu', 'Bus times', 'Plan'])
    const file = resolve(folder, 'good.zip')
    const made = await operate('backup', source, [file])
    if (made.code !== 0) return [`no backup could be made: ${made.said}`]
    const good = await takeApart(file)

    const kinds = Object.entries(damaged).filter(([kind]) => !short || inShort.includes(kind))
    const faults: string[] = []
    await inLanes(kinds, 2, async ([kind, damage], index) => {
      const home = join(folder, `home-${index}`)
      await folderWith(home, ['Before'])
      const path = join(folder, `damaged-${index}.zip`)
      writeFileSync(path, await damage(good))
      faults.push(...(await refusal(kind, home, () => operate('restore', home, [path]))))
    })
    const others = short ? [] : await surroundings(folder, file)
    faults.push(...others, ...(await anyByte(folder, good, short ? 20 : 400)))

    const home = join(folder, 'home-0')
    const restored = await operate('restore', home, [file])
    if (restored.code !== 0) faults.push(`the backup without damage is refused: ${restored.said}`)
    if (treeOf(join(home, 'uploads')) !== treeOf(join(source, 'uploads')))
      faults.push('the backup without damage is not restored whole')
    console.log(`Damages: ${kinds.length + (short ? 0 : 5)} kinds tried`)
    return faults
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
