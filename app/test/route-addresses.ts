import { getModule } from './route-handler'
import type { Parameters } from './secret-words'
import { servedRoutes } from './served-routes'

/** The records behind the parameters of addresses, by the address up to the parameter. */
const parameters: Record<string, (ids: Parameters) => string> = {
  '/away/:token': (ids) => ids.family!,
  '/away/:token/home/:id': (ids) => ids['daniel shown']!,
  '/calendar/:token': (ids) => ids.calendar!,
  '/confirm/:token': (ids) => ids.confirm!,
  '/news/:id': (ids) => ids.published!,
  '/resources/:id': (ids) => ids.resource!,
  '/steps/:token': (ids) => ids['public guide']!,
  '/unsubscribe/:token': (ids) => ids.unsubscribe!,
  '/files/:id': (ids) => ids['daniel file']!,
  '/files/answer/:address': (ids) => `${ids['daniel answer photo']}-${ids['daniel answer secret']}`,
  '/files/board/:id': (ids) => ids.member!,
  '/files/newsletter/:address': (ids) => `${ids['sent attachment']}-${ids['sent attachment secret']}`,
  '/files/step/:address': (ids) => `${ids['public step photo']}-${ids['public step secret']}`,
  '/files/voice/:id': (ids) => ids['daniel voice']!,
  '/dashboard/board/:id': (ids) => ids.member!,
  '/dashboard/board/plans/:id': (ids) => ids.plan!,
  '/dashboard/calendar/:id': (ids) => ids.event!,
  '/dashboard/files/:id': (ids) => ids['daniel file']!,
  '/dashboard/newsletter/:id': (ids) => ids.draft!,
  '/dashboard/newsletter/:id/attachments/:attachmentId': (ids) => ids.attachment!,
  '/dashboard/newsletter/subscribers/:id': (ids) => ids.subscriber!,
  '/dashboard/notices/:id': (ids) => ids['daniel notice']!,
  '/dashboard/notices/albums/:id': (ids) => ids.album!,
  '/dashboard/notices/qqi/:id': (ids) => ids['qqi photo']!,
  '/dashboard/notices/questions/:id': (ids) => ids['daniel question']!,
  '/dashboard/profile/enquiries/:id': (ids) => ids.enquiry!,
  '/dashboard/profile/people/:id': (ids) => ids.daniel!,
  '/dashboard/profile/people/groups/:id': (ids) => ids.group!,
  '/dashboard/profile/people/photos/:kind': () => 'file',
  '/dashboard/profile/people/photos/:kind/:id': (ids) => ids['album photo']!,
  '/dashboard/profile/website/:page': () => 'home',
  '/dashboard/profile/website/:page/:section': () => 'hero',
  '/dashboard/resources/:id': (ids) => ids['private resource']!,
  '/dashboard/steps/:id': (ids) => ids['daniel guide']!,
  '/dashboard/timetable/:id': (ids) => ids['daniel timetable']!,
  '/dashboard/timetable/steps/:id': (ids) => ids['daniel guide']!,
  '/dashboard/timetable/steps/:guideId': (ids) => ids['daniel guide']!,
  '/dashboard/timetable/steps/:guideId/:id': (ids) => ids['daniel step']!,
  '/dashboard/timetable/week/:id': (ids) => ids['daniel session']!,
  '/api/absences/:id': (ids) => ids['daniel absence']!,
  '/api/albums/:id': (ids) => ids.album!,
  '/api/attendance/:id': (ids) => ids['daniel attendance']!,
  '/api/board/:id': (ids) => ids.member!,
  '/api/events/:id': (ids) => ids.event!,
  '/api/files/:id': (ids) => ids['daniel file']!,
  '/api/groups/:id': (ids) => ids.group!,
  '/api/guides/:id': (ids) => ids['daniel guide']!,
  '/api/guide-steps/:id': (ids) => ids['daniel step']!,
  '/api/newsletter/subscribers/:id': (ids) => ids.subscriber!,
  '/api/newsletters/:id': (ids) => ids.draft!,
  '/api/notices/:id': (ids) => ids['daniel notice']!,
  '/api/questions/:id': (ids) => ids['daniel question']!,
  '/api/resources/:id': (ids) => ids['private resource']!,
  '/api/sessions/:id': (ids) => ids['daniel session']!,
  '/api/strategic-plans/:id': (ids) => ids.plan!,
  '/api/students/:id': (ids) => ids.daniel!,
  '/api/timetables/:id': (ids) => ids['daniel timetable']!,
}
/** Parameters without a record: what they name does not exist here, or is made by other tests. */
const WITHOUT_RECORD: Record<string, string> = {
  '/card/:token': 'a-card-of-nobody',
  '/setup/:secret': 'wrong',
  '/files/website/:name': 'nothing.webp',
  '/dashboard/profile/website/:page/versions/:version': '1',
  '/api/session-changes/:id': '1',
}

/** An address with the records of plantSecretWords. Throws for a parameter that has none. */
export function fillInAddress(pattern: string, ids: Parameters): string {
  const parts = pattern.split('/')
  return parts
    .map((part, index) => {
      if (!part.startsWith(':')) return part
      const at = parts.slice(0, index + 1).join('/')
      const value = parameters[at]?.(ids) ?? WITHOUT_RECORD[at]
      if (!value) throw new Error(`Which record is behind ${at}? Please name one in this file.`)
      return value
    })
    .join('/')
}

function getPattern(route: (typeof servedRoutes)[number]): string {
  const parent = servedRoutes.find(({ id }) => id === route.parentId)
  return [parent ? getPattern(parent) : '', route.path ?? '']
    .join('/')
    .replace('*', 'nowhere')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

/** The pages and files, with their modules, and their addresses with parameters. */
export const pages = servedRoutes.flatMap((route) => {
  const folder = route.file.replace(/^routes\/|\/route\.tsx?$/g, '')
  const isPart = /^root\b|\/layout\.tsx$/.test(folder) || folder.startsWith('api/')
  return isPart ? [] : [{ route, folder, module: getModule(route), pattern: getPattern(route) }]
})
