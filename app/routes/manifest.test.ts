import { execFileSync } from 'node:child_process'
import type { ActionFunctionArgs } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '~/auth/sessions.server'
import { answerOf, formOf, freshRiverbank, type Person, type TestRiverbank } from '~/test/riverbank'
import { clientAction } from '~/ui/post'

/** Who may call a loader or action: anyone, logged-in users, tutors; or nobody (405 or 404). */
type Rule = 'anyone' | 'user' | 'tutor' | 'shut'

/** Every loader and action of the product, and who may call it. A new one fails here until it is listed. */
const doors: Record<string, { loader?: Rule; action?: Rule }> = {
  'site/$': { loader: 'anyone', action: 'anyone' },
  'site/_index': { loader: 'anyone' },
  'site/about': { loader: 'anyone' },
  'site/accessibility': { loader: 'anyone' },
  'site/achievements': { loader: 'anyone' },
  'site/privacy': { loader: 'anyone' },
  'site/programmes': { loader: 'anyone' },
  'site/terms': { loader: 'anyone' },
  'site/board': { loader: 'anyone' },
  'site/calendar.$token': { loader: 'anyone', action: 'shut' },
  'site/confirm.$token': { loader: 'anyone', action: 'anyone' },
  'site/contact': { loader: 'anyone', action: 'anyone' },
  'site/events': { loader: 'anyone' },
  'site/events[.]ics': { loader: 'anyone', action: 'shut' },
  'site/news._index': { loader: 'anyone' },
  'site/news.$id': { loader: 'anyone' },
  'site/news.feed': { loader: 'anyone', action: 'shut' },
  'site/resources._index': { loader: 'anyone' },
  'site/resources.$id': { loader: 'anyone' },
  'site/robots[.]txt': { loader: 'anyone', action: 'shut' },
  'site/setup.$secret': { loader: 'anyone', action: 'anyone' },
  'site/sitemap[.]xml': { loader: 'anyone', action: 'shut' },
  'site/unsubscribe._index': { loader: 'anyone', action: 'anyone' },
  'site/unsubscribe.$token': { loader: 'anyone', action: 'anyone' },
  'site/portal': { loader: 'anyone', action: 'anyone' },
  'dashboard/layout': { loader: 'user' },
  'dashboard/_index': { loader: 'user', action: 'tutor' },
  'dashboard/board': { loader: 'tutor' },
  'dashboard/board.new': { loader: 'tutor', action: 'tutor' },
  'dashboard/board.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/board.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/board_.plans': { loader: 'tutor' },
  'dashboard/board_.plans.new': { loader: 'tutor', action: 'tutor' },
  'dashboard/board_.plans.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/board_.plans.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/calendar._index': { loader: 'user', action: 'tutor' },
  'dashboard/calendar.address': { loader: 'user', action: 'user' },
  'dashboard/calendar.new': { loader: 'tutor', action: 'tutor' },
  'dashboard/calendar.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/calendar.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/files.$id._index': { loader: 'user' },
  'dashboard/files.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/timetable._index': { loader: 'user', action: 'tutor' },
  'dashboard/timetable.$id._index': { loader: 'user' },
  'dashboard/timetable.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/timetable.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter._index': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.new': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id._index': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id.preview': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id.mail': { loader: 'tutor' },
  'dashboard/newsletter.$id.send': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.again': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id.again': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id.attachments.$attachmentId.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.$id.attachments.$attachmentId.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.subscribers._index': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.subscribers.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.subscribers.export': { loader: 'tutor' },
  'dashboard/newsletter.subscribers.import': { loader: 'tutor', action: 'tutor' },
  'dashboard/notices._index': { loader: 'user' },
  'dashboard/notices.qqi._index': { loader: 'user', action: 'tutor' },
  'dashboard/notices.qqi.$id._index': { loader: 'user', action: 'tutor' },
  'dashboard/notices.qqi.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/password._index': { loader: 'user', action: 'user' },
  'dashboard/password.second-step._index': { loader: 'tutor', action: 'tutor' },
  'dashboard/password.second-step.codes': { loader: 'tutor', action: 'tutor' },
  'dashboard/password.second-step.off': { loader: 'tutor', action: 'tutor' },
  'dashboard/preview': { loader: 'shut', action: 'tutor' },
  'dashboard/profile._index': { loader: 'tutor' },
  'dashboard/profile.activity': { loader: 'tutor' },
  'dashboard/profile.enquiries._index': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.enquiries.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.people.new': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.people.$id._index': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.people.$id.activity': { loader: 'tutor' },
  'dashboard/profile.people.$id.erase': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.people.$id.second-step': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.people.$id.export': { loader: 'tutor' },
  'dashboard/profile.people.$id.close': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.website._index': { loader: 'tutor' },
  'dashboard/profile.website.$page._index': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.website.$page.$section': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.website.$page.versions._index': { loader: 'tutor' },
  'dashboard/profile.website.$page.versions.$version.back': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.website.logo': { loader: 'tutor', action: 'tutor' },
  'dashboard/profile.website.centre': { loader: 'tutor', action: 'tutor' },
  'dashboard/newsletter.subscribers.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/notices.new': { loader: 'tutor', action: 'tutor' },
  'dashboard/notices.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/notices.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/resources': { loader: 'tutor' },
  'dashboard/resources.new': { loader: 'tutor', action: 'tutor' },
  'dashboard/resources.$id.edit': { loader: 'tutor', action: 'tutor' },
  'dashboard/resources.$id.delete': { loader: 'tutor', action: 'tutor' },
  'dashboard/$': { loader: 'user', action: 'user' },
  'files/$id': { loader: 'user', action: 'shut' },
  'files/newsletter.$address': { loader: 'anyone', action: 'shut' },
  'files/board.$id': { loader: 'anyone', action: 'shut' },
  'files/website.$name': { loader: 'anyone', action: 'shut' },
  'api/board': { loader: 'tutor', action: 'tutor' },
  'api/board.$id': { action: 'tutor' },
  'api/board.current': { loader: 'anyone' },
  'api/board.past': { loader: 'anyone' },
  'api/contact': { action: 'anyone' },
  'api/events': { loader: 'anyone', action: 'tutor' },
  'api/events.$id': { action: 'tutor' },
  'api/files': { loader: 'tutor' },
  'api/files.$id': { action: 'tutor' },
  'api/files.upload': { action: 'tutor' },
  'api/login': { action: 'anyone' },
  'api/logout': { action: 'user' },
  'api/newsletter.subscribe': { action: 'anyone' },
  'api/openapi[.]json': { loader: 'anyone' },
  'api/portal.files': { loader: 'user' },
  'api/portal.timetables': { loader: 'user' },
  'api/newsletters': { loader: 'tutor', action: 'tutor' },
  'api/newsletters.$id': { loader: 'tutor', action: 'tutor' },
  'api/newsletters.$id.attachments': { action: 'tutor' },
  'api/newsletters.$id.status': { action: 'tutor' },
  'api/newsletter.subscribers': { loader: 'tutor' },
  'api/newsletter.subscribers.$id': { action: 'tutor' },
  'api/qqi-images': { loader: 'user', action: 'tutor' },
  'api/timetables': { loader: 'tutor', action: 'tutor' },
  'api/timetables.$id': { action: 'tutor' },
  'api/notices': { loader: 'user', action: 'tutor' },
  'api/notices.$id': { action: 'tutor' },
  'api/resources': { loader: 'tutor', action: 'tutor' },
  'api/resources.$id': { action: 'tutor' },
  'api/resources.public': { loader: 'anyone' },
  'api/strategic-plans': { loader: 'tutor', action: 'tutor' },
  'api/strategic-plans.$id': { action: 'tutor' },
  'api/strategic-plans.active': { loader: 'anyone' },
  'api/user': { loader: 'anyone' },
}

