import { expect, test } from 'vitest'
import { formatIsoDay, formatShortDate, getToday, toDay, toUtcMidnight } from '~/domain/events/days'
import { shareServer } from '~/test/built'
import { planToday } from '~/test/demo-data'
import type { Person } from '~/test/people'
import { createSamplePdf, createUploadedFile } from '~/test/samples'
import { resolveAddress } from '~/test/screens'
import { findForm, getPageText } from '~/test/served'

// What screens of the portal show about the records behind them, and what forms answer, on the built product.

const riverbank = shareServer()
const today = formatIsoDay(getToday())
const inDays = (days: number) => toDay(toUtcMidnight(getToday()) + days * 86_400_000)

async function open(path: string, as?: Person, init: RequestInit = {}) {
  const headers = { Origin: riverbank.url, ...(as && { Cookie: riverbank.sessions[as].cookie }) }
  const answer = await fetch(new URL(path, riverbank.url), { headers, redirect: 'manual', ...init })
  const html = await answer.text()
  return { answer, html, text: getPageText(html) }
}

function addEvent(title: string, { day, month, year } = getToday(), more: Record<string, unknown> = {}) {
  const row = { title, day, month, year, changedAt: '2026-01-01T00:00:00.000Z', ...more }
  const columns = Object.keys(row)
  riverbank.change(`insert into events (${columns}) values (${columns.map(() => '?')})`, ...Object.values(row))
}
const addFiles = (title: string, count: number) =>
  riverbank.change(
    `insert into files (title, fileName, fileType, size, storageKey, isShared, uploadedBy, uploadedAt)
      with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count})
      select ? || ' ' || n, 'a.pdf', 'application/pdf', 1, ? || n, 1, 1, '2030-01-01T00:00:00.000Z' from counted`,
    title,
    title,
  )

interface ScreenCase {
  as?: Person
  /** An address, or several that show the same. */
  at: string | string[]
  status?: number
  prepare?: () => unknown
  /** In its text, or its HTML if it begins with '<' or has an attribute. */
  shows: (string | RegExp)[]
  hides?: string[]
}

