import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Refused } from '~/domain/refused'
import { TICKET_FIELD } from '~/domain/tickets/field'
import { answerOf, formOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { changing } from './answering.server'
import { readForm } from './body'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

let number = 0
/** A form that no other test has sent. */
const typed = () => ({ [TICKET_FIELD]: crypto.randomUUID(), title: `Tea ${number++}` })

async function send(action: (args: ActionFunctionArgs) => unknown, fields: Record<string, string>, path = '/tea') {
  const request = await riverbank.request(path, { as: 'aoife', ...formOf(fields) })
  return answerOf(() => changing(action)({ request, params: {}, context: riverbank.context }), path)
}

/** An action that saves what it is sent, counting how often; `then` is what follows in its transaction. */
function saving(answer: (number: number) => unknown, then: () => void = () => {}) {
  const saved: string[] = []
  const action = async ({ request, context }: ActionFunctionArgs) => {
    const title = String((await readForm(request)).get('title'))
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
  test('is saved once, and answered as the first time: a redirect, a record, a report', async () => {
    for (const answer of [
      (id: number) => redirect(`/tea/${id}`, { status: 303, headers: { 'Set-Cookie': 'message=saved' } }),
      (id: number) => Response.json({ id }, { status: 201 }),
      (id: number) => data({ report: `${id} lines` }),
    ]) {
      const { action, saved } = saving(answer)
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

  test('at the same time waits for the first', async () => {
    const { action, saved } = saving(() => redirect('/tea/1'))
    const form = typed()
    const all = await Promise.all([send(action, form), send(action, form), send(action, form)])
    expect(saved).toHaveLength(1)
    expect(all.map(({ headers }) => headers.get('Location'))).toEqual(['/tea/1', '/tea/1', '/tea/1'])
  })

  test('with another word is another form, and so is one without a ticket', async () => {
    const { action, saved } = saving(() => redirect('/tea/1'))
    const form = typed()
    await send(action, form)
    await send(action, { ...form, title: 'Coffee' })
    await send(action, { title: 'No ticket' })
    await send(action, { title: 'No ticket' })
    expect(saved).toHaveLength(4)
  })

  test('is answered in short when the first answer is forgotten', async () => {
    const { action, saved, rows } = saving(() => redirect('/tea/1'))
    const form = typed()
    await send(action, form)
    // As after a restart, where only the database knows the ticket: an action that never ran here.
    for (let other = 0; other < 1001; other++)
      await send(async ({ request }) => {
        await readForm(request)
        return redirect('/tea')
      }, typed())
    const page = await send(action, form)
    expect([page.status, page.headers.get('Location')]).toEqual([303, '/tea'])
    expect(decodeURIComponent(page.headers.get('Set-Cookie') ?? '')).toMatch(/^riverbank|message=/)
    expect([saved.length, await rows()]).toEqual([1, 1])
  })

  test('is saved at the second time when the first came back to be corrected, was refused, or failed', async () => {
    for (const outcome of [
      () => data({ result: {} }, { status: 400 }),
      () => {
        throw new Refused(409, 'Somebody was faster.')
      },
      () => {
        throw new Error('out of tea')
      },
    ]) {
      const form = typed()
      await send(saving(outcome).action, form)
      const { action, saved } = saving(() => redirect('/tea/1'))
      await send(action, form)
      expect(saved).toHaveLength(1)
    }
  })
})

test('a form and its ticket are saved together or not at all', async () => {
  const { action, rows } = saving(
    () => redirect('/tea'),
    () => {
      throw new Error('cut off before the commit')
    },
  )
  expect((await send(action, typed())).status).toBe(500)
  expect([await rows(), await tickets()]).toEqual([0, 0])

  // What a kill right after the commit leaves behind, before anybody could answer.
  let atCommit: number[] = []
  const whole = saving(() => redirect('/tea'))
  const watched = async (args: ActionFunctionArgs) => {
    const answer = await whole.action(args)
    atCommit = [await rows(), await tickets()]
    return answer
  }
  await send(watched, typed())
  expect(atCommit).toEqual([1, 1])
})
