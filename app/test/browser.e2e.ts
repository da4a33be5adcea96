import { expect, test } from '~/test/browser'
import { errorsIn } from '~/test/running'

test('a spec of many checks begins as the first one, whatever the spec before it left @once', async ({ server }) => {
  const since = new Date().toISOString()
  server.asLeft.change('alter table boardMembers rename to away')
  const { url, output } = server.asLeft
  expect((await fetch(`${url}/board`)).status).toBe(500)
  expect(errorsIn(output(), since)).toMatch(/no such table: boardMembers[\s\S]+ at /)

  const riverbank = await server.putBack()
  const restored = new Date().toISOString()
  expect(riverbank.rows('select id from boardMembers')).not.toEqual([])
  expect((await fetch(`${url}/board`)).status).toBe(200)
  expect(errorsIn(output(), restored)).toBe('')
})
