import { expect, test } from 'vitest'
import { takeMessage } from '~/http/message.server'
import { answerOf, formOf, freshRiverbank } from '~/test/riverbank'
import { action } from './route'

test('a log-out that fails says so, and the browser forgets the session all the same', async () => {
  const riverbank = await freshRiverbank()
  const request = await riverbank.request('/portal', { as: 'daniel', ...formOf({ intent: 'log-out' }) })
  await riverbank.db.destroy()
  const answer = await answerOf(() => action({ request, params: {}, context: riverbank.context }))
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
  const cookies = answer.headers.getSetCookie()
  expect(cookies.find((cookie) => cookie.startsWith('riverbank_session='))).toMatch(/Max-Age=0/)
  const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const { message } = await takeMessage(
    new Request('http://riverbank.test/', { headers: { Cookie } }),
    riverbank.context,
  )
  expect(message).toMatchObject({ kind: 'error', title: 'Logout failed' })
  await riverbank.close()
})
