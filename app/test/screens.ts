import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { paths } from '~/paths'
import { hashSecret } from '~/signing.server'
import { type ListedRoute, ROUTE_LIST } from '~/vite/route-list'
import type { Person } from './people'
import type { RunningRiverbank } from './running'

/** A page of the product, as one person sees it. */
export interface Screen {
  /** The route's folder in app/routes. */
  folder: string
  /** Its path, with placeholders such as :draft that `resolveAddress` fills in. */
  path: string
  /** The person who opens it; a visitor by default. */
  as?: Person
  /** The status, if it is not 200. */
  answers?: number
}

interface Place {
  path: string
  /** Who may open it, as its route declares. */
  access: ListedRoute['access']
  answers?: number
  /** True for files such as a feed, a list, an archive or a mail, which are not pages of the site. */
  isFile?: true
  /** The target of a redirect, if a GET redirects. */
  leadsTo?: string
  /** True if a GET redirects tutors to a page of their own. */
  redirectsTutors?: true
}

/** Exceptions that a route's name and declaration do not show: another status, or a redirect. */
const exceptions: Record<string, Partial<Place>> = {
  'site/$': { path: '/nowhere', answers: 404 },
  'site/[.]well-known.security[.]txt': { answers: 404 },
  'site/calendar.$token': { answers: 404 },
  'site/easy-read': { path: paths.easyRead.home },
  'site/setup.$secret': { answers: 404 },
  'dashboard/$': { path: '/dashboard/nowhere', answers: 404 },
  'dashboard/calendar.address': { leadsTo: '/dashboard/calendar#phone' },
  'dashboard/timetable.week._index': { redirectsTutors: true },
  // Choir, on a Wednesday.
  'dashboard/timetable.week.switch': { path: '/dashboard/timetable/week/switch?press=2100-01-06+off+15' },
  'dashboard/newsletter.$id.again': {
    path: '/dashboard/newsletter/:sent/again',
    leadsTo: '/dashboard/newsletter/:sent',
  },
  'dashboard/newsletter.again': { leadsTo: '/dashboard/newsletter' },
  'dashboard/notices.$id.edit': { leadsTo: '/dashboard/notices?edit=:notice#notice-:notice' },
  'dashboard/password.second-step.codes': { leadsTo: '/dashboard/password/second-step' },
  'dashboard/password.second-step.off': { leadsTo: '/dashboard/password/second-step' },
  'dashboard/password.told': { leadsTo: '/dashboard' },
  'dashboard/profile.backup.file': { leadsTo: '/dashboard/profile/backup' },
  'dashboard/profile.people.$id.second-step': { answers: 404 },
  'dashboard/profile.website.$page.$section': { path: '/dashboard/profile/website/home/hero' },
  'dashboard/profile.website.$page.versions.$version.back': { answers: 404 },
  // Only after a set-up.
  'dashboard/profile.website.examples': { answers: 404 },
}

/** More paths of a screen that show other content, with placeholders as in `Screen`. */
const views: Record<string, string[]> = {
  'dashboard/_index': ['/dashboard?edit=:document', '/dashboard?of=shared', '/dashboard?add'],
  'dashboard/calendar._index': ['/dashboard/calendar?day=2025-10-14', '/dashboard/calendar?term=2026-01'],
  'dashboard/calendar.events': ['/dashboard/calendar/events?past', '/dashboard/calendar/events?search=tea'],
  'dashboard/newsletter.$id._index': ['/dashboard/newsletter/:sent'],
  'dashboard/newsletter.subscribers._index': ['/dashboard/newsletter/subscribers?add'],
  'dashboard/notices._index': ['/dashboard/notices?edit=:notice'],
  'dashboard/profile.enquiries._index': ['/dashboard/profile/enquiries?spam'],
  'dashboard/profile.people.$id.close': ['/dashboard/profile/people/1/close'],
  'dashboard/profile.people.groups._index': ['/dashboard/profile/people/groups?add'],
  'dashboard/profile.people.photos._index': [
    '/dashboard/profile/people/photos?of=unmarked',
    '/dashboard/profile/people/photos?of=marked',
    '/dashboard/profile/people/photos?of=hidden',
    '/dashboard/profile/people/photos?of=past',
  ],
  'dashboard/profile.people.photos.answers': ['/dashboard/profile/people/photos/answers?of=all'],
  'dashboard/profile.website.$page.$section': [
    '/dashboard/profile/website/about/story',
    '/dashboard/profile/website/about/easyRead',
    '/dashboard/profile/website/privacy/parts',
  ],
  'dashboard/steps.$id': [
    '/dashboard/steps/:guide?step=1',
    '/dashboard/steps/:guide?step=all',
    '/dashboard/steps/:guide?step=done',
  ],
  'dashboard/timetable._index': ['/dashboard/timetable?add'],
  'dashboard/timetable.away': ['/dashboard/timetable/away?add'],
  'dashboard/timetable.register._index': ['/dashboard/timetable/register?session=1'],
  'dashboard/timetable.steps.$id._index': ['/dashboard/timetable/steps/:guide?add'],
  'dashboard/timetable.week.plan': [
    '/dashboard/timetable/week/plan?of=2',
    '/dashboard/timetable/week/plan?of=all&by=tutor',
    '/dashboard/timetable/week/plan?add=yes&day=Tuesday&from=11:00',
  ],
  'site/board': ['/board?tab=past', '/board?tab=strategic'],
  'site/easy-read': Object.values(paths.easyRead).slice(1),
  'site/portal': ['/login'],
  'site/steps.$token': ['/steps/:steps?step=all', '/steps/:steps?step=done'],
  'site/unsubscribe._index': ['/unsubscribe?asked'],
}

