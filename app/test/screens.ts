import { whoMay } from '~/access'
import { easyReadPaths } from '~/content/easy-read-paths'
import { hashOfSecret } from '~/domain/secret.server'
import type { Person } from './people'
import type { RunningRiverbank } from './running'

/** One page of the product, as one person sees it. */
export interface Screen {
  /** The route's folder in app/routes. */
  folder: string
  /** Its path, with names such as :draft for what `addressIn` fills in. */
  path: string
  /** Who looks at it; a visitor unless given. */
  as?: Person
  /** The status, where it is not 200. */
  answers?: number
}

interface Place {
  path: string
  /** More views of the same folder that have parts of their own. */
  also?: string[]
  answers?: number
  /** True for a feed, a list, an archive or a mail, which is written for mail programs: no page of the site. */
  isFile?: true
}

interface PortalPlace extends Place {
  /** Where a GET leads, when a page stands elsewhere. */
  leadsTo?: string
}

/** Every folder of the website's routes. A new screen fails a test until it is listed. */
export const sitePlaces: Record<string, Place> = {
  $: { path: '/nowhere', answers: 404 },
  _index: { path: '/' },
  about: { path: '/about' },
  accessibility: { path: '/accessibility' },
  achievements: { path: '/achievements' },
  board: { path: '/board', also: ['/board?tab=past', '/board?tab=strategic'] },
  'away.$token': { path: '/away/:away' },
  'calendar.$token': { path: '/calendar/:calendar', isFile: true, answers: 404 },
  'card.$token': { path: '/card/:card', isFile: true },
  'card._index': { path: '/card' },
  'confirm.$token': { path: '/confirm/:confirm' },
  contact: { path: '/contact' },
  'easy-read': { path: easyReadPaths.home, also: Object.values(easyReadPaths).slice(1) },
  events: { path: '/events' },
  'events[.]ics': { path: '/events.ics', isFile: true },
  'icon[.]png': { path: '/icon.png', isFile: true },
  'news._index': { path: '/news' },
  'news.$id': { path: '/news/:published' },
  'news.feed': { path: '/news/feed', isFile: true },
  portal: { path: '/portal', also: ['/login'] },
  privacy: { path: '/privacy' },
  programmes: { path: '/programmes' },
  'resources._index': { path: '/resources' },
  'resources.$id': { path: '/resources/:resource' },
  'robots[.]txt': { path: '/robots.txt', isFile: true },
  settings: { path: '/settings' },
  'setup.$secret': { path: '/setup/wrong', answers: 404 },
  'sitemap[.]xml': { path: '/sitemap.xml', isFile: true },
  terms: { path: '/terms' },
  'unsubscribe._index': { path: '/unsubscribe', also: ['/unsubscribe?asked'] },
  'unsubscribe.$token': { path: '/unsubscribe/:unsubscribe' },
}