type Door = (args: ActionFunctionArgs) => unknown
const modules = import.meta.glob<Record<string, unknown>>(['./*/*/route.{ts,tsx}', './*/layout.tsx'], { eager: true })
const nameOf = (file: string) => file.replace(/^\.\//, '').replace(/(\/route)?\.tsx?$/, '')
const found = Object.entries(modules).flatMap(([file, module]) =>
  (['loader', 'action'] as const)
    .filter((door) => module[door])
    .map((door) => ({ name: nameOf(file), door, run: module[door] as Door })),
)

let riverbank: TestRiverbank
beforeAll(async () => {
  riverbank = await freshRiverbank()
})
afterAll(() => riverbank.close())

async function knock({ name, door, run }: (typeof found)[number], as?: Person): Promise<Response> {
  // A new session for each call: one of the actions is the log-out.
  if (as) riverbank.sessions[as] = await startSession(riverbank.db, riverbank.people[as].id, false)
  const [wing, folder = ''] = name.split('/')
  const path = `${wing === 'site' ? '' : `/${wing}`}/${folder.replaceAll('.', '/').replace(/\$\w*/, '1').replace('_index', '')}`
  const request = await riverbank.request(path, { as, ...(door === 'action' ? formOf({}) : {}) })
  return answerOf(() => run({ request, params: { id: '1', '*': 'nowhere' }, context: riverbank.context }))
}

test('every route folder is served, and every served route stands in a route folder', () => {
  const served = JSON.parse(
    execFileSync('npx', ['remix', 'routes', '--json'], { encoding: 'utf8', env: { ...process.env, VITEST: '' } }),
  )
  const files: string[] = []
  const walk = (routes: { file: string; children?: [] }[]) => {
    for (const { file, children } of routes) {
      files.push(file)
      walk(children ?? [])
    }
  }
  walk(served)
  const expected = Object.keys(modules).map((file) => file.replace('./', 'routes/'))
  expect([...new Set(files)].filter((file) => file !== 'root.tsx').sort()).toEqual(expected.sort())
})

test('every loader and action is named with who may pass', () => {
  const named = Object.entries(doors).flatMap(([name, rules]) => Object.keys(rules).map((door) => `${name} ${door}`))
  expect(found.map(({ name, door }) => `${name} ${door}`).sort()).toEqual(named.sort())
})

/** Without a screen of their own: feeds, lists for programs, and a preview that a form asks for by itself. */
const withoutForm = [
  'site/calendar.$token',
  'site/events[.]ics',
  'site/news.feed',
  'site/robots[.]txt',
  'site/sitemap[.]xml',
  'dashboard/preview',
  'site/$',
  'dashboard/$',
]

test('every screen with a form keeps it when no answer comes', () => {
  const screens = found.filter(({ name, door }) => door === 'action' && /^(site|dashboard)\//.test(name))
  const withForm = screens.map(({ name }) => name).filter((name) => !withoutForm.includes(name))
  expect(withForm.length).toBeGreaterThan(30)
  for (const name of withForm) {
    const module = modules[`./${name}/route.tsx`] ?? modules[`./${name}/route.ts`]
    expect(module?.clientAction, name).toBe(clientAction)
  }
})

describe.each(found)('$name $door', (place) => {
  const rule = doors[place.name]?.[place.door]
  const refusalOfNobody = place.name.startsWith('api/') ? [401] : [303]

  if (rule === 'user' || rule === 'tutor')
    test('asks who is asking', async () => {
      const answer = await knock(place)
      expect(refusalOfNobody).toContain(answer.status)
      if (answer.status === 303) expect(answer.headers.get('Location')).toMatch(/^\/portal(\?|$)/)
    })
  if (rule === 'tutor')
    test('refuses a student', async () => {
      expect((await knock(place, 'daniel')).status).toBe(403)
    })
  if (rule === 'user')
    test('lets a student in', async () => {
      const answer = await knock(place, 'daniel')
      expect([401, 403]).not.toContain(answer.status)
      expect(answer.headers.get('Location') ?? '').not.toMatch(/^\/portal/)
    })
  if (rule === 'shut')
    test('is shut for everyone', async () => {
      expect([404, 405]).toContain((await knock(place, 'aoife')).status)
    })
  if (rule === 'anyone')
    test('is open to everyone', async () => {
      expect([401, 403]).not.toContain((await knock(place)).status)
    })
})
