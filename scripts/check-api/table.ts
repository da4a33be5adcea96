/** Every call, by its path: those of the specification, and those that were added to it. GET of a file's url is tested in files.ts. */
const methods: Record<string, string> = {
  '/api/board': 'GET POST',
  '/api/board/current': 'GET',
  '/api/board/past': 'GET',
  '/api/board/{id}': 'PATCH DELETE',
  '/api/contact': 'POST',
  '/api/events': 'GET POST',
  '/api/events/{id}': 'PATCH DELETE',
  '/api/files': 'GET',
  '/api/files/upload': 'POST',
  '/api/files/{id}': 'PATCH DELETE',
  '/api/login': 'POST',
  '/api/logout': 'POST',
  '/api/newsletter/subscribe': 'POST',
  '/api/newsletter/subscribers': 'GET',
  '/api/newsletter/subscribers/{id}': 'PATCH',
  '/api/newsletters': 'GET POST',
  '/api/newsletters/{id}': 'GET PATCH DELETE',
  '/api/newsletters/{id}/attachments': 'POST',
  '/api/newsletters/{id}/status': 'PATCH',
  '/api/notices': 'GET POST',
  '/api/notices/{id}': 'PATCH DELETE',
  '/api/openapi.json': 'GET',
  '/api/portal/files': 'GET',
  '/api/portal/timetables': 'GET',
  '/api/qqi-images': 'GET POST',
  '/api/resources': 'GET POST',
  '/api/resources/public': 'GET',
  '/api/resources/{id}': 'PATCH DELETE',
  '/api/strategic-plans': 'GET POST',
  '/api/strategic-plans/active': 'GET',
  '/api/strategic-plans/{id}': 'PATCH DELETE',
  '/api/timetables': 'GET POST',
  '/api/timetables/{id}': 'PATCH DELETE',
  '/api/user': 'GET',
}

const table = Object.entries(methods).flatMap(([path, all]) => all.split(' ').map((method) => `${method} ${path}`))

/** The differences between the table and the served document ('METHOD /path'), in words. */
export function disagreements(documented: string[], expected = table): string[] {
  return [
    ...expected.filter((call) => !documented.includes(call)).map((call) => `${call} is in the table and not served`),
    ...documented.filter((call) => !expected.includes(call)).map((call) => `${call} is served and not in the table`),
  ]
}
