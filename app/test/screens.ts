import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { paths } from '~/paths'
import { hashSecret } from '~/signing.server'
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
  /** The access that its route declares. */
  access: string
  views: string[]
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
  'site/easy-read': { path: paths.easyRead.home, views: Object.values(paths.easyRead).slice(1) },
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

/** Values of path parameters, by the names up to the parameter; 1 for all others. */
const parameters: Record<string, string> = {
  'away.$token': ':away',
  'away.$token.home.$id': ':shown',
  'calendar.$token': ':calendar',
  'card.$token': ':card',
  'confirm.$token': ':confirm',
  'news.$id': ':published',
  'resources.$id': ':resource',
  'setup.$secret': 'wrong',
  'unsubscribe.$token': ':unsubscribe',
  'files.$id': ':picture',
  'newsletter.$id': ':draft',
  'newsletter.$id.attachments.$attachmentId': ':attachment',
  'notices.$id': ':notice',
  'notices.albums.$id': ':album',
  'notices.qqi.$id': ':photo',
  'notices.questions.$id': ':question',
  'timetable.$id': ':inPictures',
  'steps.$id': ':guide',
  'steps.$token': ':steps',
  'timetable.steps.$id': ':guide',
  'timetable.steps.$guideId': ':guide',
  'timetable.steps.$guideId.$id': ':step',
  'profile.people.$id': '2',
  'profile.people.groups.$id': ':group',
  'profile.people.photos.$kind': 'file',
  'profile.people.photos.$kind.$id': ':photo',
  'profile.website.$page': 'about',
}

/** The path of a route's folder (remix-run/fs-routes): dots are slashes, except in brackets. */
function getRoutePath(group: string, name: string): string {
  const parts = name.replace(/(^|\.)_index$/, '').match(/(?:\[.*?\]|[^.])+/g) ?? []
  const written = parts.map((part, place) =>
    part.startsWith('$')
      ? (parameters[parts.slice(0, place + 1).join('.')] ?? '1')
      : part.replace(/_$/, '').replace(/\[(.*?)\]/g, '$1'),
  )
  return `/${[...(group === 'dashboard' ? [group] : []), ...written].join('/')}`
}

/** Every folder of a group of routes, by its name below app/routes, with its path and access. */
export function listRoutePlaces(group: 'site' | 'dashboard'): [folder: string, place: Place][] {
  return readdirSync(`app/routes/${group}`).flatMap((name): [string, Place][] => {
    const folder = `${group}/${name}`
    const file = ['route.ts', 'route.tsx'].map((end) => `app/routes/${folder}/${end}`).find(existsSync)
    if (!file) return []
    const declared = { path: getRoutePath(group, name), ...readDeclarations(readFileSync(file, 'utf8')) }
    return [[folder, { ...declared, ...exceptions[folder] }]]
  })
}

/** The declarations in a route's source, since browser tests can't load its module. manifest.test.ts compares them with its exports. */
function readDeclarations(source: string): Pick<Place, 'access' | 'views' | 'isFile'> {
  const [, ofAll, ofLoader = ''] = /defineScreen[\s\S]*?access: (?:'(\w+)'|\{ loader: '(\w+)')/.exec(source) ?? []
  const [, views = ''] = /\bviews: \[([^\]]*)\]/.exec(source) ?? []
  const hasPage = /export default |export \{ default\b/.test(source)
  return {
    access: ofAll ?? ofLoader,
    views: [...views.matchAll(/'([^']+)'/g)].map(([, view = '']) => view),
    ...(!hasPage && { isFile: true }),
  }
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

function listViews(folder: string, { path, views, answers, isFile, leadsTo }: Place, as?: Person): Screen[] {
  if (isFile || leadsTo) return []
  return [path, ...views].map((view) => ({ folder, path: view, as, answers }))
}