/** The folders that this file names. */
export const namedFolders = [...Object.keys(exceptions), ...Object.keys(views)]

/** Values of path parameters, by the pattern up to the parameter; 1 for all others. */
const parameters: Record<string, string> = {
  '/away/:token': ':away',
  '/away/:token/home/:id': ':shown',
  '/calendar/:token': ':calendar',
  '/card/:token': ':card',
  '/confirm/:token': ':confirm',
  '/news/:id': ':published',
  '/resources/:id': ':resource',
  '/dashboard/resources/:id': ':resource',
  '/setup/:secret': 'wrong',
  '/unsubscribe/:token': ':unsubscribe',
  '/dashboard/files/:id': ':picture',
  '/dashboard/newsletter/:id': ':draft',
  '/dashboard/newsletter/:id/attachments/:attachmentId': ':attachment',
  '/dashboard/notices/:id': ':notice',
  '/dashboard/notices/albums/:id': ':album',
  '/dashboard/notices/qqi/:id': ':photo',
  '/dashboard/notices/questions/:id': ':question',
  '/dashboard/timetable/:id': ':inPictures',
  '/dashboard/steps/:id': ':guide',
  '/steps/:token': ':steps',
  '/dashboard/timetable/steps/:id': ':guide',
  '/dashboard/timetable/steps/:guideId': ':guide',
  '/dashboard/timetable/steps/:guideId/:id': ':step',
  '/dashboard/profile/people/:id': '2',
  '/dashboard/profile/people/groups/:id': ':group',
  '/dashboard/profile/people/photos/:kind': 'file',
  '/dashboard/profile/people/photos/:kind/:id': ':photo',
  '/dashboard/profile/website/:page': 'about',
}

let routes: ListedRoute[] | undefined
/** The routes in the list of the last build. */
function readRoutes(): ListedRoute[] {
  // Unit tests may run before the build that they test.
  if (!routes && (process.env.VITEST || !existsSync(ROUTE_LIST))) execFileSync('scripts/build', { stdio: 'inherit' })
  routes ??= JSON.parse(readFileSync(ROUTE_LIST, 'utf8')) as ListedRoute[]
  return routes
}

/** Every folder of a group of routes, by its name below app/routes, with its path and access. */
export function listRoutePlaces(group: 'site' | 'dashboard'): [folder: string, place: Place][] {
  return readRoutes().flatMap(({ folder, pattern, access, isPage }) => {
    if (!folder.startsWith(`${group}/`)) return []
    const findValue = (name: string, start: number) => parameters[pattern.slice(0, start + name.length)] ?? '1'
    const path = pattern.replace(/:\w+/g, findValue)
    return [[folder, { path, access, ...(!isPage && { isFile: true }), ...exceptions[folder] }]]
  })
}

/** Placeholders in paths, each with a query for its `value`. */
const placeholderQueries: Record<string, string> = {
  draft:
    "select newsletterId as value from newsletterAttachments where newsletterId in (select id from newsletters where status = 'draft')",
  attachment:
    "select id as value from newsletterAttachments where newsletterId in (select id from newsletters where status = 'draft')",
  sent: "select id as value from newsletters where status = 'sent'",
  published: 'select id as value from newsletters where publishedAt is not null',
  notice: 'select id as value from notices',
  album: 'select id as value from albums',
  group: 'select id as value from studentGroups',
  guide: 'select id as value from guides',
  step: 'select id as value from guideSteps',
  steps: 'select token as value from guides where isPublic = 1',
  photo: "select id as value from files where album = 'qqi'",
  question: 'select id as value from questions',
  picture: "select id as value from files where title = 'My painting of the river'",
  inPictures:
    "select timetables.id as value from timetables join files on files.id = fileId where title = 'The week in pictures'",
  document: 'select id as value from files where album is null',
  resource: 'select id as value from resources',
  unsubscribe: 'select token as value from subscribers where active = 1',
  confirm: 'select confirmToken as value from subscribers where confirmToken is not null',
  away: "select 'the-link-of-the-tests' as value",
  shown: 'select id as value from shownAtHome where fileId is not null',
  card: "select 'a-card-of-nobody' as value",
  calendar: "select 'a-token-of-nobody' as value",
}

