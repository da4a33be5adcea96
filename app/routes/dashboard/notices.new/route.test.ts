import { expect, test } from 'vitest'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { sendApiRequest } from '~/test/api'
import { createFormPost, getResponse, setUpFreshRiverbank } from '~/test/riverbank'
import * as newsletter from '../newsletter.new/route'
import { action } from './route'

const riverbank = setUpFreshRiverbank()

const post = async (of: typeof action, fields: Record<string, string>) => {
  const request = await riverbank.request('/dashboard/notices/new', { as: 'aoife', ...createFormPost(fields) })
  const answer = await getResponse(() => withFormRecovery(of)({ request, params: {}, context: riverbank.context }))
  return { status: answer.status, ...JSON.parse((await answer.text()) || '{}') }
}

test('without scripts, a notice and a newsletter get reading advice, and nothing is saved', async () => {
  const text = 'Please read this, it is IMPORTANT.'
  const advice = ['Words in capitals are hard to read: “IMPORTANT”.']
  const notice = await post(action, { title: 'Bus', text, preview: 'yes' })
  expect(notice).toMatchObject({ status: 200, advice, result: { initialValue: { title: 'Bus', text } } })
  expect(await post(action, { text: 'No bus today.', preview: 'yes' })).toMatchObject({ advice: [] })
  const mail = await post(newsletter.action, { title: 'May', content: `**Hello**\n\n${text}`, preview: 'yes' })
  expect(mail).toMatchObject({ advice, blocks: [{ words: [{ is: 'bold', words: ['Hello'] }] }, { words: [text] }] })
  expect(await riverbank.db.selectFrom('notices').select('id').execute()).toEqual([])
  expect(await riverbank.db.selectFrom('newsletters').select('id').execute()).toEqual([])
})

test.each([
  ['Cyrillic letters', 'Ж', 14_000],
  ['signs of three bytes', '€', 24_949],
  ['pictures of two units', '🌊', 12_000],
])('the form and the API accept an Easy Read text of %s up to the maximum length', async (_, letter, times) => {
  const easyRead = letter.repeat(times)
  const until = formatIsoDay(getToday())
  const notice = { title: 'Bus', text: 'The bus is late.', until, easyRead }
  expect((await post(action, notice)).status).toBe(303)
  expect((await sendApiRequest(riverbank, 'POST /api/notices', { as: 'aoife', json: notice })).status).toBe(201)
  const stored = await riverbank.db.selectFrom('notices').select('easyRead').execute()
  expect(stored.map((one) => one.easyRead?.includes(easyRead))).toEqual([true, true])
})
