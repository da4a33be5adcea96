import { expect, test } from 'vitest'
import { changing } from '~/http/handler.server'
import { answerOf, formOf, freshForEach } from '~/test/riverbank'
import * as newsletter from '../newsletter.new/route'
import { action } from './route'

const riverbank = freshForEach()

const post = async (of: typeof action, fields: Record<string, string>) => {
  const request = await riverbank.request('/dashboard/notices/new', { as: 'aoife', ...formOf(fields) })
  const answer = await answerOf(() => changing(of)({ request, params: {}, context: riverbank.context }))
  return { status: answer.status, ...(await answer.json()) }
}

test('without scripts, a notice and a newsletter are told what would make them easier to read, and nothing is saved', async () => {
  const text = 'Please read this, it is IMPORTANT.'
  const advice = ['Words in capitals are hard to read: “IMPORTANT”.']
  const notice = await post(action, { title: 'Bus', text, preview: 'yes' })
  expect(notice).toMatchObject({ status: 200, advice, result: { initialValue: { title: 'Bus', text } } })
  expect(await post(action, { text: 'No bus today.', preview: 'yes' })).toMatchObject({ advice: [] })
  const mail = await post(newsletter.action, { title: 'May', content: `**Hello**\n\n${text}`, preview: 'yes' })
  expect(mail).toMatchObject({ advice, preview: expect.stringContaining('<strong>Hello</strong>') })
  expect(await riverbank.db.selectFrom('notices').select('id').execute()).toEqual([])
  expect(await riverbank.db.selectFrom('newsletters').select('id').execute()).toEqual([])
})