const cases: Record<string, ScreenCase> = {
  'a tutor chooses a student’s files, and the upload is for that student': {
    at: '/dashboard?of=3',
    prepare: () => riverbank.change('delete from files where studentId = 3'),
    shows: ['No personal files available yet.', /<option value="3" selected="">Niamh Walsh<\/option>/],
  },
  'a tutor sees when a student first opened a document': {
    at: '/dashboard?of=2',
    prepare: () =>
      riverbank.change("update files set openedAt = '2026-09-03T13:05:00.000Z' where title = 'Soup and brown bread'"),
    shows: ['Daniel opened it on 3 September 2026 at 14:05.', 'Daniel has not opened it yet.'],
  },
  'a tutor sees who has not opened a shared file': {
    at: '/dashboard?search=Staying',
    prepare: () =>
      riverbank.change(`insert into fileOpenings select id, 2, '2026-09-03T13:05:00.000Z' from files
        where title = 'Staying safe online'`),
    shows: ['Opened by 1 of 2 students. Not yet by:Niamh Walsh'],
  },
  'a shared file’s page says to tutors who has not opened it': {
    at: '/dashboard/files/7',
    prepare: () => riverbank.change("insert into fileOpenings values (7, 2, '2026-09-03T13:05:00.000Z')"),
    shows: ['Opened by 1 of 2 students. Not yet by:Niamh Walsh'],
  },
  'a file shows its details, Download, Edit and the picture itself': {
    at: '/dashboard?of=2',
    shows: [
      'My painting of the river',
      /\d+ \w+ \d{4} by Aoife Brennan/,
      'Download My painting of the river',
      'Edit My painting of the river',
      /<img (?=[^>]*src="\/files\/)/,
    ],
  },
  'a picture without a description has its title': {
    as: 'daniel',
    at: '/dashboard',
    prepare: () => riverbank.change("update files set alt = null where title = 'My painting of the river'"),
    shows: [/<img [^>]*alt="My painting of the river"/],
  },
  'a student’s printed page has its pictures without scrolling to them first': {
    as: 'daniel',
    at: ['/dashboard', '/dashboard/timetable', '/dashboard/timetable/:inPictures', '/dashboard/files/:picture'],
    shows: [/<img (?=[^>]*src="\/files\/)[^>]*loading="eager"/],
    hides: ['loading="lazy"'],
  },
  'the files of a page of the list lead back to it': {
    as: 'daniel',
    at: '/dashboard?shared=2',
    prepare: () => addFiles('Sheet', 22),
    shows: [/href="\/dashboard\/files\/\d+\?shared=2"/],
  },
  'a picture leads back to the page of the list that it was opened on': {
    as: 'daniel',
    at: '/dashboard/files/:picture?shared=2',
    shows: [/href="\/dashboard\?shared=2#file-\d+"/],
    hides: ['Edit My painting'],
  },
  'a search finds documents by title, in pages': {
    at: '/dashboard?search=SHEET&page=2',
    shows: ['22 files have ‘SHEET’ in the title.', /Sheet 12(?!.*Sheet 13)/],
  },
  'a search that finds nothing says so': {
    at: '/dashboard?search=<script>',
    shows: ['No file has ‘<script>’ in its title.'],
  },
  'a search finds students by name': {
    at: '/dashboard?search=niamh',
    shows: [/<a (?=[^>]*of=3)[^>]*>Niamh Walsh/],
  },
  'the lists of the board say who and which plan is current': {
    at: '/dashboard/board',
    shows: [/Gráinne Tuohy.*Current.*Ravi Menon.*Past/s],
  },
  'and of its plans': {
    at: '/dashboard/board/plans',
    shows: [/Active[^A]*Our own lives.*Archive2021 - 2024Open doors/s],
  },
  'a new plan is for this year and the next three': {
    at: '/dashboard/board/plans/new',
    shows: [`value="${getToday().year}"`, `value="${getToday().year + 3}"`],
  },
  'only pictures are described': { at: '/dashboard?edit=:picture', shows: ['id="edit-document-alt"'] },
  'a new event is on the day whose panel led to it': {
    at: '/dashboard/calendar/new?day=2025-12-03',
    shows: [/value="3 December 2025"/, 'All students and tutors can see an event.'],
  },
  'today is marked as the current date, whichever day is chosen': {
    as: 'daniel',
    at: `/dashboard/calendar?day=${formatIsoDay({ ...getToday(), day: getToday().day === 1 ? 2 : 1 })}`,
    shows: [new RegExp(`aria-current="date" [^>]*href="/dashboard/calendar\\?day=${today}#day"`)],
  },
  'each day of a closed period says so': {
    as: 'daniel',
    at: '/dashboard/calendar?day=2026-01-02',
    prepare: () =>
      addEvent('Christmas', { day: 22, month: 'December', year: 2025 }, { endDate: '2026-01-02', closed: 1 }),
    shows: ['The centre is closed', '22 December 2025 to 2 January 2026', '1 January 2026, Closed Christmas'],
    hides: ['3 January 2026, Closed'],
  },
  'a series is one line of the list': {
    at: '/dashboard/calendar/events?search=Tea',
    prepare: () => {
      for (const days of [0, 7, 14]) addEvent('Tea evening', inDays(days), { series: 990 })
    },
    shows: [`until ${formatShortDate(inDays(14))}, 3 times`, 'Show all dates of Tea evening'],
  },
  'a tutor sees the state of each newsletter, and that a demonstration sends none': {
    at: '/dashboard/newsletter',
    shows: ['11 saved to the outbox', 'Email is not set up', 'demonstration’s outbox'],
    hides: ['Send Autumn at Riverbank'],
  },
  'a sent newsletter shows its attachments': {
    at: '/dashboard/newsletter/:sent',
    shows: ['The river in autumn', /<a [^>]*>(?:(?!<\/a>).)*Download/],
    hides: ['Upload Attachment'],
  },
  'a missing picture in the text is reported before the newsletter goes out': {
    at: ['/dashboard/newsletter/:draft', '/dashboard/newsletter/:draft/send'],
    prepare: () => riverbank.change("update newsletters set content = '[picture 7]' where status = 'draft'"),
    shows: ['The text mentions [picture 7], but there is no such picture.'],
  },
  'a tutor reads enquiries': {
    at: '/dashboard/profile/enquiries',
    prepare: () =>
      riverbank.change(`insert into enquiries (name, email, phone, subject, message, suspected, createdAt) values
        ('Liam Byrne', 'liam@example.ie', '087 555 0101', 'visit', 'In spring?', 0, '2026-11-19T10:00:00.000Z')`),
    shows: [
      'href="mailto:liam@example.ie',
      'href="tel:0875550101"',
      'Arrange a Visit · 19 November 2026, 10:00',
      'Not sent to the office: email is not set up.',
    ],
  },
  'an invalid day is reported next to its field and stays in it': {
    at: '/dashboard/profile/activity?day=31+February&person=constructor',
    status: 400,
    shows: [/value="31 February"/, 'Please enter a day', 'Please choose a person'],
  },
  'a tutor sees configuration problems to pass on': {
    at: '/dashboard/profile',
    prepare: () => fetch(riverbank.url, { headers: { 'X-Forwarded-For': '203.0.113.9' } }),
    shows: ['For the person who looks after the website', 'The website can’t tell visitors apart'],
  },
  'a student sees current notices first, and can’t change them': {
    as: 'daniel',
    at: '/dashboard',
    prepare: () => {
      for (const [title, until] of [
        ['Over and out', '2026-01-01'],
        ['No bus on Friday', '2100-01-01'],
      ])
        riverbank.change(
          "insert into notices (title, text, until, createdAt) values (?, 'Please ring us.', ?, '2026-01-01T00:00:00.000Z')",
          ...[title, until],
        )
    },
    shows: [/<h2(?:(?!<h2).)*No bus on Friday/],
    hides: ['Over and out', 'Edit No bus'],
  },
  'a student who sees today only has no tabs': {
    as: 'daniel',
    at: ['/dashboard', '/dashboard/more'],
    prepare: () => riverbank.change("insert or replace into shownParts (userId, parts, version) values (2, '[]', 2)"),
    shows: ['Log Out'],
    hides: ['role="tab"', 'My Personal Files'],
  },
  'a tutor edits a notice in its place in the list': {
    at: '/dashboard/notices?notices=2&edit=901',
    prepare: () => {
      riverbank.change('delete from shownParts')
      for (let number = 1; number <= 7; number++)
        riverbank.change(
          `insert into notices (id, title, text, until, createdAt) values (?, ?, '.', '2100-01-01', ?)`,
          ...[900 + number, `Notice ${number}`, `2025-01-0${number}T00:00:00.000Z`],
        )
    },
    shows: [/Notice 2.*<h3[^>]*>Edit notice.*QQI Certificates Presentation/s],
  },
  'a month’s register shows each day': {
    at: '/dashboard/timetable/register/month?month=2026-10',
    prepare: () => {
      for (const day of ['2026-10-01', '2026-10-02'])
        riverbank.change(
          "insert into attendance (userId, date, state, time, recordedAt) values (2, ?, 'late', '10:30', '2026-01-01')",
          day,
        )
    },
    shows: [/Daniel Okafor\s*2\s*0\s*L\s*10:30\s*L\s*10:30/],
  },
  'an empty place of the week opens the form with its day and time': {
    at: '/dashboard/timetable/week/plan?add=yes&day=Tuesday&from=11:00',
    shows: [/<input (?=[^>]*checked)[^>]*value="Tuesday"/, /value="11:00"/],
    hides: ['checked="" value="Monday"'],
  },
}

const fill = (at: string) => resolveAddress(riverbank, at)

const screens = Object.entries(cases).flatMap(([what, one]) => [one.at].flat().map((at) => ({ ...one, what, at })))

test.each(screens)('$what: $at', async ({ as = 'aoife', at, status = 200, prepare, shows, hides = [] }) => {
  await prepare?.()
  const { answer, html, text } = await open(fill(at), as)
  expect(answer.status).toBe(status)
  const both = `${text}\n${html}`
  // toMatch looks for a string as it is.
  for (const expected of shows) expect(both).toMatch(expected)
  for (const hidden of hides) expect(both).not.toContain(hidden)
})

test('public steps are for visitors who have their address, and for no one once they are not public', async () => {
  const address = fill('/steps/:steps')
  const { answer, text } = await open(address)
  expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(text).toContain('Make tea')
  riverbank.change('update guides set isPublic = 0')
  expect((await open(address)).answer.status).toBe(404)
})

/** Submits the form with a field, as a tutor. Returns its answer, after a redirect the page it leads to. */
async function submit(at: string, field: string, values: Record<string, string | File>) {
  const { form, action } = findForm((await open(at, 'aoife')).html, field, at)
  const body = new FormData()
  for (const [name, value] of form) body.append(name, value)
  for (const [name, value] of Object.entries(values)) body.set(name, value)
  const { answer, text } = await open(action, 'aoife', { method: 'POST', body })
  const to = answer.headers.get('Location')
  if (!to) return { status: answer.status, text }
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  const Cookie = [riverbank.sessions.aoife.cookie, ...cookies].join('; ')
  return { status: answer.status, text: (await open(to, undefined, { headers: { Cookie } })).text }
}

interface FormCase {
  at: string
  field: string
  values: Record<string, string | File>
  status?: number
  shows: string[]
}

const formCases: Record<string, FormCase> = {
  'a timetable that ends before it starts': {
    at: '/dashboard/timetable',
    field: 'startDate',
    values: {
      title: 'Spring term',
      startDate: '2027-03-26',
      endDate: '2027-01-11',
      studentId: '3',
      file: createUploadedFile(createSamplePdf('spring'), 'spring.pdf'),
    },
    shows: [
      'added successfully. Its end date is before its start date. Please check the dates.',
      'For Niamh Walsh, not opened yet',
    ],
  },
  'an import with a bad row': {
    at: '/dashboard/timetable/week/import',
    field: 'pasted',
    values: {
      pasted:
        'Day\tFrom\tTo\tActivity\tStudents\nMonday to Friday\t9:00\t9:30\tBus\t\nTuesday\tsoon\t11:00\tChoir\tNobody Known',
    },
    status: 200,
    shows: [
      'We found 5 sessions to add.',
      'Row 3: Tuesday, soon, Choir. Please enter a time',
      'We have no student called ‘Nobody Known’.',
      'Add 5 sessions',
    ],
  },
  'a list of subscribers as a spreadsheet on Windows saves it': {
    at: '/dashboard/newsletter/subscribers/import',
    field: 'vouchedFor',
    values: {
      vouchedFor: 'They signed our list.',
      file: createUploadedFile(
        Buffer.from('NAME;E-mail\r\n\xc1ine N\xed Bhriain;aine@example.ie\r\nLiam;liam(at)example.ie\r\n', 'latin1'),
        'list.csv',
      ),
    },
    status: 200,
    shows: [
      'Check the names',
      'Áine Ní Bhriain, aine@example.ie',
      'Line 3: liam(at)example.ie. Please enter a valid email address',
      'Names in this list',
      'Add 1 person',
    ],
  },
  'the notice above the photos': {
    at: '/dashboard/notices/qqi/edit',
    field: 'title',
    values: { title: 'The day in Galway' },
    shows: ['Notice updated', 'The day in Galway'],
  },
}

test.each(Object.entries(formCases))('the answer to %s', async (_, { at, field, values, status = 303, shows }) => {
  const answer = await submit(fill(at), field, values)
  for (const expected of shows) expect(answer.text).toContain(expected)
  expect(answer.status).toBe(status)
})

test('Markdown of a resource is shown as HTML, and comes back as typed', async () => {
  const at = fill('/dashboard/resources/:resource/edit')
  const typed = 'Ring **us**\n\n- tea'
  expect((await submit(at, 'content', { content: typed })).text).toContain('Resource updated successfully')
  expect((await open(fill('/resources/:resource'))).html).toMatch(/<p>Ring <strong>us<.strong><.p>\s*<ul>\s*<li>tea</)
  expect(findForm((await open(at, 'aoife')).html, 'content', at).form.get('content')).toBe(typed)
})

const ADDED = 'The event has been added successfully.'

test('on a day that a tutor closes, nothing is on, and everyone sees it', async () => {
  planToday(riverbank, [['00:00', '23:59', 'Art']])
  const add = (title: string, more = {}) =>
    submit('/dashboard/calendar/new', 'endDate', { title, date: today, onWebsite: 'on', ...more })
  expect((await add('Coffee morning')).text).toContain(ADDED)
  const closed = await add('Staff training', { closed: 'on' })
  expect(closed.text).toContain(`${ADDED} The centre is closed on that day, so these are not on:`)
  expect(closed.text).toMatch(/Coffee morning.* and Art\./)
  expect(closed.text).toContain('Cancelled sessions: Art')
  expect((await add('Bingo')).text).toContain('so it is shown as not on')
  for (const [at, as] of [
    ['/dashboard/calendar?term=2025-09', 'aoife'],
    ['/dashboard/calendar', 'daniel'],
    ['/dashboard', 'daniel'],
    ['/events', undefined],
    ['/', undefined],
  ] as const) {
    const [main = ''] = (await open(at, as)).html.split('</main>')
    const rows = main.split(/<li\b/).filter((row) => row.includes('Coffee morning'))
    expect(rows.length, at).toBeGreaterThan(0)
    for (const row of rows) expect(row, at).toMatch(/not on: the centre is closed/i)
  }
  const { answer, html } = await open('/api/events')
  expect(answer.status).toBe(200)
  expect(JSON.parse(html).find(({ title }: { title: string }) => title === 'Coffee morning')).toMatchObject({
    cancelled: true,
  })
  // Also for students who see today only.
  riverbank.change("insert into shownParts (userId, parts, version) values (2, '[]', 2)")
  expect((await open('/dashboard', 'daniel')).text).toMatch(/The centre is closed today\..*Staff training/)
})
