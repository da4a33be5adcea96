import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { findSession, startSession } from '~/auth/sessions.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { addAccount, findByPassword } from './domain/accounts/accounts.server'
import { GUESSABLE } from './domain/accounts/password.server'
import { findSecondStep } from './domain/accounts/second-step.server'

// The command as the operator runs it: scripts/user.mjs as a process, the built bundle, a database on disk.
const script = resolve('scripts/user.mjs')
const maeve = ['maeve', '--role', 'tutor', '--first', 'Maeve', '--last', 'Kelly']

// Each process loads the whole bundle, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let environment: NodeJS.ProcessEnv

beforeAll(() => void execFileSync('scripts/build', { stdio: 'inherit' }), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riverbank-user-'))
  environment = { ...process.env, DATA_DIR: folder }
})
afterEach(() => rmSync(folder, { recursive: true }))

async function finished(child: ReturnType<typeof spawn>) {
  const [output, complaint, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { output, complaint, code: code as number }
}

function user(words: string[], input = '') {
  const child = spawn(process.execPath, [script, ...words], { cwd: tmpdir(), env: environment })
  child.stdin.end(input)
  return finished(child)
}

async function withDatabase<Result>(work: (db: Database) => Promise<Result>) {
  const db = openDatabase(join(folder, 'riverbank.sqlite'))
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const tutor = (username: string) =>
  withDatabase((db) =>
    addAccount(db, { username, password: 'heron on the river', role: 'tutor', firstName: 'Maeve', lastName: 'Kelly' }),
  )
const opens = (username: string, password: string) => withDatabase((db) => findByPassword(db, username, password))

it('npm run user -- add makes an account with the password from standard input', async () => {
  const { output, complaint, code } = await user(['add', ...maeve], 'heron on the river\n')
  expect({ output, complaint, code }).toEqual({ output: 'Added the tutor maeve.\n', complaint: '', code: 0 })
  expect(await opens('maeve', 'heron on the river')).toMatchObject({ role: 'tutor', firstName: 'Maeve' })
})

it('npm run user -- add refuses a taken username', async () => {
  await tutor('maeve')
  expect(await user(['add', ...maeve], 'kingfisher at noon\n')).toEqual({
    output: '',
    complaint: 'The username maeve is already taken.\n',
    code: 1,
  })
})

it('npm run user -- add says what is missing before it asks for a password', async () => {
  expect(await user(['add', 'maeve'])).toEqual({
    output: '',
    complaint: 'First name is required.\nLast name is required.\nPlease choose student or tutor.\n',
    code: 1,
  })
})

it.each([
  ['a short one', 'heron\n', 'Please choose a password of at least 8 characters.\n'],
  ['an empty line', '\n', 'Please choose a password of at least 8 characters.\n'],
  ['one with the centre’s name', 'Riverbank2026\n', `${GUESSABLE}\n`],
  ['no input at all', '', 'No password was given.\n'],
])('npm run user -- add refuses %s as a password', async (_, input, complaint) => {
  expect(await user(['add', ...maeve], input)).toEqual({ output: '', complaint, code: 1 })
})

it('npm run user -- password replaces the password', async () => {
  await tutor('maeve')
  const { output, code } = await user(['password', 'maeve'], 'kingfisher at noon')
  expect({ output, code }).toEqual({
    output: 'maeve has a new password, and has been logged out everywhere.\n',
    code: 0,
  })
  expect(await opens('maeve', 'heron on the river')).toBeNull()
  expect(await opens('maeve', 'kingfisher at noon')).not.toBeNull()
})

it('npm run user -- close closes an account, but not the last tutor’s', async () => {
  await tutor('maeve')
  expect((await user(['close', 'maeve'])).complaint).toBe('This is the last tutor. Please add another tutor first.\n')
  await tutor('conor')
  expect((await user(['close', 'maeve'])).output).toBe('The account maeve is closed.\n')
  expect(await opens('maeve', 'heron on the river')).toBeNull()
})

it('npm run user -- second-step-off lets somebody in who lost phone and recovery codes', async () => {
  const id = await tutor('maeve')
  expect((await user(['second-step-off', 'maeve'])).complaint).toBe('There is no second step to turn off.\n')
  const token = await withDatabase(async (db) => {
    const on = { userId: id, lockedKey: 'unreadable', begunAt: '2026-11-21T10:00:00.000Z' }
    await db
      .insertInto('secondSteps')
      .values({ ...on, confirmedAt: on.begunAt })
      .execute()
    return (await startSession(db, id, true)).token
  })
  expect(await user(['second-step-off', 'maeve'])).toEqual({
    output: 'maeve now logs in with just a password, and has been logged out everywhere.\n',
    complaint: '',
    code: 0,
  })
  expect(await withDatabase((db) => findSecondStep(db, id))).toBeNull()
  expect(await withDatabase((db) => findSession(db, 'token', token))).toBeNull()
})

it('npm run user explains itself', async () => {
  const answers = await Promise.all([[], ['add'], ['remove', 'maeve']].map((words) => user(words)))
  for (const { complaint, code } of answers) {
    expect(complaint).toMatch(/^Usage:\n {2}npm run user -- add USERNAME/)
    expect(code).toBe(1)
  }
})

it('npm run user names a bad setting', async () => {
  environment.PORT = 'http'
  expect((await user(['close', 'maeve'])).complaint).toContain('PORT must be a whole number')
})

/** Adds Maeve at a real terminal (made by util-linux's script(1)) and types `keys` at the prompt. */
async function addAtTerminal(keys: string) {
  const command = [process.execPath, script, 'add', ...maeve].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment })
  let screen = ''
  child.stdout.on('data', (chunk) => {
    screen += chunk
    if (screen.endsWith('characters): ')) child.stdin.write(keys)
  })
  const [code] = await once(child, 'close')
  return { screen, code }
}

it('a password typed at a terminal is not shown, and a typing error can be taken back', async () => {
  expect(await addAtTerminal('heronX\u007f on the river\r')).toEqual({
    screen: 'New password (at least 8 characters): \r\nAdded the tutor maeve.\r\n',
    code: 0,
  })
  expect(await opens('maeve', 'heron on the river')).not.toBeNull()
})

it('Ctrl+C at the question leaves without an account', async () => {
  expect(await addAtTerminal('heron on\u0003')).toEqual({
    screen: 'New password (at least 8 characters): \r\nNo password was given.\r\n',
    code: 1,
  })
  expect(await opens('maeve', 'heron on')).toBeNull()
})
