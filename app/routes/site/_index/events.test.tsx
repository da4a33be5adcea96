import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { loader, UpcomingEvents } from './route'

const riverbank = setUpFreshRiverbank()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

/** Returns the titles on Home's list of events: visible, folded under 'Earlier', and cancelled. */
async function renderEvents({ demo = false } = {}) {
  const { context } = riverbank
  const requested = { ...context, settings: { ...context.settings, demo } }
  const request = await riverbank.request('/')
  const { data } = await loader({ request, params: {}, context: requested } as unknown as LoaderFunctionArgs)
  const html = renderToStaticMarkup(
    <StaticRouter location="/">
      <UpcomingEvents {...data} words={data.words.events} />
    </StaticRouter>,
  )
  const [visible = '', folded = ''] = html.split(/<details class="fold[^>]*><summary><h3>Earlier<\/h3><\/summary>/)
  const listTitles = (part: string) => [...part.matchAll(/<h[34][^>]*>(.*?)<\/h/g)].map(([, title]) => title)
  const parts = html.split('<li').filter((part) => part.includes('Not on: the centre is closed'))
  return { visible: listTitles(visible), folded: listTitles(folded), notOn: parts.flatMap(listTitles) }
}

const addTea = () =>
  addEvent(
    riverbank.db,
    riverbank.people.aoife,
    newEvent.parse({ title: 'Tea morning', day: 13, month: 'December', year: 2025 }),
  )

test.each([
  ['before both', '2025-07-25T12:00:00Z', ['Summer show', 'Christmas open afternoon'], []],
  ['between them', '2025-07-26T12:00:00Z', ['Christmas open afternoon'], ['Summer show']],
  ['after both', '2025-12-13T12:00:00Z', [], ['Summer show', 'Christmas open afternoon']],
])('Home shows its own two events %s, whatever else is coming up', async (_, moment, coming, over) => {
  vi.setSystemTime(new Date(moment))
  expect(await renderEvents()).toMatchObject({ visible: coming, folded: over })
  await addTea()
  expect(await renderEvents()).toMatchObject({ visible: [...coming, 'Tea morning'], folded: over })
  expect(await renderEvents({ demo: true })).toMatchObject({ visible: [...coming, 'Tea morning'], folded: over })
})

test('Home says which of its events are cancelled because the centre is closed', async () => {
  vi.setSystemTime(new Date('2025-12-01T12:00:00Z'))
  const { db, people } = riverbank
  const close = (title: string, day: number, endDate?: string) =>
    addEvent(db, people.aoife, newEvent.parse({ title, day, endDate, month: 'December', year: 2025, closed: true }))
  await addTea()
  expect((await renderEvents()).notOn).toEqual([])
  await close('Staff training', 11, '2025-12-12')
  await close('Staff training', 13)
  expect((await renderEvents()).notOn).toEqual(['Christmas open afternoon', 'Tea morning'])
  await close('Christmas open afternoon', 12)
  expect((await renderEvents()).notOn).toEqual(['Tea morning'])
})
