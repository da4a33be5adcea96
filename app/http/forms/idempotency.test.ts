import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { MAX_KEYS_PER_SENDER } from '~/domain/idempotency/keys.server'
import { Refused } from '~/domain/refused'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { callRoute, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { readSubmission } from './idempotency.server'

const riverbank = setUpFreshRiverbank()

let number = 0
/** A form that no other test has sent. */
const typed = () => ({ [IDEMPOTENCY_FIELD]: crypto.randomUUID(), title: `Tea ${number++}` })

async function send(
  action: (args: ActionFunctionArgs) => unknown,
  fields: Record<string, string>,
  { path = '/tea', as = 'aoife' as Person | null } = {},
) {
  return callRoute(riverbank, withFormRecovery(action), path, { fields, ...(as && { as }) })
}

/** An action that saves its form and counts how often; `then` runs later in its transaction. */
function createSavingAction(answer: (number: number) => unknown, then: () => void = () => {}) {
  const saved: string[] = []
  const action = async (args: ActionFunctionArgs) => {
    const { context } = args
    const title = String((await readSubmission(args)).get('title'))
    await context.db.transaction().execute(async (change) => {
      await change
        .insertInto('resources')
        .values({ title, content: '', category: 'support', isPublic: 0, createdAt: '', version: 1 })
        .execute()
      then()
    })
    saved.push(title)
    return answer(saved.length)
  }
  const rows = async () => (await riverbank.db.selectFrom('resources').select('title').execute()).length
  return { action, saved, rows }
}
const tickets = async () => (await riverbank.db.selectFrom('tickets').selectAll().execute()).length

describe('a form sent twice', () => {
  test('is saved once, with the first response again: a redirect, a record, a report', async () => {
    for (const answer of [
      (id: number) => redirect(`/tea/${id}`, { status: 303, headers: { 'Set-Cookie': 'riverbank_message=saved' } }),
      (id: number) => Response.json({ id }, { status: 201 }),
      (id: number) => data({ report: `${id} lines` }),
    ]) {
      const { action, saved } = createSavingAction(answer)
      const form = typed()
      const first = await send(action, form)
      const second = await send(action, form)
      expect(saved).toHaveLength(1)
      expect([second.status, [...second.headers], await second.text()]).toEqual([
        first.status,
        [...first.headers],
        await first.text(),
      ])
    }
  })

  test('at the same time waits for the first one', async () => {
    const { action, saved } = createSavingAction(() => redirect('/tea/1'))
    const form = typed()
    const all = await Promise.all([send(action, form), send(action, form), send(action, form)])
    expect(saved).toHaveLength(1)
    expect(all.map(({ headers }) => headers.get('Location'))).toEqual(['/tea/1', '/tea/1', '/tea/1'])
  })

  test('with another text is another form, and so is one without an idempotency key', async () => {
    const { action, saved } = createSavingAction(() => redirect('/tea/1'))
    const form = typed()
    await send(action, form)
    await send(action, { ...form, title: 'Coffee' })
    await send(action, { title: 'No idempotency key' })
    await send(action, { title: 'No idempotency key' })
    expect(saved).toHaveLength(4)
  })

  test('gets a short message if the first response is no longer stored, in the address if the browser has no cookies', async () => {
    const { action, saved, rows } = createSavingAction(() => redirect('/tea/1'))
    const form = typed()
    for (const as of ['aoife', null] as const) await send(action, form, { as })
    // As after a restart, where only the database knows the idempotency key.
    const others = createSavingAction(() => redirect('/tea'))
    for (let other = 0; other < 1001; other++) await send(others.action, typed())
    const page = await send(action, form)
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/tea'])
    expect(decodeURIComponent(page.headers.get('Set-Cookie') ?? '')).toMatch(/^riverbank_message=/)
    const withoutCookies = await send(action, form, { as: null })
    expect([withoutCookies.status, withoutCookies.headers.get('Location')]).toEqual([303, '/tea?saved-already'])
    expect(withoutCookies.headers.get('Set-Cookie')).toBeNull()
    expect([saved.length, await rows()]).toEqual([2, 1003])
  })

  test('gets the first response without its cookies', async () => {
    for (const answer of [
      (headers: Headers) => redirect('/tea', { status: 303, headers }),
      (headers: Headers) => data({ report: 'one line' }, { headers }),
    ]) {
      const { action } = createSavingAction(() => {
        const headers = new Headers({ 'Set-Cookie': 'riverbank_device=of-a-tutor' })
        headers.append('Set-Cookie', '__Host-riverbank_session=secret')
        return answer(headers)
      })
      const form = typed()
      expect((await send(action, form)).headers.getSetCookie()).toHaveLength(2)
      expect((await send(action, form)).headers.getSetCookie()).toEqual([])
    }
  })

  test('by another person or on another page is another form', async () => {
    const { action, saved } = createSavingAction(() => redirect('/tea'))
    const form = typed()
    for (const as of ['aoife', 'daniel', null] as const) await send(action, form, { as })
    await send(action, form, { path: '/coffee' })
    expect(saved).toHaveLength(4)
  })

  test('is saved the second time if the first had errors, was refused or failed', async () => {
    for (const outcome of [
      () => data({ result: {} }, { status: 400 }),
      () => {
        throw new Refused('conflict', 'Another tutor was faster.')
      },
      () => {
        throw new Error('out of tea')
      },
    ]) {
      const form = typed()
      await send(createSavingAction(outcome).action, form)
      const { action, saved } = createSavingAction(() => redirect('/tea/1'))
      await send(action, form)
      expect(saved).toHaveLength(1)
    }
  })
})

test('the key of a form that is saved without a transaction is also stored', async () => {
  let answered = 0
  const form = typed()
  for (const _ of ['first', 'again'])
    await send(async (args) => {
      await readSubmission(args)
      const { db } = args.context
      answered += 1
      await db.updateTable('users').set({ firstName: 'Tea' }).execute()
      return redirect('/tea')
    }, form)
  expect([await tickets(), answered]).toEqual([1, 1])
})

test('a form and its idempotency key are saved in one transaction', async () => {
  const { action, rows } = createSavingAction(
    () => redirect('/tea'),
    () => {
      throw new Error('cut off before the commit')
    },
  )
  expect((await send(action, typed())).status).toBe(500)
  expect([await rows(), await tickets()]).toEqual([0, 0])

  // As if killed right after the commit, before the response.
  let atCommit: number[] = []
  const whole = createSavingAction(() => redirect('/tea'))
  const watched = async (args: ActionFunctionArgs) => {
    const answer = await whole.action(args)
    atCommit = [await rows(), await tickets()]
    return answer
  }
  await send(watched, typed())
  expect(atCommit).toEqual([1, 1])
})

test('only a person’s newest keys are stored, and other people’s are unaffected', async () => {
  const { db } = riverbank
  const { action } = createSavingAction(() => redirect('/tea', { status: 303 }))
  await send(action, typed(), { as: 'niamh' })
  await send(action, typed())
  const { sender } = await db
    .selectFrom('tickets')
    .select('sender')
    .orderBy('savedAt', 'desc')
    .executeTakeFirstOrThrow()
  const older = Array.from({ length: MAX_KEYS_PER_SENDER + 10 }, (_, number) => ({
    ...{ ticket: `${number}`, sender, savedAt: `2026-01-01T00:00:00.${String(number).padStart(6, '0')}Z` },
  }))
  await db.insertInto('tickets').values(older).execute()
  await send(action, typed())
  expect(await tickets()).toBe(MAX_KEYS_PER_SENDER + 2)
})
