import type { Fault } from './plant'

/** The test that proves who may open what (app/test/access-table.ts). */
const TEST = 'app/routes/access.test.ts'

/** One word of what a route declares, by its file below app/routes and the text before the word. */
const declarations: [file: string, before: string, from: string, to: string][] = [
  ['dashboard/newsletter.$id.mail/route.ts', 'access: ', 'tutor', 'user'],
  ['dashboard/newsletter.$id.preview/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/newsletter._index/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/newsletter.subscribers.export/route.ts', 'access: ', 'tutor', 'user'],
  ['dashboard/board/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/board_.plans/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/profile._index/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/profile.activity/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/profile.enquiries._index/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/profile.people.$id._index/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/profile.people.$id.export/route.ts', 'access: ', 'tutor', 'user'],
  ['dashboard/timetable.register._index/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/timetable.away/route.tsx', 'access: ', 'tutor', 'user'],
  ['dashboard/profile.backup.file/route.ts', 'access: ', 'tutor', 'session'],
  ['dashboard/preview/route.ts', 'action: ', 'tutor', 'user'],
  ['dashboard/timetable._index/route.tsx', 'action: ', 'tutor', 'user'],
  ['dashboard/files.$id._index/route.tsx', 'loader: ', 'user', 'anyone'],
  ['dashboard/steps.$id/route.tsx', 'loader: ', 'user', 'anyone'],
  ['dashboard/photos-of-you/route.tsx', 'access: ', 'user', 'anyone'],
  ['dashboard/timetable.week._index/route.tsx', 'access: ', 'user', 'session'],
  ['files/$id/route.ts', 'loader: ', 'user', 'anyone'],
  ['files/answer.$address/route.ts', 'loader: ', 'user', 'anyone'],
  ['files/voice.$id/route.ts', 'loader: ', 'user', 'anyone'],
]

/** One word of what a call of the API declares, by the call's file and its summary. */
const calls: [call: string, file: string, summary: string, from: string, to: string][] = [
  ['GET /api/newsletters', 'newsletters.server.ts', 'List newsletters', 'tutor', 'user'],
  ['GET /api/newsletter/subscribers', 'newsletters.server.ts', 'List subscribers', 'tutor', 'user'],
  ['GET /api/consents', 'people.server.ts', 'List what students said', 'tutor', 'user'],
  ['GET /api/absences', 'people.server.ts', 'List absences', 'tutor', 'user'],
  ['GET /api/groups', 'records.server.ts', 'List groups', 'tutor', 'user'],
  ['DELETE /api/files/{id}', 'portal.server.ts', 'Delete a document', 'tutor', 'user'],
]

/** The condition, in a query, that the record is the reader's. */
const conditions: Record<string, Omit<Fault, 'why'>> = {
  'files of other students': {
    file: 'app/domain/files/files.server.ts',
    find: `db.selectFrom('files').where(isReadableBy(user, day))`,
    replace: `db.selectFrom('files')`,
    check: { test: TEST, named: '/files/{niamh file} is open' },
  },
  'guides of other students': {
    file: 'app/domain/guides/guides.server.ts',
    find: 'user ? guides.where(isGivenTo(user)) : guides',
    replace: 'guides',
    check: { test: TEST, named: '/dashboard/steps/{niamh guide} is open' },
  },
  'photos of other students’ guides': {
    file: 'app/domain/guides/steps.server.ts',
    find: `\n    .$if(user?.role !== 'tutor', (all) => all.where(sql<boolean>\`(\${isPublic} or \${isOwn})\`))`,
    replace: '',
    check: { test: TEST, named: '/files/step/{niamh step photo}' },
  },
  'sessions of other students': {
    file: 'app/domain/week/week.server.ts',
    find: `selectSessions(db).where(({ or, eb }) => or([eb('isForAll', '=', 1), eb('id', 'in', selectSessionIds(db, userId))]))`,
    replace: 'selectSessions(db)',
    check: { test: TEST, named: 'daniel reads only' },
  },
  'notices for other students': {
    file: 'app/domain/notices/notices.server.ts',
    find: `all.where(({ or, eb }) => or([eb('isForAll', '=', 1), eb('notices.id', 'in', own)]))`,
    replace: 'all',
    check: { test: TEST, named: 'daniel reads only' },
  },
  'questions to other students': {
    file: 'app/domain/questions/questions.server.ts',
    find: '\n    .where(isOpenTo(user, day))',
    replace: '',
    check: { test: TEST, named: 'daniel reads only' },
  },
  'photos of other students’ answers': {
    file: 'app/domain/questions/answer-photos.server.ts',
    find: `\n    .$if(user.role !== 'tutor', (all) => all.where(isShown))`,
    replace: '',
    check: { test: TEST, named: '/files/answer/{niamh answer photo}' },
  },
  'recordings of other students': {
    file: 'app/domain/questions/spoken-answers.server.ts',
    find: `\n    .where('id', '=', id)\n    .$if(user.role !== 'tutor', (all) => all.where('userId', '=', user.id))`,
    replace: `\n    .where('id', '=', id)`,
    check: { test: TEST, named: '/files/voice/{niamh voice}' },
  },
  'photo permissions of other students': {
    file: 'app/domain/consent/consents.server.ts',
    find: `selectConsents(db).where('userId', '=', studentId)`,
    replace: 'selectConsents(db)',
    check: { test: TEST, named: 'daniel reads only' },
  },
  'what other students show at home': {
    file: 'app/domain/at-home/at-home.server.ts',
    find: `db.selectFrom('shownAtHome').where('userId', '=', userId)`,
    replace: `db.selectFrom('shownAtHome')`,
    check: { test: 'app/domain/at-home/at-home.test.ts', named: 'another family’s link' },
  },
}

const readers: Record<string, string> = {
  user: 'students could open what is for tutors',
  anyone: 'visitors could open what is for one student',
  session: 'a password alone would be enough where tutors must have a second step',
}

/** Faults in who may open what: one word of a declaration changed, or the condition of an owner's query removed. */
export const accessFaults: Record<string, Fault> = {
  ...Object.fromEntries(
    declarations.map(([path, before, from, to]) => {
      const folder = path.replace(/\/route\.tsx?$/, '')
      const find = `${before}'${from}'`
      const named = to === 'session' ? 'a tutor who must set up a second step' : `${folder} is open`
      const file = `app/routes/${path}`
      const fault = { why: readers[to]!, file, find, replace: `${before}'${to}'`, check: { test: TEST, named } }
      return [`${folder} with ${before}${to} instead of ${from}`, fault]
    }),
  ),
  ...Object.fromEntries(
    calls.map(([call, name, summary, from, to]) => {
      const file = `app/http/contract/${name}`
      const find = `access: '${from}',\n      summary: '${summary}'`
      const replace = find.replace(from, to)
      return [
        `${call} for ${to} instead of ${from}`,
        { why: readers[to]!, file, find, replace, check: { test: TEST, named: `${call} is open` } },
      ]
    }),
  ),
  'every call that changes records for user instead of tutor': {
    why: 'students could change what is for tutors',
    file: 'app/http/contract/changes.server.ts',
    find: `const access = 'tutor'`,
    replace: `const access = 'user'`,
    check: { test: TEST, named: 'POST /api/events is open' },
  },
  ...Object.fromEntries(
    Object.entries(conditions).map(([what, fault]) => [what, { why: 'one student could open them', ...fault }]),
  ),
}
