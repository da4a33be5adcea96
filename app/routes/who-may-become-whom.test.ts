import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeEach, expect, test } from 'vitest'
import { startSession } from '~/auth/sessions.server'
import { listAccessNotices } from '~/domain/accounts/access-notices.server'
import {
  findByPassword,
  reopenAccount,
  setPassword,
  turnOffSecondStepByOperator,
} from '~/domain/accounts/accounts.server'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { readSecondStep } from '~/domain/accounts/second-step.server'
import { findCard } from '~/domain/cards/cards.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { createMailComposer } from '~/mail/compose.server'
import { callRoute, PASSWORD_OF_PEOPLE, setUpFreshRiverbank } from '~/test/riverbank'
import { createTotpCode, enableSecondStep } from '~/test/second-step'
import * as person from './dashboard/profile.people.$id._index/route'
import * as card from './dashboard/profile.people.$id.card/route'
import * as close from './dashboard/profile.people.$id.close/route'
import * as erase from './dashboard/profile.people.$id.erase/route'
import * as turnOff from './dashboard/profile.people.$id.second-step/route'
import { action as addOne } from './dashboard/profile.people.new/route'
import { action as addSeveral } from './dashboard/profile.people.several/route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const NEW = 'kingfisher at noon'
type Action = (args: ActionFunctionArgs) => unknown
const acts = {
  password: { route: person, fields: { intent: 'password', password: NEW } },
  'second step': { route: turnOff, fields: {} },
  close: { route: close, fields: {} },
  erase: { route: erase, fields: {} },
  sessions: { route: person, fields: { intent: 'end-sessions' } },
  card: { route: card, fields: { intent: 'card', until: formatIsoDay(getToday()) } },
  role: { route: person, fields: { intent: 'rename', version: '1', firstName: 'B', lastName: 'N', role: 'student' } },
} satisfies Record<string, { route: { action: Action }; fields: Record<string, string> }>
type Act = keyof typeof acts

let brid: number
beforeEach(async () => {
  const { db, people } = riverbank
  riverbank.context.settings.signInCards = true
  // With Aoife's hashed password, since another hash takes longer than most tests.
  const { id: _, ...aoife } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', people.aoife.id)
    .executeTakeFirstOrThrow()
  const account = { ...aoife, username: 'brid', firstName: 'Bríd', lastName: 'Nolan' }
  brid = (await db.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow()).id
  await db.deleteFrom('activity').execute()
})

const targets = { student: () => riverbank.people.daniel.id, 'another tutor': () => brid, oneself: () => aoife.id }

const createRefusal = (field: string) => ({ status: 400, wrong: [field] })

async function readOutcome(answer: Response) {
  const body = answer.headers.get('Content-Type')?.includes('json') ? await answer.json() : {}
  return { status: answer.status, wrong: Object.keys(body.result?.error ?? {}) }
}

/** Submits an act on its page. Returns the status and invalid fields. */
async function press(act: Act, target: keyof typeof targets, input: Record<string, string> = {}) {
  const { route, fields } = acts[act]
  const id = String(targets[target]())
  const sent = { as: 'aoife', params: { id }, fields: { ...fields, ...input } } as const
  const answer = await callRoute(riverbank, route.action, `/dashboard/profile/people/${id}`, sent)
  return { ...(await readOutcome(answer)), to: answer.headers.get('Location') }
}

