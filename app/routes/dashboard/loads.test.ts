import { expect, test } from 'vitest'
import { shareServer } from '~/test/built'
import type { Person } from '~/test/people'
import { getPageText } from '~/test/served'

// Messages of pages whose data can't be read. weak-line.e2e.ts tests pages without a connection.

const riverbank = shareServer()

const LOAD_ERROR = 'We could not load this. Try again.'
const studentTabs = ['My Files', 'Riverbank Timetable', 'Calendar', 'Notices']
const tutorTabs = [...studentTabs, 'Newsletter', 'Resources', 'Board', 'Profile']

async function open(path: string, as?: Person) {
  const headers = { Cookie: as ? riverbank.sessions[as].cookie : '' }
  const answer = await fetch(riverbank.url + path, { headers })
  const html = await answer.text()
  return {
    status: answer.status,
    cache: answer.headers.get('Cache-Control'),
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    text: getPageText(html),
  }
}

/** Opens a page while a table is missing, and again once it is restored. */
async function openWithout(table: string, path: string, as?: Person) {
  riverbank.change(`alter table ${table} rename to away`)
  const without = await open(path, as)
  riverbank.change(`alter table away rename to ${table}`)
  return { without, again: await open(path, as) }
}

test.each([
  ['daniel', '/dashboard', 'files', 'No personal files available yet.', 'My Files'],
  ['daniel', '/dashboard/timetable', 'timetables', 'No timetables available yet.', 'Timetable'],
  [
    'daniel',
    '/dashboard/calendar?day=2025-10-14',
    'events',
    'No events scheduled for this day.',
    'Calendar: Tuesday, 14 October 2025',
  ],
  [undefined, '/board', 'boardMembers', 'No current board members', 'Directors'],
  [undefined, '/board?tab=past', 'boardMembers', 'No past members archived', 'Directors: Past Members'],
  [undefined, '/board?tab=strategic', 'strategicPlans', 'No strategic plans available', 'Directors: Strategic Plans'],
] as const)(
  'for %s, the list at %s is empty and says why while %s can’t be read',
  async (as, path, table, empty, title) => {
    const { without, again } = await openWithout(table, path, as)
    expect(without).toMatchObject({
      status: 500,
      cache: expect.stringMatching(/no-cache|no-store/),
      title: `Error: ${title} - Riverbank`,
      text: expect.stringContaining(empty),
    })
    for (const words of [LOAD_ERROR, ...(as ? [...studentTabs, 'Log Out'] : [])]) expect(without.text).toContain(words)
    expect(again).toMatchObject({
      status: 200,
      title: `${title} - Riverbank`,
      text: expect.not.stringContaining(LOAD_ERROR),
    })
  },
)

const NEWSLETTER_ERROR = 'There was an error loading the newsletter data. Please try again later.'

test.each([
  ['/dashboard/resources', 'resources', LOAD_ERROR],
  ['/dashboard/board', 'boardMembers', LOAD_ERROR],
  ['/dashboard/notices', 'files', LOAD_ERROR],
  ['/dashboard/profile/enquiries', 'enquiries', LOAD_ERROR],
  ['/dashboard/newsletter', 'newsletters', NEWSLETTER_ERROR],
])('%s shows tutors an error inside the portal while it can’t be read', async (path, table, message) => {
  const { without, again } = await openWithout(table, path, 'aoife')
  expect(without).toMatchObject({ status: 500, title: expect.stringMatching(/^(Error: |Something went wrong - )/) })
  const title = message === LOAD_ERROR ? 'Something went wrong' : 'Error Loading Data'
  const failed = message === NEWSLETTER_ERROR ? ['Failed to fetch newsletters: 500'] : []
  for (const words of [title, message, ...failed, 'Student Portal Dashboard', 'Log Out', ...tutorTabs])
    expect(without.text).toContain(words)
  expect(again).toMatchObject({ status: 200, text: expect.not.stringContaining(message) })
})

test.each([
  [undefined, '/news', 'newsletters'],
  ['daniel', '/dashboard', 'sessions'],
] as const)('for %s, %s is an error page of its own while %s can’t be read', async (as, path, table) => {
  const { without, again } = await openWithout(table, path, as)
  expect(without).toMatchObject({
    status: 500,
    title: 'Something went wrong - Riverbank',
    text: expect.stringContaining('Try again'),
  })
  expect(again).toMatchObject({ status: 200, text: expect.not.stringContaining('Something went wrong') })
})
