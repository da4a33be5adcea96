import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeEach, expect, test, vi } from 'vitest'
import { addDemoBoard } from '~/demo/board'
import { changing } from '~/http/handler.server'
import { ask, freshForEach } from '~/test/riverbank'
import * as removal from '../board.$id.delete/route'
import * as edit from '../board.$id.edit/route'
import * as addition from '../board.new/route'
import * as planRemoval from '../board_.plans.$id.delete/route'
import * as planEdit from '../board_.plans.$id.edit/route'
import * as planAddition from '../board_.plans.new/route'

// The failures below are logged on purpose; silence them.
vi.hoisted(() => {
  process.env.LOG_LEVEL = 'silent'
})

const riverbank = freshForEach()
beforeEach(async () => {
  await addDemoBoard(riverbank.db)
})

const newMember = { name: 'Bríd Nolan', position: 'Director' }
const member = { ...newMember, version: '1' }
const newPlan = { title: 'Green rooms', content: '<p>Plants</p>' }
const plan = { ...newPlan, version: '1' }
const MEMBERS = '/dashboard/board'
const PLANS = '/dashboard/board/plans'
/** What the question gets; its words are in ui/dialogs/confirm.tsx. */
const NOT_DELETED = { result: { initialValue: {} }, failed: { status: 500 } }

const post = (action: (args: ActionFunctionArgs) => unknown, path: string, fields: Record<string, string> = {}) =>
  ask(riverbank, changing(action), path, { as: 'aoife', fields, params: { id: /\d+/.exec(path)?.[0] } })

test.each([
  [addition.action, `${MEMBERS}/new`, newMember],
  [edit.action, `${MEMBERS}/1/edit`, member],
  [planAddition.action, `${PLANS}/new`, newPlan],
  [planEdit.action, `${PLANS}/1/edit`, plan],
])('a save that fails keeps what was typed: %# %s', async (action, path, fields) => {
  await riverbank.db.schema.dropTable('activity').execute()
  const answer = await post(action, path, fields)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ failed: { status: 500 }, result: { initialValue: fields } })
})

test.each([
  [removal.action, `${MEMBERS}/1/delete`, 'boardMembers'],
  [planRemoval.action, `${PLANS}/1/delete`, 'strategicPlans'],
] as const)('a delete that fails says so on its question, and deletes nothing: %# %s', async (action, path, table) => {
  await riverbank.db.schema.dropTable('activity').execute()
  const answer = await post(action, path)
  expect([answer.status, await answer.json()]).toEqual([500, NOT_DELETED])
  expect(await riverbank.db.selectFrom(table).select('id').where('id', '=', 1).execute()).toHaveLength(1)
})

test.each([
  [edit.action, `${MEMBERS}/99/edit`, member],
  [removal.action, `${MEMBERS}/99/delete`, {}],
  [planEdit.action, `${PLANS}/99/edit`, plan],
  [planRemoval.action, `${PLANS}/99/delete`, {}],
])('what is not there is answered 404: %# %s', async (action, path, fields) => {
  expect((await post(action, path, fields)).status).toBe(404)
})
