import { hash, verify } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GUESSABLE, hashPassword, QUEUE_WAIT, refuseGuessable, verifyPassword } from './password.server'

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { hash: vi.fn(argon2.hash), verify: vi.fn(argon2.verify) }
})

test('a password matches its own hash, and none matches without a hash', async () => {
  const stored = await hashPassword('heron on the river')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'heron on the river', 'stranger')).toBe(true)
  expect(await verifyPassword(stored, 'heron on the lake', 'stranger')).toBe(false)
  expect(await hashPassword('heron on the river'), 'each hash has its own salt').not.toBe(stored)
  expect(await verifyPassword(undefined, 'heron on the river', 'stranger')).toBe(false)
  expect(await verifyPassword(undefined, '', 'known')).toBe(false)
})

const isFull = { kind: 'busy', retryAfter: QUEUE_WAIT }

describe('the queue', () => {
  /** The passwords being checked, in order; each test finishes them. */
  let started: { password: string; end: () => void }[]
  const whole = vi.mocked(verify).getMockImplementation()
  beforeEach(() => {
    started = []
    const work = (password: string) => new Promise<void>((end) => started.push({ password, end }))
    vi.mocked(verify).mockImplementation(async (_hash, password) => work(String(password)).then(() => false))
    vi.mocked(hash).mockImplementation(async (password) => work(String(password)).then(() => 'a hash'))
  })
  afterEach(() => {
    if (whole) vi.mocked(verify).mockImplementation(whole)
  })

  const ask = (password: string, priority: 'stranger' | 'known' = 'stranger') =>
    verifyPassword(undefined, password, priority).catch((error: unknown) => error)
  const endAll = async (answers: Promise<unknown>[]) => {
    const all = Promise.all(answers)
    const ending = setInterval(() => {
      for (const { end } of started) end()
    })
    await all.finally(() => clearInterval(ending))
    return all
  }

  test('checks two passwords at a time, including new ones', async () => {
    const answers = [ask('one'), hashPassword('two'), ask('three')]
    await vi.waitFor(() => expect(started).toHaveLength(2), 15_000)
    await new Promise((soon) => setTimeout(soon, 20))
    expect(started.map(({ password }) => password)).toEqual(['one', 'two'])
    started[0]?.end()
    await vi.waitFor(() => expect(started.map(({ password }) => password)).toEqual(['one', 'two', 'three']))
    await endAll(answers)
  })

  test('refuses anonymous visitors when 32 wait, but still takes known people, and takes them first', async () => {
    const strangers = Array.from({ length: 34 }, (_, number) => ask(`stranger ${number}`))
    expect(await ask('one too many')).toMatchObject(isFull)
    const owner = ask('the owner', 'known')
    started[0]?.end()
    await vi.waitFor(() => expect(started[2]?.password).toBe('the owner'))
    expect(await endAll([...strangers, owner])).toEqual(Array(35).fill(false))
    expect(await endAll([ask('a stranger, later')])).toEqual([false])
  })

  test('is limited for known people, too', async () => {
    const known = Array.from({ length: 34 }, () => ask('known', 'known'))
    expect(await ask('one too many', 'known')).toMatchObject(isFull)
    await expect(hashPassword('a new one')).rejects.toThrow('The website is busy with something else.')
    await endAll(known)
  })
})

const daniel = { username: 'd.okafor', firstName: 'Dániel', lastName: "O'Kafor" }
const centre = { name: 'Riverbank Day Service', shortName: 'Riverbank' }
const refusal = (password: string) =>
  refuseGuessable(password, daniel, centre).then(
    () => null,
    (error: unknown) => error,
  )

test.each([
  ['common', ['password1', 'Liverpool1', 'qwertyuiop', 'P@ssw0rd!', 'letmeinletmein', 'password password']],
  [
    'a pattern',
    ['12345678', 'aaaaaaaa', '        ', 'abcdefgh', '14/02/1990', '1q2w3e4r', 'Galway2023', 'one two three'],
  ],
  ['one’s username', ['d.okafor', 'D.Okafor1', 'dokafor2024', 'd.okafor d.okafor']],
  ['one’s name', ['danielokafor', 'Dániel1990', 'okafor-daniel', "O'Kafor123", 'd4n1el99', 'DANIELDANIELDANIEL']],
  [
    'the centre’s name',
    ['riverbank', 'Riverbank2026!', 'riverbank-demo', 'Riverbank Day Service', 'riverbank daniel 1'],
  ],
])('a password that is easy to guess %s', async (_, passwords) => {
  for (const password of passwords) {
    const error = await refusal(password)
    expect(error, password).toMatchObject({ kind: 'invalid', errors: { password: [GUESSABLE] } })
  }
})

test('three short words, eight letters without a pattern and other alphabets are good passwords', async () => {
  for (const password of [
    'heron on the river',
    'river stone bread',
    'tea bus choir',
    'cat dog fish',
    'I like buses',
    'x7kp92mq',
    'Daniel likes tea',
    'кот собака',
    '太陽月星海山川木',
    'a longer one now',
  ])
    expect(await refusal(password), password).toBeNull()
})

test('names of one or two letters are not removed from a password', async () => {
  const jo = { username: 'jo', firstName: 'Jo', lastName: 'Ó' }
  await expect(refuseGuessable('majolica on the moon', jo, centre)).resolves.toBeUndefined()
})

/** The shortest processor time, in ms, of checking a password twice. */
async function cheapestCheck(password: string): Promise<number> {
  const times = []
  for (let run = 0; run < 2; run += 1) {
    const started = process.cpuUsage()
    await refusal(password)
    const { user, system } = process.cpuUsage(started)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

test('a very long password costs about as much as a normal one', async () => {
  await refusal('the word lists are loaded')
  const usual = await cheapestCheck('1!4@3$5%0 heron on the river')
  for (const password of [
    'P@55w0rd'.repeat(125),
    '1!4@3$5%0'.repeat(111),
    '4@8({[<36&#!|1!1l|1iI7+0$5%2'.repeat(35),
    '\uFDFA'.repeat(1000),
    'daniel'.repeat(166),
  ])
    expect((await cheapestCheck(password)) / usual, password.slice(0, 20)).toBeLessThan(20)
})
