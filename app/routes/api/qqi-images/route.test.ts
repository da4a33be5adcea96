import { afterAll, beforeAll, expect, test } from 'vitest'
import { changing } from '~/http/handler.server'
import { answerOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { pdf, picture } from '~/test/samples'
import { action, loader } from './route'

let riverbank: TestRiverbank
beforeAll(async () => {
  riverbank = await freshRiverbank()
})
afterAll(() => riverbank.close())

async function post(file?: File, alt?: string) {
  const body = new FormData()
  if (alt) body.set('alt', alt)
  if (file) body.set('file', file)
  const request = await riverbank.request('/api/qqi-images', { as: 'aoife', method: 'POST', body })
  return answerOf(() => changing(action)({ request, params: {}, context: riverbank.context }))
}

test('POST /api/qqi-images adds a photo, GET lists it for everyone who is logged in', async () => {
  const answer = await post(new File([new Uint8Array(await picture().png().toBuffer())], 'a.png'), 'Everybody claps')
  expect(answer.status).toBe(201)
  const image = {
    id: 1,
    title: 'QQI Certificate Photo 1',
    url: '/files/1',
    uploadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    description: 'Photo from QQI certificates presentation ceremony',
    alt: 'Everybody claps',
  }
  expect(await answer.json()).toEqual(image)
  const request = await riverbank.request('/api/qqi-images', { as: 'daniel' })
  const list = await answerOf(() => loader({ request, params: {}, context: riverbank.context }))
  expect(await list.json()).toEqual([image])
})

test('POST /api/qqi-images refuses a document and a form without a photo', async () => {
  const refused = await post(new File([new Uint8Array(pdf())], 'plan.pdf'))
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ message: 'This is a document. Please choose a photo.' })
  expect(await (await post()).json()).toMatchObject({ errors: { file: ['Please choose at least one photo.'] } })
})
