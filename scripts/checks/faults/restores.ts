import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '../../../app/test/folder'
import { baseSettings, type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { createTotpCode } from '../../../app/test/second-step'
import { type Browser, createBrowser } from '../shared/browser'
import { createHeaders, logInClient } from '../shared/client'
import { runToEnd } from '../shared/commands'
import { findDataFaults } from '../shared/data-folder'
import { runRestore } from '../shared/operator'
import type { Topic } from '../shared/topics'

const FIRST = 'an otter sleeps on the far bank'
const SECOND = 'a heron by the weir 1904'

function addAccount(dataDir: string, username: string, role: string, first: string): void {
  const env = { ...process.env, ...baseSettings, DATA_DIR: dataDir, DEMO: '0', BACKUP_DIR: '' }
  const words = ['scripts/user.mjs', 'add', username, '--role', role, '--first', first, '--last', 'Ó Sé']
  const { status, stderr } = spawnSync(process.execPath, words, { env, input: `${FIRST}\n`, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm run user failed: ${stderr}`)
}

const logIn = async ({ url }: RunningRiverbank, username: string, password: string, code?: string) => {
  const browser = createBrowser(url)
  return { browser, status: await browser.call('POST', '/api/login', { username, password, code }) }
}

/** Sets up a second step, and returns the key of the app. */
async function turnOnSecondStep(browser: Browser): Promise<string> {
  const path = '/dashboard/password/second-step'
  await browser.send(path, 'currentPassword', { currentPassword: FIRST })
  const key = /secret=([A-Z2-7]+)/.exec((await browser.read(path)).html)?.[1]
  if (!key) throw new Error('the page of the second step has no key')
  await browser.send(path, 'code', { code: createTotpCode(key) })
  return key
}

/**
 * People who are let go after a backup: it must not let them in again, nor bring back old passwords. Over a lost database, it must name who
 * can log in.
 */
export const findRestoreFaults: Topic = async () => {
  using folder = createTemporaryFolder()
  const dataDir = join(folder.path, 'data')
  const faults: string[] = []
  const expectThat = (isSo: boolean, fault: string) => void (isSo || faults.push(fault))
  addAccount(dataDir, 'maeve', 'tutor', 'Maeve')
  addAccount(dataDir, 'brid', 'tutor', 'Bríd')
  for (const username of ['sean', 'sean2', 'niamh']) addAccount(dataDir, username, 'student', 'Seán')
  const settings = { DATA_DIR: dataDir, DEMO: '0' }

  let riverbank = await startRiverbank(settings)
  const idOf = (username: string) => Number(riverbank.rows('select id from users where username = ?', username)[0]?.id)
  const [brid, sean, niamh] = [idOf('brid'), idOf('sean'), idOf('niamh')]
  const { browser: maeve } = await logIn(riverbank, 'maeve', FIRST)
  const client = await logInClient(riverbank.url, 'maeve', FIRST)
  const file = await client.upload('Plan of Seán', Buffer.from('%PDF-1.4\n%%EOF'), {
    more: [{ name: 'studentId', content: String(sean) }],
  })
  expectThat(file.status === 201, `the upload of a file answered ${file.status}`)
  const backup = join(folder.path, 'morning.zip')
  const made = await runToEnd({ dataDir }, 'backup', backup)
  expectThat(made.code === 0, `the backup failed: ${made.err}`)

  const people = '/dashboard/profile/people'
  const own = { currentPassword: FIRST }
  await maeve.send(`${people}/${brid}/close`, 'currentPassword', own)
  await maeve.send(`${people}/${sean}/erase`, 'idempotencyKey', own)
  await maeve.send(`${people}/${niamh}`, 'password', { password: SECOND })
  const key = await turnOnSecondStep(maeve)
  await riverbank.stop()

  const restored = await runRestore(dataDir, backup)
  expectThat(restored.code === 0, `the restore failed: ${restored.said}`)
  riverbank = await startRiverbank(settings)
  const expectLogIn = async (username: string, password: string, expected: number, code?: string) => {
    const { status } = await logIn(riverbank, username, password, code)
    expectThat(status === expected, `after the restore ${username} logs in with ${status} instead of ${expected}`)
  }
  await expectLogIn('brid', FIRST, 401)
  await expectLogIn('sean', FIRST, 401)
  await expectLogIn('sean2', FIRST, 200)
  await expectLogIn('niamh', FIRST, 401)
  await expectLogIn('niamh', SECOND, 200)
  await expectLogIn('maeve', FIRST, 401)
  await expectLogIn('maeve', FIRST, 200, createTotpCode(key, 1))
  const user = await fetch(`${riverbank.url}/api/user`, { headers: createHeaders(client.credentials, 'cookie') })
  expectThat(user.status === 401, `a session from before the restore answers ${user.status}`)
  expectThat(
    riverbank.rows("select * from files where title like '%Se%'").length === 0,
    'a file of the erased student is back',
  )
  expectThat(readdirSync(join(dataDir, 'uploads')).length === 0, 'the bytes of the erased student’s file are back')
  await riverbank.stop()
  faults.push(...findDataFaults(dataDir))

  // The same over a database that can't be read.
  writeFileSync(join(dataDir, 'riverbank.sqlite'), 'no database '.repeat(1000))
  const { said } = await runRestore(dataDir, backup)
  for (const username of ['maeve', 'brid', 'sean', 'sean2', 'niamh'])
    expectThat(said.includes(`  ${username} (`), `the restore over a damaged database does not name ${username}`)
  riverbank = await startRiverbank(settings)
  expectThat(/these accounts can log in since a restore/.test(riverbank.output()), 'the log does not list the accounts')
  const { browser: again } = await logIn(riverbank, 'maeve', FIRST)
  const profile = '/dashboard/profile'
  const listed = (await again.read(profile)).text
  expectThat(/People who can log in again \( ?5 ?\)/.test(listed), 'Profile does not list the five accounts')
  await again.send(profile, 'userIds', { userIds: String(niamh) })
  const left = (await again.read(profile)).text
  expectThat(/People who can log in again \( ?4 ?\)/.test(left), 'a confirmed account stays on the list')
  await riverbank.stop()
  console.log('    a tutor closed, a student erased, a password and a second step changed: restored twice')
  return faults
}
