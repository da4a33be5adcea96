import { expect, test } from 'vitest'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { listActivity } from '~/domain/activity/activity.server'
import { sendApiRequest } from '~/test/api'
import { exportToJson } from '~/test/personal-export'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createSampleDocument, createUploadedFile } from '~/test/samples'

const riverbank = setUpFreshRiverbank()
const { daniel, niamh } = riverbank.people
const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
const soonInWords = new Intl.DateTimeFormat('en-IE', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(soon))
const NO_STUDENTS = 'Please choose students from the list.'

interface Noun {
  path: string
  /** The record that it belongs to, with its path, and the field with that record's id. */
  parent?: { path: string; json: object; field: string }
  json: { title?: string; [field: string]: unknown }
  /** Sent as a form with a file. */
  withFile?: boolean
  /** The fields of the added record that were not sent as they are. */
  added?: object
  wrong: object
  errors: Record<string, string[]>
  /** Absences are never changed. */
  change?: { title?: string; [field: string]: unknown }
  /** The log's titles of the added and of the changed record, if they are not their titles. */
  titles?: [added: string, changed: string]
}

/** By the activity log's noun. */
const nouns: Record<string, Noun> = {
  event: {
    path: '/api/events',
    json: { title: 'Tea morning', day: 14, month: 'October', year: 2025, time: '10:00-11:30' },
    added: { description: null, location: null, endDate: null, onWebsite: true, closed: false },
    wrong: { title: '', day: 32 },
    errors: { title: ['Title is required.'], day: ['Please enter a date, for example 1 September 2026.'] },
    change: { title: 'Tea', location: 'Hall' },
  },
  document: {
    path: '/api/files',
    json: { title: 'The week', description: 'Line 38' },
    withFile: true,
    added: { isShared: false, studentId: null, fileName: 'week.doc', fileType: 'application/msword' },
    wrong: { title: 'x' },
    errors: { title: ['Title must be at least 2 characters.'] },
    change: { title: 'The new week' },
  },
  timetable: {
    path: '/api/timetables',
    json: { title: 'The term', description: ' Large print ', endDate: '2026-12-18' },
    withFile: true,
    added: { description: 'Large print', startDate: null, isShared: true, studentId: null, fileName: 'week.doc' },
    wrong: { title: 'x', startDate: '2026-02-30' },
    errors: {
      title: ['Title must be at least 2 characters.'],
      startDate: ['Please enter a date, for example 1 September 2026.'],
    },
    change: { title: 'Spring', endDate: null },
  },
  resource: {
    path: '/api/resources',
    json: { title: 'Respite', content: '<p>Ring us.</p><script>x()</script>', category: 'support' },
    added: { content: '<p>Ring us.</p>', description: null, isPublic: true, easyRead: null },
    wrong: { title: ' ', content: '', category: 'other' },
    errors: { title: ['Title is required'], content: ['Content is required'], category: ['Category is required'] },
    change: { title: 'A break', isPublic: false },
  },
  'board member': {
    path: '/api/board',
    json: { name: 'Bríd Nolan', position: 'Director' },
    added: { bio: null, linkedIn: null, endDate: null, displayOrder: 0, isCurrent: true, profileImage: null },
    wrong: { name: ' ', position: '' },
    errors: { name: ['Name is required'], position: ['Position is required'] },
    change: { name: 'Bríd Ryan', isCurrent: false },
    titles: ['Bríd Nolan', 'Bríd Ryan'],
  },
  'strategic plan': {
    path: '/api/strategic-plans',
    json: { title: 'Open doors', content: '<h1>Goals</h1><p onclick="x()">One</p>', startYear: 2025, endYear: 2028 },
    added: { content: '<h3>Goals</h3><p>One</p>', documentUrl: null, isActive: true },
    wrong: { title: '', content: '<br>' },
    errors: { title: ['Title is required'], content: ['Content is required'] },
    change: { title: 'Doors', isActive: false },
  },
  notice: {
    path: '/api/notices',
    json: { title: 'No bus', text: 'Please ring us.', until: soon },
    added: { studentIds: [], easyRead: null },
    wrong: { title: '', text: '', until: 'x', studentIds: ['x'] },
    errors: {
      title: ['Title is required.'],
      text: ['Text is required.'],
      until: ['Please enter a date, for example 1 September 2026.'],
      'studentIds.0': [NO_STUDENTS],
    },
    change: { title: 'The bus is back', studentIds: [daniel.id] },
  },
  album: {
    path: '/api/albums',
    json: { title: 'Summer trip', text: 'Our day at the sea.' },
    added: { isHiddenWhenEmpty: false },
    wrong: { title: '', text: ' ' },
    errors: { title: ['Title is required.'], text: ['Text is required.'] },
    change: { title: 'Trip to Howth', isHiddenWhenEmpty: true },
  },
  newsletter: {
    path: '/api/newsletters',
    json: { title: 'June', content: 'It was a\r\nbusy month.' },
    added: { content: 'It was a\nbusy month.', status: 'draft', audience: null, sentAt: null, attachments: [] },
    wrong: { title: 'Ju', content: 'Short' },
    errors: { title: ['Title must be at least 3 characters'], content: ['Content must be at least 10 characters'] },
    change: { title: 'July' },
  },
  question: {
    path: '/api/questions',
    json: { question: 'What will we cook?', answers: [{ words: 'Pizza' }, { words: 'Soup' }], until: soon },
    added: {
      answers: [
        { words: 'Pizza', symbol: null, photo: null },
        { words: 'Soup', symbol: null, photo: null },
      ],
      studentIds: [],
      allowsVoice: false,
      said: [],
    },
    wrong: { question: ' ', answers: [{ words: 'Soup' }, { words: 'soup' }], until: '2020-01-01' },
    errors: {
      question: ['Please write the question.'],
      answers: ['Please write different answers.'],
      until: ['Please choose today or a later day.'],
    },
    change: { question: 'What will we eat?', studentIds: [daniel.id] },
    titles: ['What will we cook?', 'What will we eat?'],
  },
  steps: {
    path: '/api/guides',
    json: { title: 'Make tea' },
    added: { studentIds: [], isPublic: false, steps: [] },
    wrong: { title: '', studentIds: ['x'] },
    errors: { title: ['Please enter a title, for example: Make tea.'], 'studentIds.0': [NO_STUDENTS] },
    change: { title: 'Make coffee', isPublic: true },
  },
  step: {
    path: '/api/guide-steps',
    parent: { path: '/api/guides', json: { title: 'Make tea' }, field: 'guideId' },
    json: { sentence: 'Fill the kettle.', symbol: 'tea-break' },
    added: { position: 1, photo: null },
    wrong: { sentence: 'One two three four five six seven eight nine ten eleven twelve thirteen.', symbol: 'skull' },
    errors: {
      sentence: ['Please use at most 12 words. Make two steps of it.'],
      symbol: ['Please choose a symbol from the list.'],
    },
    change: { sentence: 'Fill the pot.', symbol: null },
    titles: ['Fill the kettle.', 'Fill the pot.'],
  },
  'session of the week': {
    path: '/api/sessions',
    json: { weekday: 'Monday', from: '9.30', to: '11am', activity: 'Art', exceptions: '4 May 2026\r\n\r\n1/12/2026' },
    added: { from: '09:30', to: '11:00', exceptions: ['2026-05-04', '2026-12-01'], studentIds: [], photoId: null },
    wrong: { weekday: 'Someday', activity: ' ' },
    errors: { weekday: ['Please choose a day of the week.'], activity: ['Please enter the activity.'] },
    change: { activity: 'Choir', place: 'Hall', studentIds: [daniel.id, niamh.id] },
    titles: ['Art, Monday 09:30', 'Choir, Monday 09:30'],
  },
  group: {
    path: '/api/groups',
    json: { name: 'Kitchen', studentIds: [niamh.id, daniel.id] },
    added: { studentIds: [daniel.id, niamh.id] },
    wrong: { name: ' ', studentIds: ['x'] },
    errors: { name: ['Please enter a name for the group.'], 'studentIds.0': [NO_STUDENTS] },
    change: { name: 'Cooks', studentIds: [daniel.id] },
    titles: ['Kitchen', 'Cooks'],
  },
  absence: {
    path: '/api/absences',
    json: { studentId: daniel.id, startDate: soon, note: 'At the dentist.' },
    added: { studentName: 'Daniel Okafor', endDate: soon, saidBy: null },
    wrong: { studentId: 'x', startDate: '2020-01-01' },
    errors: {
      studentId: ['Please choose a student from the list.'],
      startDate: ['Please choose a day in the last week, or a later day.'],
    },
    titles: [`Daniel Okafor, ${soonInWords}`, `Daniel Okafor, ${soonInWords}`],
  },
}