/** Every folder of the portal's routes: a path in it. A new screen fails a test until it is listed. */
export const portalPlaces: Record<string, PortalPlace> = {
  $: { path: '/dashboard/nowhere', answers: 404 },
  _index: { path: '/dashboard', also: ['/dashboard?edit=:document', '/dashboard?of=shared', '/dashboard?add'] },
  board: { path: '/dashboard/board' },
  'board.$id.delete': { path: '/dashboard/board/1/delete' },
  'board.$id.edit': { path: '/dashboard/board/1/edit' },
  'board.new': { path: '/dashboard/board/new' },
  'board_.plans': { path: '/dashboard/board/plans' },
  'board_.plans.$id.delete': { path: '/dashboard/board/plans/1/delete' },
  'board_.plans.$id.edit': { path: '/dashboard/board/plans/1/edit' },
  'board_.plans.new': { path: '/dashboard/board/plans/new' },
  'calendar.$id.delete': { path: '/dashboard/calendar/1/delete' },
  'calendar.$id.edit': { path: '/dashboard/calendar/1/edit' },
  'calendar._index': { path: '/dashboard/calendar', also: ['/dashboard/calendar?day=2025-10-14'] },
  'calendar.address': { path: '/dashboard/calendar/address', leadsTo: '/dashboard/calendar#phone' },
  'calendar.new': { path: '/dashboard/calendar/new' },
  'files.$id._index': { path: '/dashboard/files/:picture' },
  'files.$id.delete': { path: '/dashboard/files/1/delete' },
  'newsletter._index': { path: '/dashboard/newsletter' },
  'newsletter.new': { path: '/dashboard/newsletter/new' },
  'newsletter.$id._index': {
    path: '/dashboard/newsletter/:draft',
    also: ['/dashboard/newsletter/:sent'],
  },
  'newsletter.again': { path: '/dashboard/newsletter/again', leadsTo: '/dashboard/newsletter' },
  'newsletter.$id.again': {
    path: '/dashboard/newsletter/:sent/again',
    leadsTo: '/dashboard/newsletter/:sent',
  },
  'newsletter.$id.attachments.$attachmentId.edit': {
    path: '/dashboard/newsletter/:draft/attachments/:attachment/edit',
  },
  'newsletter.$id.attachments.$attachmentId.delete': {
    path: '/dashboard/newsletter/:draft/attachments/:attachment/delete',
  },
  'newsletter.$id.delete': { path: '/dashboard/newsletter/:draft/delete' },
  'newsletter.$id.edit': { path: '/dashboard/newsletter/:draft/edit' },
  'newsletter.$id.mail': { path: '/dashboard/newsletter/:draft/mail', isFile: true },
  'newsletter.$id.preview': { path: '/dashboard/newsletter/:draft/preview' },
  'newsletter.$id.send': { path: '/dashboard/newsletter/:draft/send' },
  'newsletter.subscribers._index': {
    path: '/dashboard/newsletter/subscribers',
    also: ['/dashboard/newsletter/subscribers?add'],
  },
  'newsletter.subscribers.$id.delete': { path: '/dashboard/newsletter/subscribers/1/delete' },
  'newsletter.subscribers.$id.edit': { path: '/dashboard/newsletter/subscribers/1/edit' },
  'newsletter.subscribers.$id.export': { path: '/dashboard/newsletter/subscribers/1/export', isFile: true },
  'newsletter.subscribers.export': { path: '/dashboard/newsletter/subscribers/export', isFile: true },
  'newsletter.subscribers.import': { path: '/dashboard/newsletter/subscribers/import' },
  'notices.$id.delete': { path: '/dashboard/notices/:notice/delete' },
  'notices.$id.edit': { path: '/dashboard/notices/:notice/edit' },
  'notices._index': { path: '/dashboard/notices' },
  'notices.new': { path: '/dashboard/notices/new' },
  'notices.questions._index': { path: '/dashboard/notices/questions' },
  'notices.questions.new': { path: '/dashboard/notices/questions/new' },
  'notices.questions.$id.edit': { path: '/dashboard/notices/questions/1/edit' },
  'notices.questions.$id.delete': { path: '/dashboard/notices/questions/1/delete' },
  'notices.qqi._index': { path: '/dashboard/notices/qqi' },
  'notices.qqi.$id._index': { path: '/dashboard/notices/qqi/:photo' },
  'notices.qqi.$id.delete': { path: '/dashboard/notices/qqi/:photo/delete' },
  'password._index': { path: '/dashboard/password' },
  'password.second-step._index': { path: '/dashboard/password/second-step' },
  'password.second-step.codes': {
    path: '/dashboard/password/second-step/codes',
    leadsTo: '/dashboard/password/second-step',
  },
  'password.second-step.off': {
    path: '/dashboard/password/second-step/off',
    leadsTo: '/dashboard/password/second-step',
  },
  'password.told': { path: '/dashboard/password/told', leadsTo: '/dashboard' },
  'photos-of-you': { path: '/dashboard/photos-of-you' },
  preview: { path: '/dashboard/preview', isFile: true },
  resources: { path: '/dashboard/resources' },
  'resources.$id.delete': { path: '/dashboard/resources/1/delete' },
  'resources.$id.edit': { path: '/dashboard/resources/1/edit' },
  'resources.new': { path: '/dashboard/resources/new' },
  'timetable.$id._index': { path: '/dashboard/timetable/:inPictures' },
  'timetable.$id.delete': { path: '/dashboard/timetable/1/delete' },
  'timetable.$id.edit': { path: '/dashboard/timetable/1/edit' },
  'timetable.away': { path: '/dashboard/timetable/away', also: ['/dashboard/timetable/away?add'] },
  'timetable.week._index': { path: '/dashboard/timetable/week', also: ['/dashboard/timetable/week?of=2'] },
  'timetable.week.$id.delete': { path: '/dashboard/timetable/week/1/delete' },
  'timetable.week.$id.edit': { path: '/dashboard/timetable/week/1/edit' },
  'timetable._index': { path: '/dashboard/timetable', also: ['/dashboard/timetable?add'] },
  'profile._index': { path: '/dashboard/profile' },
  'profile.activity': { path: '/dashboard/profile/activity' },
  'profile.backup._index': { path: '/dashboard/profile/backup' },
  'profile.backup.file': { path: '/dashboard/profile/backup/file', leadsTo: '/dashboard/profile/backup' },
  'profile.enquiries._index': {
    path: '/dashboard/profile/enquiries',
    also: ['/dashboard/profile/enquiries?spam'],
  },
  'profile.enquiries.$id.delete': { path: '/dashboard/profile/enquiries/1/delete' },
  'profile.people._index': { path: '/dashboard/profile/people' },
  'profile.people.$id._index': { path: '/dashboard/profile/people/2' },
  'profile.people.$id.activity': { path: '/dashboard/profile/people/2/activity' },
  'profile.people.$id.card': { path: '/dashboard/profile/people/2/card' },
  'profile.people.$id.family': { path: '/dashboard/profile/people/2/family' },
  'profile.people.$id.close': {
    path: '/dashboard/profile/people/2/close',
    also: ['/dashboard/profile/people/1/close'],
  },
  'profile.people.$id.consent._index': { path: '/dashboard/profile/people/2/consent' },
  'profile.people.$id.consent.sheet': { path: '/dashboard/profile/people/2/consent/sheet' },
  'profile.people.$id.erase': { path: '/dashboard/profile/people/2/erase' },
  'profile.people.$id.export': { path: '/dashboard/profile/people/2/export', isFile: true },
  'profile.people.$id.second-step': { path: '/dashboard/profile/people/2/second-step', answers: 404 },
  'profile.people.new': { path: '/dashboard/profile/people/new' },
  'profile.people.photos._index': {
    path: '/dashboard/profile/people/photos',
    also: ['unmarked', 'marked', 'hidden', 'past'].map((list) => `/dashboard/profile/people/photos?of=${list}`),
  },
  'profile.people.photos.$kind.$id': { path: '/dashboard/profile/people/photos/file/:photo' },
  'profile.people.several': { path: '/dashboard/profile/people/several' },
  'profile.retention': { path: '/dashboard/profile/retention' },
  'profile.try-out': { path: '/dashboard/profile/try-out' },
  'profile.website._index': { path: '/dashboard/profile/website' },
  'profile.website.$page._index': { path: '/dashboard/profile/website/about' },
  'profile.website.$page.$section': {
    path: '/dashboard/profile/website/home/hero',
    also: ['story', 'easyRead']
      .map((section) => `/dashboard/profile/website/about/${section}`)
      .concat('/dashboard/profile/website/privacy/parts'),
  },
  'profile.website.$page.versions._index': { path: '/dashboard/profile/website/about/versions' },
  'profile.website.$page.versions.$version.back': {
    path: '/dashboard/profile/website/about/versions/1/back',
    answers: 404,
  },
  'profile.website.logo': { path: '/dashboard/profile/website/logo' },
  'profile.website.centre': { path: '/dashboard/profile/website/centre' },
}

