import { beforeEach, expect, test } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import { findCard, findDayCode, makeCard, makeDayCode } from '~/domain/cards/cards.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { loader as person } from '~/routes/dashboard/profile.people.$id._index/route'
import { callRoute, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let id: string
beforeEach(() => {
  riverbank.context.settings.signInCards = true
  id = String(riverbank.people.daniel.id)
})

const request = {
  as: 'aoife',
  get params() {
    return { id }
  },
} as const
const load = () => callRoute(riverbank, loader, '/dashboard/profile/people/2/card', request)
const submit = (fields: Record<string, string>) =>
  callRoute(riverbank, action, '/dashboard/profile/people/2/card', { ...request, fields })
const hasCardLink = async () =>
  (await (await callRoute(riverbank, person, '/dashboard/profile/people/2', request)).json()).hasCards

test('a new code shows what the student types and until when; the page then shows that it exists', async () => {
  const { db, people } = riverbank
  const { code } = await (await submit({ intent: 'code' })).json()
  const { expiresAt } = (await findDayCode(db, aoife, people.daniel.id))!
  expect(code).toEqual({ username: 'daniel', code: expect.stringMatching(/^\d{6}$/), expiresAt })
  expect(await (await load()).json()).toMatchObject({ card: null, code: { expiresAt, isLocked: false } })
})

const makers = {
  card: () => {
    const { db, context, people } = riverbank
    return makeCard(db, context.sign, people.aoife, people.daniel.id, { until: formatIsoDay(getToday()), digits: null })
  },
  code: () => {
    const { db, context, people } = riverbank
    return makeDayCode(db, context.sign, people.aoife, people.daniel.id)
  },
}

test.each(['card', 'code'] as const)(
  'while cards are turned off, a tutor can remove a %s but not make one',
  async (what) => {
    const { db, context, people, sessions } = riverbank
    await makers[what]()
    context.settings.signInCards = false
    expect([(await load()).status, await hasCardLink()]).toEqual([200, true])
    for (const intent of ['card', 'code', 'unlock']) expect((await submit({ intent })).status, intent).toBe(404)
    const answer = await submit({ intent: 'take-back' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/dashboard/profile/people/${id}`])
    expect(readFlashMessage(answer)).toContain('Card or code removed')
    expect([await findCard(db, aoife, people.daniel.id), await findDayCode(db, aoife, people.daniel.id)]).toEqual([
      null,
      null,
    ])
    expect([(await load()).status, await hasCardLink()]).toEqual([404, false])
    expect(await findSession(db, 'cookie', sessions.daniel.cookie)).not.toBeNull()
  },
)
