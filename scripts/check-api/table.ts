/** The specified calls, in the contract's order. GET of a file's url is tested in files.ts. */
const specified = [
  'GET /api/user',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/contact',
  'POST /api/newsletter/subscribe',
  'GET /api/newsletters',
  'GET /api/newsletters/{id}',
  'POST /api/newsletters',
  'PATCH /api/newsletters/{id}/status',
  'POST /api/newsletters/{id}/attachments',
  'GET /api/newsletter/subscribers',
  'GET /api/board/current',
  'GET /api/board/past',
  'GET /api/strategic-plans/active',
  'GET /api/board',
  'POST /api/board',
  'PATCH /api/board/{id}',
  'DELETE /api/board/{id}',
  'GET /api/strategic-plans',
  'POST /api/strategic-plans',
  'PATCH /api/strategic-plans/{id}',
  'DELETE /api/strategic-plans/{id}',
  'GET /api/resources',
  'POST /api/resources',
  'PATCH /api/resources/{id}',
  'DELETE /api/resources/{id}',
  'GET /api/files',
  'GET /api/portal/files',
  'GET /api/timetables',
  'GET /api/portal/timetables',
  'GET /api/events',
  'PATCH /api/files/{id}',
  'POST /api/files/upload',
  'GET /api/qqi-images',
]

/** Additional calls: changing and deleting, the gallery's upload, and the document itself. */
const decided = [
  'GET /api/resources/public',
  'PATCH /api/newsletters/{id}',
  'DELETE /api/newsletters/{id}',
  'PATCH /api/newsletter/subscribers/{id}',
  'DELETE /api/files/{id}',
  'POST /api/qqi-images',
  'POST /api/timetables',
  'PATCH /api/timetables/{id}',
  'DELETE /api/timetables/{id}',
  'POST /api/events',
  'PATCH /api/events/{id}',
  'DELETE /api/events/{id}',
  'GET /api/notices',
  'POST /api/notices',
  'PATCH /api/notices/{id}',
  'DELETE /api/notices/{id}',
  'GET /api/openapi.json',
]

export const table = [...specified, ...decided]

/** The path of a route's folder: `files.$id` is /api/files/{id}. */
export function addressOf(folder: string): string {
  const parts = folder.replaceAll('[.]', '\0').split('.')
  return `/api/${parts.map((part) => (part.startsWith('$') ? '{id}' : part)).join('/')}`.replaceAll('\0', '.')
}

/** The differences between the table, the served document ('METHOD /path') and the route folders, in words. */
export function disagreements(documented: string[], folders: string[], expected = table): string[] {
  const served = new Set(documented.map((call) => call.split(' ')[1]))
  const addresses = folders.map(addressOf)
  return [
    ...expected.filter((call) => !documented.includes(call)).map((call) => `${call} is in the table and not served`),
    ...documented.filter((call) => !expected.includes(call)).map((call) => `${call} is served and not in the table`),
    ...[...served].filter((path) => !addresses.includes(path!)).map((path) => `${path} is documented without a route`),
    ...addresses.filter((path) => !served.has(path)).map((path) => `${path} has a route and is not documented`),
  ]
}
