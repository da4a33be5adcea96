import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import { today } from '~/domain/events/days'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { freshForEach } from '~/test/riverbank'
import { loader } from './route'

const riverbank = freshForEach()

/** Whether Home shows its own events that are over. */
async function hasEarlier(demo: boolean) {
  const { context } = riverbank
  const asked = { ...context, settings: { ...context.settings, demo } }
  const request = await riverbank.request('/')
  const { data } = await loader({ request, params: {}, context: asked } as unknown as LoaderFunctionArgs)
  return data.hasEarlier
}

it('Home shows what is over as long as nothing is coming, and in the demonstration', async () => {
  expect(await hasEarlier(false)).toBe(true)
  await addEvent(riverbank.db, riverbank.people.aoife, newEvent.parse({ title: 'Tea morning', ...today() }))
  expect(await hasEarlier(false)).toBe(false)
  expect(await hasEarlier(true)).toBe(true)
})