/** A screen's path on a running server, with all placeholders filled in. */
export function resolveAddress({ rows, change }: RunningRiverbank, path: string): string {
  // The demonstration has no unconfirmed subscriber.
  if (path.includes(':confirm') && rows(placeholderQueries.confirm!).length === 0)
    change(`insert into subscribers (email, active, createdAt, token, confirmToken)
      values ('waits@example.ie', 0, '2026-01-01T00:00:00.000Z', 'waits', 'waits-for-confirmation')`)
  // It has no notice either: its last day would have to move with the calendar.
  if (path.includes(':notice') && rows(placeholderQueries.notice!).length === 0)
    change(`insert into notices (title, text, until, createdAt)
      values ('No bus on Friday', 'The bus is being repaired.', '2100-01-01', '2026-01-01T00:00:00.000Z')`)
  if (path.includes(':album') && rows(placeholderQueries.album!).length === 0)
    change(`insert into albums (title, text, isHiddenWhenEmpty, createdAt)
      values ('Summer trip', 'Our day at the sea.', 0, '2026-01-01T00:00:00.000Z')`)
  // Nor a group.
  if (path.includes(':group') && rows(placeholderQueries.group!).length === 0)
    change("insert into studentGroups (name) values ('Kitchen')")
  // Nor steps.
  if (/:(guide|steps?)\b/.test(path) && rows(placeholderQueries.guide!).length === 0) {
    change(`insert into guides (title, isForAll, isPublic, token, createdAt)
      values ('Make tea', 1, 1, 'the-steps-of-the-tests', '2026-01-01T00:00:00.000Z')`)
    change(`insert into guideSteps (guideId, position, sentence, symbol) select guides.id, steps.column1, steps.column2, 'tea-break'
      from guides, (values (1, 'Fill the kettle.'), (2, 'Put a teabag in a cup.'), (3, 'Pour in the hot water.')) as steps`)
  }
  // Nor a question that students may answer by voice.
  if (path.includes(':question/voice')) change('update questions set allowsVoice = 1')
  // Only the hash of a family link is stored, so add one with a known token.
  if (path.includes(':away'))
    change(`insert or ignore into familyLinks (userId, label, tokenHash, createdAt)
      values (2, 'Mother', '${hashSecret('the-link-of-the-tests')}', '2026-01-01T00:00:00.000Z')`)
  // It also shows the student's painting, for the family's pages.
  if (path.includes('/home')) {
    change(
      "insert or ignore into homeFamilies (userId, nonce, turnedOnAt) values (2, 'test', '2026-01-01T00:00:00.000Z')",
    )
    change("update files set whoIsIn = 'said' where title = 'My painting of the river'")
    change(`insert or ignore into shownAtHome (userId, fileId, shownAt, nonce)
      select studentId, id, strftime('%Y-%m-%dT%H:%M:%fZ'), 'test' from files where title = 'My painting of the river'`)
  }
  return path.replace(/:([a-z]+)/gi, (whole, name: string) => {
    const value = placeholderQueries[name] && rows(`${placeholderQueries[name]} order by 1 limit 1`)[0]?.value
    if (value === undefined || value === null) throw new Error(`${path}: there is no ${whole}`)
    return String(value)
  })
}

/** Every page of the product for each kind of person who may see it: visitors, students, tutors. */
export function listScreens(): Screen[] {
  const site = listRoutePlaces('site').flatMap(([folder, place]) => listViews(folder, place))
  const portal = listRoutePlaces('dashboard').flatMap(([folder, place]) => {
    const students = place.access === 'tutor' ? [] : listViews(folder, place, 'daniel')
    return [...students, ...(place.redirectsTutors ? [] : listViews(folder, place, 'aoife'))]
  })
  return [...site, ...portal, ...refusedScreens]
}

/** Addresses that show a message page instead of the requested one. */
const refusedScreens: Screen[] = [
  { folder: 'dashboard/board', path: '/dashboard/board', as: 'daniel', answers: 403 },
  { folder: 'site/unsubscribe.$token', path: '/unsubscribe/a-link-that-nobody-was-sent', answers: 404 },
  { folder: 'site/confirm.$token', path: '/confirm/a-link-that-nobody-was-sent', answers: 404 },
]

function listViews(folder: string, { path, answers, isFile, leadsTo }: Place, as?: Person): Screen[] {
  if (isFile || leadsTo) return []
  return [path, ...(views[folder] ?? [])].map((view) => ({ folder, path: view, as, answers }))
}
