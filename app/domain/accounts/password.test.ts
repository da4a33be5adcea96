import { hash, verify } from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashPassword, passwordMatches, QUEUE_WAIT } from './password.server'

vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { hash: vi.fn(argon2.hash), verify: vi.fn(argon2.verify) }
})

test('a password matches its own hash, and none matches where there is no hash', async () => {
  const kept = await hashPassword('heron on the river')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordMatches(kept, 'heron on the river', 'stranger')).toBe(true)
  expect(await passwordMatches(kept, 'heron on the lake', 'stranger')).toBe(false)
  expect(await passwordMatches(undefined, 'heron on the river', 'stranger')).toBe(false)
  expect(await passwordMatches(undefined, '', 'known')).toBe(false)
})

const isFull = { status: 503, retryAfter: QUEUE_WAIT }

describe('the queue', () => {
  /** The passwords being checked, in order; a test ends each. */
  let begun: { password: string; end: () => void }[]
  const whole = vi.mocked(verify).getMockImplementation()
  beforeEach(() => {
    begun = []
    const work = (password: string) => new Promise<void>((end) => begun.push({ password, end }))
    vi.mocked(verify).mockImplementation(async (_hash, password) => work(String(password)).then(() => false))
    vi.mocked(hash).mockImplementation(async (password) => work(String(password)).then(() => 'a hash'))
  })
  afterEach(() => {
    if (whole) vi.mocked(verify).mockImplementation(whole)
  })

  const ask = (password: string, standing: 'stranger' | 'known' = 'stranger') =>
    passwordMatches(undefined, password, standing).catch((error: unknown) => error)
  const endAll = async (answers: Promise<unknown>[]) => {
    const all = Promise.all(answers)
    const ending = setInterval(() => {
      for (const { end } of begun) end()
    })
    await all.finally(() => clearInterval(ending))
    return all
  }

  test('lets two passwords at a time be looked at, set ones too', async () => {
    const answers = [ask('one'), hashPassword('two'), ask('three')]
    await vi.waitFor(() => expect(begun).toHaveLength(2))
    await new Promise((soon) => setTimeout(soon, 20))
    expect(begun.map(({ password }) => password)).toEqual(['one', 'two'])
    begun[0]?.end()
    await vi.waitFor(() => expect(begun.map(({ password }) => password)).toEqual(['one', 'two', 'three']))
    await endAll(answers)
  })

  test('turns strangers away when 32 wait, and takes who is known, and takes them first', async () => {
    const strangers = Array.from({ length: 34 }, (_, number) => ask(`stranger ${number}`))
    expect(await ask('one too many')).toMatchObject(isFull)
    const owner = ask('the owner', 'known')
    begun[0]?.end()
    await vi.waitFor(() => expect(begun[2]?.password).toBe('the owner'))
    expect(await endAll([...strangers, owner])).toEqual(Array(35).fill(false))
    expect(await endAll([ask('a stranger, later')])).toEqual([false])
  })

  test('has an end for who is known, too', async () => {
    const known = Array.from({ length: 34 }, () => ask('known', 'known'))
    expect(await ask('one too many', 'known')).toMatchObject(isFull)
    await expect(hashPassword('a new one')).rejects.toThrow('A lot of people are logging in right now.')
    await endAll(known)
  })
})