const send = (what: string, json?: unknown) => sendApiRequest(riverbank, what, { as: 'aoife', json })

async function add({ path, parent, json, withFile }: Pick<Noun, 'path' | 'parent' | 'json' | 'withFile'>) {
  if (withFile) {
    const file = createUploadedFile(createSampleDocument(), 'week.doc')
    const form = { ...json, file } as Record<string, string | File>
    const to = path === '/api/files' ? '/api/files/upload' : path
    return sendApiRequest(riverbank, `POST ${to}`, { as: 'aoife', form })
  }
  const { id } = parent ? (await send(`POST ${parent.path}`, parent.json)).body : { id: 0 }
  return send(`POST ${path}`, { ...json, ...(parent && { [parent.field]: id }) })
}

test.each(Object.entries(nouns))('%s: added, refused, changed, outdated and removed', async (noun, row) => {
  const { path, json, added, wrong, errors, change, titles = [json.title, change?.title] } = row
  const { status, body } = await add(row)
  // Only the answer to an upload has advice on the file.
  const record = row.withFile ? { ...body, note: undefined } : body
  expect([status, record]).toEqual([201, expect.objectContaining({ ...json, ...added })])
  const address = `${path}/${record.id}`
  const refused = await add({ ...row, json: { ...json, ...wrong } })
  expect([refused.status, refused.body.errors]).toEqual([400, errors])

  if (change) {
    const second = await send(`PATCH ${address}`, { ...change, version: 1 })
    expect([second.status, second.body]).toEqual([200, { ...record, ...change, version: 2 }])
    const late = { message: 'Aoife Brennan has changed this since you opened it.', now: second.body }
    expect(await send(`PATCH ${address}`, { ...change, version: 1 })).toMatchObject({ status: 409, body: late })
  }

  expect((await send(`DELETE ${address}`)).status).toBe(204)
  expect((await send(`DELETE ${address}`)).status).toBe(404)
  const log = (await listActivity(riverbank.db, riverbank.people.aoife)).filter((line) => line.noun === noun)
  const changes = change ? [`changed ${titles[1]}`] : []
  expect(log.map(({ action, title }) => `${action} ${title}`)).toEqual([
    `deleted ${titles[1]}`,
    ...changes,
    `added ${titles[0]}`,
  ])
})

