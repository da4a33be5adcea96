import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, it, vi } from 'vitest'
import { findSession, startSession } from '~/auth/sessions.server'
import { buildBeforeTests } from '~/test/built'
import { lowerHashCost } from '~/test/hash-cost'
import { findByPassword } from './domain/accounts/accounts.server'
import { GUESSABLE } from './domain/accounts/password.server'
import { readSecondStep } from './domain/accounts/second-step.server'
import { PASSWORD_OF_PEOPLE, setUpFreshRiverbank } from './test/riverbank'
import { userCommand } from './user-command.server'

const script = resolve('scripts/user.mjs')
const maeve = ['add', 'maeve', '--role', 'tutor', '--first', 'Maeve', '--last', 'Kelly']

// A process loads the whole bundle, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const riverbank = setUpFreshRiverbank()
lowerHashCost()
buildBeforeTests()
beforeEach(() => void vi.stubEnv('DATA_DIR', riverbank.settings.dataDir))

/** Returns the command's output or error message, with `input` on standard input. */
const runUser = (words: string[], input = '') =>
  userCommand(words, { ...process, stdin: Readable.from([input]) as typeof process.stdin }).catch(
    ({ message }: Error) => message,
  )
const findAccount = (username: string, typed: string) => findByPassword(riverbank.db, username, typed)

/** Runs the command as a process; returns its output, errors and exit code. */
async function runProcess(words: string[], input = '') {
  const child = spawn(process.execPath, [script, ...words], { cwd: tmpdir(), env: process.env })
  child.stdin.end(input)
  return Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
}

it('npm run user -- add creates an account with the password from standard input', async () => {
  expect(await runProcess(maeve, 'heron on the river\n')).toEqual(['Added the tutor maeve.\n', '', [0, null]])
  expect(await findAccount('maeve', 'heron on the river')).toMatchObject({ role: 'tutor', firstName: 'Maeve' })
})

it('npm run user writes refusals to standard error', async () => {
  expect(await runProcess(['close', 'aoife'])).toEqual([
    '',
    'This is the last tutor. Please add another tutor first.\n',
    [1, null],
  ])
})

it.each([
  ['a taken username', ['add', 'aoife', ...maeve.slice(2)], 'kingfisher at noon\n', /^The username aoife is already/],
  [
    'a missing name, before it asks for a password',
    ['add', 'maeve'],
    '',
    'First name is required.\nPlease choose student or tutor.',
  ],
  ['a short password', maeve, 'heron\n', 'Please choose a password of at least 8 characters.'],
  ['a password with the centre’s name', maeve, 'Riverbank2026\n', GUESSABLE],
  ['no input at all', maeve, '', 'No password was given.'],
  ['no command', [], '', /^Usage:\n {2}npm run user -- add USERNAME/],
  ['an unknown command', ['remove', 'maeve'], '', /^Usage:/],
])('npm run user refuses %s', async (_, words, input, complaint) => {
  expect(await runUser(words, input)).toMatch(complaint)
  expect(await findAccount('maeve', input.trim() || 'x')).toBeNull()
})

it('npm run user -- password replaces the password', async () => {
  expect(await runUser(['password', 'aoife'], 'kingfisher at noon')).toBe(
    'aoife has a new password, and has been logged out everywhere.',
  )
  expect(await findAccount('aoife', PASSWORD_OF_PEOPLE)).toBeNull()
  expect(await findAccount('aoife', 'kingfisher at noon')).not.toBeNull()
})

it('npm run user -- close closes an account', async () => {
  expect(await runUser(['close', 'daniel'])).toBe('The account daniel is closed.')
  expect(await findAccount('daniel', PASSWORD_OF_PEOPLE)).toBeNull()
})

it('npm run user -- second-step-off helps a tutor who lost phone and recovery codes', async () => {
  const { db, people } = riverbank
  const { id: userId } = people.aoife
  expect(await runUser(['second-step-off', 'aoife'])).toBe('There is no second step to turn off.')
  const on = { userId, lockedKey: 'unreadable', begunAt: '2026-11-21T10:00:00.000Z' }
  await db
    .insertInto('secondSteps')
    .values({ ...on, confirmedAt: on.begunAt })
    .execute()
  const { token } = await startSession(db, userId, true)
  expect(await runUser(['second-step-off', 'aoife'])).toBe(
    'aoife now logs in with just a password, and has been logged out everywhere.',
  )
  expect([await readSecondStep(db, userId), await findSession(db, 'token', token)]).toEqual([null, null])
})

// At a real terminal, created by util-linux's script(1).
it.each([
  ['is not shown, and typing errors can be corrected', 'heronX\u007f on the river\r', 'Added the tutor maeve.', 0],
  ['is cancelled with Ctrl+C, without creating an account', 'heron on the river\u0003', 'No password was given.', 1],
])('a typed password %s', async (_, keys, says, code) => {
  const command = [process.execPath, script, ...maeve].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: process.env })
  let screen = ''
  child.stdout.on('data', (chunk) => {
    screen += chunk
    if (screen.endsWith('characters): ')) child.stdin.write(keys)
  })
  expect(await once(child, 'close')).toEqual([code, null])
  expect(screen).toBe(`New password (at least 8 characters): \r\n${says}\r\n`)
  expect((await findAccount('maeve', 'heron on the river')) !== null).toBe(code === 0)
})