/** What a :name in a path stands for: a query for its `value`. */
const names: Record<string, string> = {
  draft:
    "select newsletterId as value from newsletterAttachments where newsletterId in (select id from newsletters where status = 'draft')",
  attachment:
    "select id as value from newsletterAttachments where newsletterId in (select id from newsletters where status = 'draft')",
  sent: "select id as value from newsletters where status = 'sent'",
  published: 'select id as value from newsletters where publishedAt is not null',
  notice: 'select id as value from notices',
  photo: "select id as value from files where album = 'qqi'",
  picture: "select id as value from files where title = 'My painting of the river'",
  inPictures:
    "select timetables.id as value from timetables join files on files.id = fileId where title = 'The week in pictures'",
  document: 'select id as value from files where album is null',
  resource: 'select id as value from resources',
  unsubscribe: 'select token as value from subscribers where active = 1',
  confirm: 'select confirmToken as value from subscribers where confirmToken is not null',
  away: "select 'the-link-of-the-tests' as value",
  card: "select 'a-card-of-nobody' as value",
  calendar: "select 'a-token-of-nobody' as value",
}

/** A screen's path in a running product, with every :name filled in. */
export function addressIn({ rows, change }: RunningRiverbank, path: string): string {
  // A subscriber who has not confirmed yet, whom the demonstration lacks.
  if (path.includes(':confirm') && rows(names.confirm!).length === 0)
    change(`insert into subscribers (email, active, createdAt, token, confirmToken)
      values ('waits@example.ie', 0, '2026-01-01T00:00:00.000Z', 'waits', 'waits-for-confirmation')`)
  // Nor has it a notice, whose last day would have to move along with the calendar.
  if (path.includes(':notice') && rows(names.notice!).length === 0)
    change(`insert into notices (title, text, until, createdAt)
      values ('No bus on Friday', 'The bus is being repaired.', '2100-01-01', '2026-01-01T00:00:00.000Z')`)
  // Of a family's link only the hash is stored: this one is known.
  if (path.includes(':away'))
    change(`insert or ignore into familyLinks (userId, label, tokenHash, createdAt)
      values (2, 'Mother', '${hashOfSecret('the-link-of-the-tests')}', '2026-01-01T00:00:00.000Z')`)
  return path.replace(/:([a-z]+)/gi, (whole, name: string) => {
    const value = names[name] && rows(`${names[name]} order by 1 limit 1`)[0]?.value
    if (value === undefined || value === null) throw new Error(`${path}: there is no ${whole}`)
    return String(value)
  })
}

