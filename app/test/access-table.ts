/**
 * Who may open what besides tutors, written by hand: change it only after asking who should see the screen. Everything that is not listed
 * here is expected to be refused to visitors and students (app/routes/access.test.ts).
 */

/** Whose the record behind the address is: everyone's, the students' (each has one of their own), or Daniel's alone. */
export type Readers = 'anyone' | 'every student' | 'Daniel'

/** A row of the table: who may send a GET, and who a POST. */
export type AccessRow = { get?: Readers; post?: Readers }

/** Pages and files, by their folder below app/routes. */
export const pageAccess: Record<string, AccessRow> = {
  // The website.
  'site/$': { get: 'anyone', post: 'anyone' },
  'site/[.]well-known.security[.]txt': { get: 'anyone', post: 'anyone' },
  'site/_index': { get: 'anyone' },
  'site/about': { get: 'anyone' },
  'site/accessibility': { get: 'anyone' },
  'site/achievements': { get: 'anyone' },
  'site/away.$token._index': { get: 'anyone', post: 'anyone' },
  'site/away.$token.home._index': { get: 'anyone' },
  'site/away.$token.home.$id': { get: 'anyone', post: 'anyone' },
  'site/board': { get: 'anyone' },
  'site/calendar.$token': { get: 'anyone', post: 'anyone' },
  'site/card._index': { get: 'anyone', post: 'anyone' },
  'site/card.$token': { get: 'anyone', post: 'anyone' },
  'site/confirm.$token': { get: 'anyone', post: 'anyone' },
  'site/contact': { get: 'anyone', post: 'anyone' },
  'site/easy-read': { get: 'anyone' },
  'site/events': { get: 'anyone' },
  'site/events[.]ics': { get: 'anyone', post: 'anyone' },
  'site/icon[.]png': { get: 'anyone', post: 'anyone' },
  'site/news._index': { get: 'anyone' },
  'site/news.$id': { get: 'anyone' },
  'site/news.feed': { get: 'anyone', post: 'anyone' },
  'site/portal': { get: 'anyone', post: 'anyone' },
  'site/privacy': { get: 'anyone' },
  'site/programmes': { get: 'anyone' },
  'site/resources._index': { get: 'anyone' },
  'site/resources.$id': { get: 'anyone' },
  'site/robots[.]txt': { get: 'anyone', post: 'anyone' },
  'site/settings': { get: 'anyone', post: 'anyone' },
  'site/setup.$secret': { get: 'anyone', post: 'anyone' },
  'site/sitemap[.]xml': { get: 'anyone', post: 'anyone' },
  'site/steps.$token': { get: 'anyone', post: 'anyone' },
  'site/terms': { get: 'anyone' },
  'site/unsubscribe._index': { get: 'anyone', post: 'anyone' },
  'site/unsubscribe.$token': { get: 'anyone', post: 'anyone' },

  // The portal of students.
  'dashboard/$': { get: 'every student', post: 'every student' },
  'dashboard/_index': { get: 'every student' },
  'dashboard/at-home': { get: 'every student', post: 'every student' },
  'dashboard/calendar._index': { get: 'every student' },
  'dashboard/calendar.address': { get: 'every student', post: 'every student' },
  'dashboard/files.$id._index': { get: 'Daniel' },
  'dashboard/more._index': { get: 'every student' },
  'dashboard/more.choose': { get: 'every student', post: 'every student' },
  'dashboard/notices._index': { get: 'every student', post: 'every student' },
  'dashboard/notices.albums._index': { get: 'every student' },
  'dashboard/notices.albums.$id._index': { get: 'every student' },
  'dashboard/notices.qqi._index': { get: 'every student' },
  'dashboard/notices.qqi.$id._index': { get: 'every student' },
  'dashboard/notices.questions.$id.voice': { get: 'Daniel', post: 'Daniel' },
  'dashboard/password._index': { get: 'every student', post: 'every student' },
  'dashboard/photos-of-you': { get: 'every student', post: 'every student' },
  // A GET is refused to everyone alike: only its action previews a text.
  'dashboard/preview': { get: 'anyone' },
  'dashboard/steps._index': { get: 'every student' },
  'dashboard/steps.$id': { get: 'Daniel' },
  'dashboard/timetable._index': { get: 'every student' },
  'dashboard/timetable.$id._index': { get: 'Daniel' },
  'dashboard/timetable.week._index': { get: 'every student' },

  // Files. A POST is answered 405 to everyone.
  'files/$id': { get: 'Daniel', post: 'anyone' },
  'files/answer.$address': { get: 'Daniel', post: 'anyone' },
  'files/board.$id': { get: 'anyone', post: 'anyone' },
  'files/newsletter.$address': { get: 'anyone', post: 'anyone' },
  'files/step.$address': { get: 'anyone', post: 'anyone' },
  'files/voice.$id': { get: 'Daniel', post: 'anyone' },
  'files/website.$name': { get: 'anyone', post: 'anyone' },
}