async function readAccount(id: number) {
  const { db } = riverbank
  const { toldUpTo: _, ...row } =
    (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? {}
  const live = db.selectFrom('sessions').select('id').where('userId', '=', id).where('endedAt', 'is', null)
  const card = await findCard(db, aoife, id)
  return { row, secondStep: await readSecondStep(db, id), sessions: await live.execute(), card }
}

/** 'simply': no proof. 'proof': the tutor's own password and code. 'own page': only on their own page. 'none': not possible. */
type Rule = 'simply' | 'proof' | 'own page' | 'none'
const table: Record<Act, Record<keyof typeof targets, Rule>> = {
  password: { student: 'simply', 'another tutor': 'proof', oneself: 'own page' },
  'second step': { student: 'none', 'another tutor': 'proof', oneself: 'none' },
  close: { student: 'simply', 'another tutor': 'proof', oneself: 'proof' },
  erase: { student: 'proof', 'another tutor': 'proof', oneself: 'proof' },
  sessions: { student: 'simply', 'another tutor': 'simply', oneself: 'simply' },
  card: { student: 'simply', 'another tutor': 'none', oneself: 'none' },
  role: { student: 'none', 'another tutor': 'none', oneself: 'none' },
}
const cases = Object.entries(table).flatMap(([act, rules]) =>
  Object.entries(rules).map(([target, rule]) => [act, target, rule] as [Act, keyof typeof targets, Rule]),
)

test.each(cases)('a tutor and the %s of %s: %s', async (act, target, rule) => {
  const { db, people, context } = riverbank
  for (const id of [brid, people.daniel.id]) await startSession(db, id, false)
  // Bríd needs a second step to turn off.
  if (act === 'second step') {
    riverbank.people.niamh = { ...people.niamh, id: brid }
    await enableSecondStep(riverbank, 'niamh')
    await startSession(db, brid, false)
  }
  const id = targets[target]()
  const before = await readAccount(id)
  if (rule === 'proof') {
    expect(await press(act, target)).toMatchObject(createRefusal('currentPassword'))
    expect(await press(act, target, { currentPassword: 'not mine at all' })).toMatchObject(
      createRefusal('currentPassword'),
    )
    expect(await readAccount(id)).toEqual(before)
    expect(await press(act, target, { currentPassword: PASSWORD_OF_PEOPLE })).toMatchObject({ status: 303 })
    expect(await readAccount(id)).not.toEqual(before)
  } else {
    const answer = await press(act, target, rule === 'none' ? { currentPassword: PASSWORD_OF_PEOPLE } : {})
    const after = await readAccount(id)
    // The response itself shows the card.
    if (rule === 'simply')
      expect([answer.status, after]).toEqual([act === 'card' ? 200 : 303, expect.not.objectContaining(before)])
    else if (rule === 'own page') expect([answer.to, after]).toEqual(['/dashboard/password', before])
    else
      expect({ ...after, row: after.row && { role: (after.row as { role?: string }).role } }).toEqual({
        ...before,
        row: { role: (before.row as { role: string }).role },
      })
  }
  // Only changes by another person to a tutor are reported, to the tutor and the office.
  const reported = !['erase', 'role', 'card'].includes(act) && target === 'another tutor'
  expect(await listAccessNotices(db, { ...riverbank.people.aoife, id })).toHaveLength(reported ? 1 : 0)
  const mails = await db.selectFrom('deliveries').selectAll().where('kind', '=', 'access').execute()
  expect(mails).toHaveLength(reported || (act === 'erase' && target === 'another tutor') ? 1 : 0)
  const composeMail = createMailComposer(db, { settings: riverbank.settings, origin: 'http://riverbank.test' })
  for (const mail of mails)
    expect(await composeMail(mail)).toMatchObject({
      subject: expect.stringContaining('a tutor’s log-in was changed'),
      to: { address: context.settings.officeEmail },
      text: expect.stringContaining('Aoife Brennan'),
    })
})

test.each(['close', 'erase'] as const)('the last tutor’s account can’t be removed: %s', async (act) => {
  const { db, people } = riverbank
  await closeAccountById(db, people.aoife, brid)
  expect(await press(act, 'oneself', { currentPassword: PASSWORD_OF_PEOPLE })).toMatchObject({ status: 409 })
  expect(await findByPassword(db, 'aoife', PASSWORD_OF_PEOPLE)).not.toBeNull()
})

test('a tutor with a second step also gives a code, which works once', async () => {
  const { db, people } = riverbank
  const { key, recoveryCodes } = await enableSecondStep(riverbank, 'aoife')
  riverbank.sessions.aoife = await startSession(db, people.aoife.id, false)
  const own = { currentPassword: PASSWORD_OF_PEOPLE }
  expect(await press('password', 'another tutor', own)).toMatchObject(createRefusal('code'))
  expect(await press('password', 'another tutor', { ...own, code: '000000' })).toMatchObject(createRefusal('code'))
  expect(
    await press('password', 'another tutor', { currentPassword: 'wrong', code: createTotpCode(key) }),
  ).toMatchObject(createRefusal('currentPassword'))
  // A form with errors does not use up the code.
  const guessable = await press('password', 'another tutor', {
    ...own,
    code: createTotpCode(key),
    password: 'BridNolan1',
  })
  expect(guessable).toMatchObject(createRefusal('password'))
  expect(await press('password', 'another tutor', { ...own, code: createTotpCode(key) })).toMatchObject({ status: 303 })
  expect(await findByPassword(db, 'brid', NEW)).not.toBeNull()
  expect(await press('close', 'another tutor', { ...own, code: createTotpCode(key) })).toMatchObject(
    createRefusal('code'),
  )
  expect(await press('close', 'another tutor', { ...own, code: recoveryCodes[0]! })).toMatchObject({ status: 303 })
})

/** Adds a person by a form. Returns the status and invalid fields. */
async function addByForm(kind: keyof typeof addForms, role: string, input: Record<string, string> = {}) {
  const { action, fields } = addForms[kind]
  const sent = { as: 'aoife', fields: { ...fields, role, ...input } } as const
  const answer = await callRoute(riverbank, action, '/dashboard/profile/people/new', sent)
  return readOutcome(answer)
}
const addForms = {
  one: {
    action: addOne as Action,
    fields: { firstName: 'Una', lastName: 'Walsh', username: 'una.w', password: NEW },
    saved: 303,
  },
  several: { action: addSeveral as Action, fields: { names: 'Una Walsh\nTom Ryan' }, saved: 200 },
} satisfies Record<string, { action: Action; fields: Record<string, string>; saved: number }>

test.each(['one', 'several'] as const)(
  'adding %s as a tutor needs the sender’s own password and code',
  async (kind) => {
    const { db, people } = riverbank
    const countAdded = async () =>
      (await db.selectFrom('users').select(['firstName', 'role']).where('firstName', 'in', ['Una', 'Tom']).execute())
        .length
    const { key } = await enableSecondStep(riverbank, 'aoife')
    riverbank.sessions.aoife = await startSession(db, people.aoife.id, false)
    const own = { currentPassword: PASSWORD_OF_PEOPLE }
    expect(await addByForm(kind, 'tutor')).toEqual(createRefusal('currentPassword'))
    expect(await addByForm(kind, 'tutor', { currentPassword: 'wrong', code: createTotpCode(key) })).toEqual(
      createRefusal('currentPassword'),
    )
    expect(await addByForm(kind, 'tutor', own)).toEqual(createRefusal('code'))
    // A form with errors does not use up the code.
    const faulty: Record<string, string> = kind === 'one' ? { username: 'brid' } : { names: 'Bríd Nolan' }
    expect((await addByForm(kind, 'tutor', { ...own, ...faulty, code: createTotpCode(key) })).wrong).not.toContain(
      'code',
    )
    expect(await countAdded()).toBe(0)
    expect(await addByForm(kind, 'tutor', { ...own, code: createTotpCode(key) })).toMatchObject({
      status: addForms[kind].saved,
    })
    expect(await countAdded()).toBe(kind === 'one' ? 1 : 2)
    const mails = await db.selectFrom('deliveries').selectAll().where('kind', '=', 'access').execute()
    expect(mails).toHaveLength(kind === 'one' ? 1 : 2)
    const composeMail = createMailComposer(db, { settings: riverbank.settings, origin: 'http://riverbank.test' })
    expect(await composeMail(mails[0]!)).toMatchObject({ subject: expect.stringContaining('a tutor was added') })
  },
)

test.each(['one', 'several'] as const)('adding %s as a student needs neither', async (kind) => {
  expect(await addByForm(kind, 'student')).toMatchObject({ status: addForms[kind].saved })
})

test('wrong guesses of the sender’s own password are limited across all these forms', async () => {
  const guess = (n: number) =>
    press((['password', 'close', 'erase'] as const)[n % 3]!, 'another tutor', { currentPassword: `guess ${n}` })
  const statuses: number[] = []
  for (let n = 0; n < 14; n++) statuses.push((await guess(n)).status)
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
  expect(await press('close', 'another tutor', { currentPassword: PASSWORD_OF_PEOPLE })).toMatchObject({ status: 429 })
})

test('the operator can set passwords, turn off second steps and reopen accounts but those of the demonstration and erased ones; each is logged and reported', async () => {
  const { db, people, settings } = riverbank
  await enableSecondStep(riverbank, 'aoife')
  await turnOffSecondStepByOperator(db, 'aoife')
  await setPassword(db, 'aoife', NEW, settings.centre)
  await closeAccountById(db, people.aoife, brid)
  await reopenAccount(db, 'brid')
  expect(await findByPassword(db, 'aoife', NEW)).not.toBeNull()
  expect(await findByPassword(db, 'brid', PASSWORD_OF_PEOPLE)).not.toBeNull()
  const words = async (id: number) =>
    (await listAccessNotices(db, { ...riverbank.people.aoife, id })).map(({ words }) => words)
  expect(await words(people.aoife.id)).toEqual([
    'The operator turned off your second step',
    'The operator set a new password for you',
  ])
  expect(await words(brid)).toEqual(['Aoife Brennan closed your account', 'The operator opened your account again'])
  await expect(reopenAccount(db, 'brid')).rejects.toThrow('can’t be opened again')
  await closeAccountById(db, people.aoife, brid)
  for (const stays of [{ demonstration: 1 }, { demonstration: 0, erasedAt: new Date().toISOString() }] as const) {
    await db.updateTable('users').set(stays).where('id', '=', brid).execute()
    await expect(reopenAccount(db, 'brid')).rejects.toThrow('can’t be opened again')
  }
})

test('a tutor can open a student’s account again, but no tutor’s', async () => {
  const { db, people } = riverbank
  const reopen = async (id: number) => {
    const sent = { as: 'aoife', params: { id: String(id) }, fields: { intent: 'reopen', firstDay: '' } } as const
    return (await callRoute(riverbank, person.action, `/dashboard/profile/people/${id}`, sent)).status
  }
  for (const id of [brid, people.daniel.id]) await closeAccountById(db, people.aoife, id)
  expect(await reopen(people.daniel.id)).toBe(303)
  expect(await findByPassword(db, 'daniel', PASSWORD_OF_PEOPLE)).not.toBeNull()
  expect(await reopen(people.daniel.id)).toBe(409)
  expect(await reopen(brid)).toBe(404)
})