/** Every page of the product, once for each kind of person who may see it: visitors, students, tutors. */
export function screens(): Screen[] {
  const site = Object.entries(sitePlaces).flatMap(([name, place]) => viewsOf(`site/${name}`, place))
  const portal = Object.entries(portalPlaces).flatMap(([name, place]) => {
    if (place.leadsTo) return []
    const folder = `dashboard/${name}`
    const students = whoMay(folder, 'loader') === 'tutor' ? [] : viewsOf(folder, place, 'daniel')
    return [...students, ...viewsOf(folder, place, 'aoife')]
  })
  return [...site, ...portal, ...refusals]
}

/** Addresses that lead to a page of their own words instead of what was asked for. */
const refusals: Screen[] = [
  { folder: 'dashboard/board', path: '/dashboard/board', as: 'daniel', answers: 403 },
  { folder: 'site/unsubscribe.$token', path: '/unsubscribe/a-link-that-nobody-was-sent', answers: 404 },
  { folder: 'site/confirm.$token', path: '/confirm/a-link-that-nobody-was-sent', answers: 404 },
]

function viewsOf(folder: string, { path, also = [], answers, isFile }: Place, as?: Person): Screen[] {
  if (isFile) return []
  return [path, ...also].map((view) => ({ folder, path: view, as, answers }))
}
