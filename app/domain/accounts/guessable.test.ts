import { describe, expect, test } from 'vitest'
import { GUESSABLE, refuseGuessable } from './password.server'

const daniel = { username: 'd.okafor', firstName: 'Dániel', lastName: "O'Kafor" }
const centre = { name: 'Riverbank Day Service', shortName: 'Riverbank' }
const refusal = (password: string) =>
  refuseGuessable(password, daniel, centre).then(
    () => null,
    (error: unknown) => error,
  )

describe('a password that is easy to guess', () => {
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
  ])('%s', async (_, passwords) => {
    for (const password of passwords) {
      const error = await refusal(password)
      expect(error, password).toMatchObject({ status: 400, errors: { password: [GUESSABLE] } })
    }
  })
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

test('names of one or two letters take nothing out of a password', async () => {
  const jo = { username: 'jo', firstName: 'Jo', lastName: 'Ó' }
  await expect(refuseGuessable('majolica on the moon', jo, centre)).resolves.toBeUndefined()
})

test('a very long password costs no more than a short one', async () => {
  await refusal('the word lists are loaded')
  for (const password of [
    'P@55w0rd'.repeat(125),
    '1!4@3$5%0'.repeat(111),
    '4@8({[<36&#!|1!1l|1iI7+0$5%2'.repeat(35),
    '19901991199219931994'.repeat(50),
    '\uFDFA'.repeat(1000),
    'daniel'.repeat(166),
  ]) {
    const times = []
    for (let run = 0; run < 5; run += 1) {
      const begun = process.cpuUsage()
      await refusal(password)
      const { user, system } = process.cpuUsage(begun)
      times.push((user + system) / 1000)
    }
    expect(Math.min(...times), password.slice(0, 20)).toBeLessThan(20)
  }
})
