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

/** A folder of the portal, with who may see it. */
export interface PortalPlace extends Place {
  for: 'everyone' | 'owner' | 'tutors' | 'nobody'
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
  'calendar.$token': { path: '/calendar/:calendar', isFile: true, answers: 404 },
  'confirm.$token': { path: '/confirm/:confirm' },
  contact: { path: '/contact' },
  events: { path: '/events' },
  'events[.]ics': { path: '/events.ics', isFile: true },
  'news._index': { path: '/news' },
  'news.$id': { path: '/news/:published' },
  'news.feed': { path: '/news/feed', isFile: true },
  portal: { path: '/portal', also: ['/login'] },
  privacy: { path: '/privacy' },
  programmes: { path: '/programmes' },
  'resources._index': { path: '/resources' },
  'resources.$id': { path: '/resources/:resource' },
  'robots[.]txt': { path: '/robots.txt', isFile: true },
  'setup.$secret': { path: '/setup/wrong', answers: 404 },
  'sitemap[.]xml': { path: '/sitemap.xml', isFile: true },
  terms: { path: '/terms' },
  'unsubscribe._index': { path: '/unsubscribe', also: ['/unsubscribe?asked'] },
  'unsubscribe.$token': { path: '/unsubscribe/:unsubscribe' },
}

