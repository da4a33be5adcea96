const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** The most bytes of an ordinary form or JSON body, and the most that a stranger can make the server read. */
export const FORM_LIMIT = 64 * KILOBYTE
/** The same for a form with a text of up to 30,000 characters, such as a newsletter's. */
export const LONG_TEXT_LIMIT = 256 * KILOBYTE
/** The largest body read at all. A file may have 5 MB; somewhat larger ones are still read, so that the form comes back with a message. */
export const UPLOAD_LIMIT = 16 * MEGABYTE

const fileAddresses = [
  '/dashboard',
  '/dashboard/board/new',
  '/dashboard/board/:id/edit',
  '/dashboard/newsletter/:id',
  '/dashboard/newsletter/subscribers/import',
  '/dashboard/notices/qqi',
  '/dashboard/profile/website/:page/:section',
  '/dashboard/profile/website/logo',
  '/dashboard/timetable',
  '/dashboard/timetable/:id/edit',
  '/api/files/upload',
  '/api/newsletters/:id/attachments',
  '/api/qqi-images',
  '/api/timetables',
]

/** What takes a text of up to 30,000 characters, a pasted list or a whole section of the website. */
const longTextAddresses = [
  '/dashboard/board/plans/new',
  '/dashboard/board/plans/:id/edit',
  '/dashboard/newsletter/new',
  '/dashboard/newsletter/:id/edit',
  '/dashboard/newsletter/subscribers/import',
  '/dashboard/preview',
  '/dashboard/profile/website/:page/:section',
  '/dashboard/resources/new',
  '/dashboard/resources/:id/edit',
  '/api/newsletters',
  '/api/newsletters/:id',
  '/api/resources',
  '/api/resources/:id',
  '/api/strategic-plans',
  '/api/strategic-plans/:id',
]

/** Whether a path, as the gate spells it, is one of some addresses; what Remix's router asks about a page is the page's. */
function anyOf(addresses: string[]): (path: string) => boolean {
  const patterns = addresses.map((address) => address.split('/'))
  const fits = (part: string, name: string) =>
    part === name || (name === ':id' ? /^\d+$/.test(part) : name.startsWith(':') && part !== '')
  return (path) => {
    const parts = path.replace(/\.data$/, '').split('/')
    return patterns.some(
      (names) => names.length === parts.length && names.every((name, i) => fits(parts[i] ?? '', name)),
    )
  }
}
const takesLongTexts = anyOf(longTextAddresses)

/** True for the address of a page or a call that takes files. */
export const takesFiles = anyOf(fileAddresses)

/** The most bytes that may be sent to `path`: those of a file only where `mayAddFiles`, a tutor's live session. */
export function greatestBody(path: string, mayAddFiles: boolean): number {
  if (mayAddFiles && takesFiles(path)) return UPLOAD_LIMIT
  return takesLongTexts(path) ? LONG_TEXT_LIMIT : FORM_LIMIT
}