/** Calls of the API, by method and path. */
export const callAccess: Record<string, Readers> = {
  'GET /api/openapi.json': 'anyone',
  'GET /api/user': 'anyone',
  'POST /api/login': 'anyone',
  'POST /api/contact': 'anyone',
  'POST /api/newsletter/subscribe': 'anyone',
  'GET /api/events': 'anyone',
  'GET /api/resources/public': 'anyone',
  'GET /api/board/current': 'anyone',
  'GET /api/board/past': 'anyone',
  'GET /api/strategic-plans/active': 'anyone',

  'POST /api/logout': 'every student',
  'GET /api/portal/files': 'every student',
  'GET /api/portal/timetables': 'every student',
  'GET /api/portal/today': 'every student',
  'GET /api/portal/consents': 'every student',
  'POST /api/portal/consents/own-word': 'every student',
  'POST /api/consents/withdraw': 'every student',
  'GET /api/qqi-images': 'every student',
  'GET /api/guides': 'every student',
  'GET /api/notices': 'every student',
  'GET /api/albums': 'every student',
  'GET /api/albums/{id}/photos': 'every student',
  'POST /api/questions/{id}/answer': 'Daniel',
}

/** Single records at such addresses, by their names in app/test/secret-words.ts, with everyone who may open them. Others get 404. */
export const recordAccess: [address: string, readers: ('visitor' | 'daniel' | 'niamh' | 'aoife')[]][] = [
  ['/files/{daniel file}', ['daniel', 'aoife']],
  ['/files/{niamh file}', ['niamh', 'aoife']],
  ['/files/{niamh file}?inline', ['niamh', 'aoife']],
  ['/files/{niamh file}?inline&width=480', ['niamh', 'aoife']],
  ['/files/{students file}', ['daniel', 'niamh', 'aoife']],
  ['/files/{aoife file}', ['aoife']],
  ['/files/{niamh timetable file}', ['niamh', 'aoife']],
  ['/files/{album photo}', ['daniel', 'niamh', 'aoife']],
  ['/files/voice/{niamh voice}', ['niamh', 'aoife']],
  ['/files/answer/{niamh answer photo}-{niamh answer secret}', ['niamh', 'aoife']],
  ['/files/step/{niamh step photo}-{niamh step secret}', ['niamh', 'aoife']],
  ['/files/step/{public step photo}-{public step secret}', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/files/newsletter/{attachment}-{attachment secret}', ['aoife']],
  ['/files/newsletter/{sent attachment}-{sent attachment secret}', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/dashboard/files/{niamh file}', ['niamh', 'aoife']],
  ['/dashboard/files/{aoife file}', ['aoife']],
  ['/dashboard/timetable/{niamh timetable}', ['niamh', 'aoife']],
  ['/dashboard/timetable/{students timetable}', ['daniel', 'niamh', 'aoife']],
  ['/dashboard/steps/{niamh guide}', ['niamh', 'aoife']],
  ['/dashboard/notices/questions/{niamh question}/voice', ['niamh', 'aoife']],
  ['/resources/{private resource}', []],
  ['/news/{draft}', []],
  // A holder of a secret address opens what it is for, and nothing else.
  ['/away/{family}', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/away/{family}/home', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/away/{family}/home/{daniel shown}', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/away/{family}/home/{niamh shown}', []],
  ['/away/{public guide}', []],
  ['/away/{calendar}', []],
  ['/steps/{public guide}', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/steps/{daniel guide token}', []],
  ['/steps/{family}', []],
  ['/calendar/{calendar}', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/calendar/{family}', []],
  ['/unsubscribe/{unsubscribe}', ['visitor', 'daniel', 'niamh', 'aoife']],
  ['/unsubscribe/{confirm}', []],
  ['/confirm/{unsubscribe}', []],
]