const art = { weekday: 'Monday', from: '9:30', to: '11:00' }
const dinner = { answers: [{ words: 'Pizza' }, { words: 'Soup' }], until: soon }

/** The nouns that name students: each has a field for a record's name, and records that an export of Daniel's data includes. */
const nounsOfStudents = [
  { path: '/api/notices', field: 'title', json: { text: '.', until: soon }, key: 'notices', has: ['both', 'own'] },
  { path: '/api/sessions', field: 'activity', json: art, key: 'week', has: ['both', 'own'] },
  // Whose answers they are, not whom the tutor asked.
  { path: '/api/questions', field: 'question', json: dinner, key: 'answers', has: ['all', 'both', 'own'] },
  { path: '/api/guides', field: 'title', json: {}, key: 'steps', has: ['both', 'own'] },
  { path: '/api/groups', field: 'name', json: {}, key: 'groups', has: ['both', 'own'] },
]

test('an export has what names its student; an erasure leaves what names others', async ({ db, uploads, people }) => {
  for (const { path, field, json } of nounsOfStudents)
    for (const [name, studentIds] of Object.entries({ own: [2], both: [2, 3], all: [], other: [3] })) {
      const { body } = await send(`POST ${path}`, { ...json, [field]: name, studentIds })
      if (path === '/api/questions')
        await sendApiRequest(riverbank, `POST ${path}/${body.id}/answer`, { as: 'daniel', json: { answer: 0 } })
    }
  const expectLeft = async (left: object, leftOfGroups: object) => {
    for (const { path, field } of nounsOfStudents) {
      const { body } = await send(`GET ${path}`)
      const found = Object.fromEntries(body.map((one: Record<string, unknown>) => [one[field], one.studentIds]))
      expect(found, path).toEqual(path === '/api/groups' ? leftOfGroups : left)
    }
  }
  const exported = await exportToJson(riverbank, daniel.id)
  for (const { key, has } of nounsOfStudents)
    expect(
      JSON.stringify(exported[key])
        .match(/"(own|both|all|other)"/g)
        ?.sort(),
      key,
    ).toEqual(has.map((name) => `"${name}"`))
  await erasePerson(db, uploads, people.aoife, daniel.id)
  await expectLeft({ both: [3], all: [], other: [3] }, { own: [], both: [3], all: [], other: [3] })
  await erasePerson(db, uploads, people.aoife, niamh.id)
  await expectLeft({ all: [] }, { own: [], both: [], all: [], other: [] })
})
