import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createSessionCookieHeader } from '~/auth/identity.server'
import { pageAccess, type Readers } from '~/test/access-table'
import { countChanges } from '~/test/every-table'
import { type Person, shareRiverbank } from '~/test/riverbank'
import { fillInAddress, pages } from '~/test/route-addresses'
import { createRouteHandler } from '~/test/route-handler'
import { plantSecretWords } from '~/test/secret-words'

// What becomes of a form whose intent its page does not know. Forms of other pages may send any: they ignore it.

/** The pages with several forms or buttons, whose action asks for the intent, by their folder below app/routes. */
const WITH_INTENTS = [
  'dashboard/_index',
  'dashboard/at-home',
  'dashboard/calendar.address',
  'dashboard/files.$id.delete',
  'dashboard/more.choose',
  'dashboard/newsletter._index',
  'dashboard/newsletter.$id._index',
  'dashboard/newsletter.subscribers._index',
  'dashboard/newsletter.subscribers.import',
  'dashboard/notices._index',
  'dashboard/notices.questions.$id.photos',
  'dashboard/notices.questions.$id.voice',
  'dashboard/password.second-step._index',
  'dashboard/photos-of-you',
  'dashboard/profile.enquiries._index',
  'dashboard/profile.people.$id._index',
  'dashboard/profile.people.$id.card',
  'dashboard/profile.people.$id.consent._index',
  'dashboard/profile.people.$id.family',
  'dashboard/profile.people.$id.view',
  'dashboard/profile.people.photos.$kind.$id',
  'dashboard/profile.website._index',
  'dashboard/profile.website.$page._index',
  'dashboard/profile.website.$page.$section',
  'dashboard/profile.website.logo',
  'dashboard/timetable.away',
  'dashboard/timetable.register._index',
  'dashboard/timetable.steps.$id._index',
  'dashboard/timetable.week.plan',
  'site/away.$token._index',
  'site/card._index',
  'site/contact',
  'site/portal',
  'site/unsubscribe.$token',
]
const MESSAGE = 'We do not know which button you pressed. Please open the page again.'

const riverbank = shareRiverbank()
let ids: Record<string, string>
let send: ReturnType<typeof createRouteHandler>
beforeAll(async () => {
  ids = await plantSecretWords(riverbank)
  riverbank.context.settings.signInCards = true
  send = createRouteHandler(riverbank)
})

type Sender = Person | 'visitor'
const SENDERS: Sender[] = ['visitor', 'daniel', 'aoife']
const isAllowed = (sender: Sender, readers: Readers | undefined) =>
  sender === 'aoife' || readers === 'anyone' || (readers !== undefined && sender === 'daniel')

async function post(sender: Sender, path: string, fields: Record<string, string>) {
  const { context, sessions } = riverbank
  const headers = new Headers()
  if (sender !== 'visitor')
    headers.set('Cookie', (await createSessionCookieHeader(context, sessions[sender].cookie, false)).split(';')[0]!)
  const body = new URLSearchParams(fields)
  const answer = await send(new Request(`http://riverbank.test${path}`, { method: 'POST', headers, body }))
  return { status: answer.status, text: await answer.text() }
}

const withIntents = pages.filter(({ folder }) => WITH_INTENTS.includes(folder))
const requests = withIntents.flatMap((page) =>
  SENDERS.filter((sender) => isAllowed(sender, pageAccess[page.folder]?.post)).map(
    (sender) => [page.folder, sender, page] as const,
  ),
)

test.each(requests)('%s refuses an intent that it does not know, by %s', async (_, sender, { route, pattern }) => {
  const at = fillInAddress(pattern, ids)
  const index = route.index ? '?index' : ''
  // The first request of a session may store its last use.
  await post(sender, at + index, { intent: 'nonsense' })
  const before = await countChanges(riverbank.db)
  for (const intent of ['nonsense', 'constructor', '__proto__', 'toString', '', ' ']) {
    const fields = { intent, id: '1', title: 'Heron', email: 'heron@example.ie' }
    expect((await post(sender, at + index, fields)).status, intent).toBe(400)
    const { status, text } = await post(sender, `${at}.data${index}`, fields)
    expect([status, text.includes(MESSAGE), text.includes('heron@example.ie')], intent).toEqual([400, true, true])
  }
  expect(await countChanges(riverbank.db)).toBe(before)
})

test('the table names each page whose action asks for the intent, and they ask in one place only', () => {
  const sources = globSync('app/{routes,http,auth}/**/*.{ts,tsx}')
    .filter((file) => !/\.(test|e2e)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const readers = sources.filter(({ text }) => /\.(get|getAll|has)\('intent'\)/.test(text)).map(({ file }) => file)
  expect(readers).toEqual(['app/http/forms/intent.server.ts'])
  const folders = sources.flatMap(({ file, text }) => {
    const [, folder] = /^app\/routes\/(.+)\/route\.tsx?$/.exec(file) ?? []
    return folder && /\b(?:createIntentAction|selectByIntent|saveView)[(<]/.test(text) ? folder : []
  })
  expect(folders.sort()).toEqual([...WITH_INTENTS].sort())
})