/** Every folder of the portal's routes: a path in it, and who may see it. A new screen fails a test until it is listed. */
export const portalPlaces: Record<string, PortalPlace> = {
  $: { path: '/dashboard/nowhere', for: 'everyone', answers: 404 },
  _index: { path: '/dashboard', also: ['/dashboard?edit=:document', '/dashboard?of=shared'], for: 'everyone' },
  board: { path: '/dashboard/board', for: 'tutors' },
  'board.$id.delete': { path: '/dashboard/board/1/delete', for: 'tutors' },
  'board.$id.edit': { path: '/dashboard/board/1/edit', for: 'tutors' },
  'board.new': { path: '/dashboard/board/new', for: 'tutors' },
  'board_.plans': { path: '/dashboard/board/plans', for: 'tutors' },
  'board_.plans.$id.delete': { path: '/dashboard/board/plans/1/delete', for: 'tutors' },
  'board_.plans.$id.edit': { path: '/dashboard/board/plans/1/edit', for: 'tutors' },
  'board_.plans.new': { path: '/dashboard/board/plans/new', for: 'tutors' },
  'calendar.$id.delete': { path: '/dashboard/calendar/1/delete', for: 'tutors' },
  'calendar.$id.edit': { path: '/dashboard/calendar/1/edit', for: 'tutors' },
  'calendar._index': { path: '/dashboard/calendar', also: ['/dashboard/calendar?day=2025-10-14'], for: 'everyone' },
  'calendar.address': { path: '/dashboard/calendar/address', for: 'everyone', leadsTo: '/dashboard/calendar#phone' },
  'calendar.new': { path: '/dashboard/calendar/new', for: 'tutors' },
  'files.$id._index': { path: '/dashboard/files/:picture', for: 'owner' },
  'files.$id.delete': { path: '/dashboard/files/1/delete', for: 'tutors' },
  'newsletter._index': { path: '/dashboard/newsletter', for: 'tutors' },
  'newsletter.new': { path: '/dashboard/newsletter/new', for: 'tutors' },
  'newsletter.$id._index': {
    path: '/dashboard/newsletter/:draft',
    also: ['/dashboard/newsletter/:sent'],
    for: 'tutors',
  },
  'newsletter.again': { path: '/dashboard/newsletter/again', for: 'tutors', leadsTo: '/dashboard/newsletter' },
  'newsletter.$id.again': {
    path: '/dashboard/newsletter/:sent/again',
    for: 'tutors',
    leadsTo: '/dashboard/newsletter/:sent',
  },
  'newsletter.$id.attachments.$attachmentId.edit': {
    path: '/dashboard/newsletter/:draft/attachments/:attachment/edit',
    for: 'tutors',
  },
  'newsletter.$id.attachments.$attachmentId.delete': {
    path: '/dashboard/newsletter/:draft/attachments/:attachment/delete',
    for: 'tutors',
  },
  'newsletter.$id.delete': { path: '/dashboard/newsletter/:draft/delete', for: 'tutors' },
  'newsletter.$id.edit': { path: '/dashboard/newsletter/:draft/edit', for: 'tutors' },
  'newsletter.$id.mail': { path: '/dashboard/newsletter/:draft/mail', for: 'tutors', isFile: true },
  'newsletter.$id.preview': { path: '/dashboard/newsletter/:draft/preview', for: 'tutors' },
  'newsletter.$id.send': { path: '/dashboard/newsletter/:draft/send', for: 'tutors' },
  'newsletter.subscribers._index': { path: '/dashboard/newsletter/subscribers', for: 'tutors' },
  'newsletter.subscribers.$id.delete': { path: '/dashboard/newsletter/subscribers/1/delete', for: 'tutors' },
  'newsletter.subscribers.$id.edit': { path: '/dashboard/newsletter/subscribers/1/edit', for: 'tutors' },
  'newsletter.subscribers.export': { path: '/dashboard/newsletter/subscribers/export', for: 'tutors', isFile: true },
  'newsletter.subscribers.import': { path: '/dashboard/newsletter/subscribers/import', for: 'tutors' },
  'notices.$id.delete': { path: '/dashboard/notices/:notice/delete', for: 'tutors' },
  'notices.$id.edit': { path: '/dashboard/notices/:notice/edit', for: 'tutors' },
  'notices._index': { path: '/dashboard/notices', for: 'everyone' },
  'notices.new': { path: '/dashboard/notices/new', for: 'tutors' },
  'notices.qqi._index': { path: '/dashboard/notices/qqi', for: 'everyone' },
  'notices.qqi.$id._index': { path: '/dashboard/notices/qqi/:photo', for: 'everyone' },
  'notices.qqi.$id.delete': { path: '/dashboard/notices/qqi/:photo/delete', for: 'tutors' },
  'password._index': { path: '/dashboard/password', for: 'everyone' },
  'password.second-step._index': { path: '/dashboard/password/second-step', for: 'tutors' },
  'password.second-step.codes': {
    path: '/dashboard/password/second-step/codes',
    for: 'tutors',
    leadsTo: '/dashboard/password/second-step',
  },
  'password.second-step.off': {
    path: '/dashboard/password/second-step/off',
    for: 'tutors',
    leadsTo: '/dashboard/password/second-step',
  },
  preview: { path: '/dashboard/preview', for: 'nobody' },
  resources: { path: '/dashboard/resources', for: 'tutors' },
  'resources.$id.delete': { path: '/dashboard/resources/1/delete', for: 'tutors' },
  'resources.$id.edit': { path: '/dashboard/resources/1/edit', for: 'tutors' },
  'resources.new': { path: '/dashboard/resources/new', for: 'tutors' },
  'timetable.$id._index': { path: '/dashboard/timetable/:inPictures', for: 'everyone' },
  'timetable.$id.delete': { path: '/dashboard/timetable/1/delete', for: 'tutors' },
  'timetable.$id.edit': { path: '/dashboard/timetable/1/edit', for: 'tutors' },
  'timetable._index': { path: '/dashboard/timetable', for: 'everyone' },
  'profile._index': { path: '/dashboard/profile', for: 'tutors' },
  'profile.activity': { path: '/dashboard/profile/activity', for: 'tutors' },
  'profile.enquiries._index': {
    path: '/dashboard/profile/enquiries',
    also: ['/dashboard/profile/enquiries?spam'],
    for: 'tutors',
  },
  'profile.enquiries.$id.delete': { path: '/dashboard/profile/enquiries/1/delete', for: 'tutors' },
  'profile.people.$id._index': { path: '/dashboard/profile/people/2', for: 'tutors' },
  'profile.people.$id.activity': { path: '/dashboard/profile/people/2/activity', for: 'tutors' },
  'profile.people.$id.close': { path: '/dashboard/profile/people/2/close', for: 'tutors' },
  'profile.people.$id.erase': { path: '/dashboard/profile/people/2/erase', for: 'tutors' },
  'profile.people.$id.export': { path: '/dashboard/profile/people/2/export', for: 'tutors', isFile: true },
  'profile.people.$id.second-step': { path: '/dashboard/profile/people/2/second-step', for: 'tutors', answers: 404 },
  'profile.people.new': { path: '/dashboard/profile/people/new', for: 'tutors' },
  'profile.website._index': { path: '/dashboard/profile/website', for: 'tutors' },
  'profile.website.$page._index': { path: '/dashboard/profile/website/about', for: 'tutors' },
  'profile.website.$page.$section': {
    path: '/dashboard/profile/website/home/hero',
    also: ['/dashboard/profile/website/about/story', '/dashboard/profile/website/privacy/parts'],
    for: 'tutors',
  },
  'profile.website.$page.versions._index': { path: '/dashboard/profile/website/about/versions', for: 'tutors' },
  'profile.website.$page.versions.$version.back': {
    path: '/dashboard/profile/website/about/versions/1/back',
    for: 'tutors',
    answers: 404,
  },
  'profile.website.logo': { path: '/dashboard/profile/website/logo', for: 'tutors' },
  'profile.website.centre': { path: '/dashboard/profile/website/centre', for: 'tutors' },
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
    if (place.for === 'nobody' || place.leadsTo) return []
    const students = place.for !== 'tutors' ? viewsOf(`dashboard/${name}`, place, 'daniel') : []
    return [...students, ...viewsOf(`dashboard/${name}`, place, 'aoife')]
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
