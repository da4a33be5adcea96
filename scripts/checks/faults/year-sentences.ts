// What the screens say, compared with what was done and with plain SQL.
import { parse } from 'csv-parse/sync'
import type { Browser } from '../shared/browser'
import {
  isWeekendDay,
  shiftDay,
  spellDate,
  spellDay,
  spellMonth,
  spellMonthName,
  spellWeekday,
  type YearCentre,
  type YearPerson,
} from './year-centre'

const people = '/dashboard/profile/people'

/** The students who read their screens on one day: each has a turn within four days of the check. */
const TURNS = 4

/** Compares everything that screens always say. `turn` counts the days. */
export async function compareSentences(centre: YearCentre, turn: number): Promise<void> {
  await compareFirstScreen(centre)
  await compareRegisters(centre)
  await compareLog(centre)
  await compareAccounts(centre)
  await compareFamilyLinks(centre)
  await compareReaders(centre)
  for (const student of centre.listOpen().filter((_, index) => index % TURNS === turn % TURNS)) {
    const browser = await centre.logIn(student)
    centre.compare(`${student.username} logs in`, browser !== null, true)
    if (browser) await compareStudent(centre, student, browser)
  }
}

interface Session {
  id: number
  activity: string
  from: string
  isOff: number
  students: string
}

/** The sessions of today, with the ids of their students; '' for everyone. */
function listSessions(centre: YearCentre): Session[] {
  if (centre.isClosed(centre.today)) return []
  return centre.rows<Session>(
    `select s.id, s.activity, s."from", coalesce(c.isOff, 0) as isOff,
       coalesce((select group_concat(userId) from weekSessionStudents where sessionId = s.id), '') as students
     from weekSessions s left join sessionChanges c on c.sessionId = s.id and c.day = ?
     where weekday = ? and ? between coalesce(startDate, '') and coalesce(endDate, '9999') order by s."from"`,
    centre.today,
    spellWeekday(centre.today),
    centre.today,
  )
}

/** The last weekdays without a register, newest first, since the first one of a month. */
function listMissingDays({ today, memory, isClosed }: YearCentre): string[] {
  const taken = new Set(memory.lines.map(({ day }) => day))
  const [first = today] = [...taken].filter((day) => day >= shiftDay(today, -31)).sort()
  const days = Array.from({ length: 14 }, (_, index) => shiftDay(today, -1 - index))
  return days.filter((day) => day > first && !isWeekendDay(day) && !isClosed(day) && !taken.has(day))
}

/** What a tutor's first screen says of today, of registers, of photo answers and of files. */
async function compareFirstScreen(centre: YearCentre): Promise<void> {
  const { today, tutor } = centre
  const page = await tutor.read('/dashboard')
  const say = (sentence: string, isThere = true) =>
    centre.compareSentence('My Files of a tutor', page, sentence, isThere)
  const sessions = listSessions(centre)
  const groups = new Set(sessions.map(({ activity, from, isOff }) => `${activity} ${from} ${isOff}`)).size
  say(`${groups} session${groups === 1 ? '' : 's'} today`, groups > 0)
  const off = [...new Set(sessions.filter(({ isOff }) => isOff).map(({ activity }) => activity))]
  say(off.length > 0 ? `${off.length} off today: ${off.join(', ')}` : 'off today', off.length > 0)

  const missing = listMissingDays(centre)
  const shown =
    missing.slice(0, 3).map(spellDay).join(', ') + (missing.length > 3 ? ` and ${missing.length - 3} more` : '')
  if (missing.length === 0) say('No register for', false)
  else say(`No register for ${missing.length === 1 ? '' : `${missing.length} days: `}${shown}`)

  const until = centre
    .rows<{ until: string }>(
      `select until from photoConsents p join users u on u.id = p.userId where answer = 'yes' and closedAt is null
         and p.id = (select max(id) from photoConsents where userId = p.userId and use = p.use)
         and until between ? and ? order by until`,
      shiftDay(today, -30),
      shiftDay(today, 30),
    )
    .map((row) => row.until)
  const [over, ahead] = [until.filter((day) => day < today).length, until.filter((day) => day >= today).length]
  const parts = [
    ...(over > 0 ? [`${over} ${over === 1 ? 'has' : 'have'} run out`] : []),
    ...(ahead > 0 ? [`${ahead} ${ahead === 1 ? 'runs' : 'run'} out by ${spellDate(until.at(-1)!)}`] : []),
  ]
  say(`Photo answers to ask again${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`, parts.length > 0)

  const all = centre.listOpen().length
  const [file] = centre.rows<{ id: number }>('select id from files where isShared = 1')
  if (!file) return
  const opened = centre.count(
    'select count(*) from fileOpenings join users on users.id = userId where closedAt is null',
  )
  const shared = await tutor.read(`/dashboard/files/${file.id}`)
  centre.compareSentence('a shared file', shared, `Opened by ${opened} of ${all} students.`)
  for (const { id, name, username } of centre.listOpen()) {
    const isTwin = centre.listOpen().some((other) => other.id !== id && other.name === name)
    const hasOpened = centre.count('select count(*) from fileOpenings where userId = ?', id) > 0
    centre.compareSentence('a shared file', shared, isTwin ? `${name} (${username})` : name, !hasOpened)
  }
}

/** The register of a day, and the months, whose totals stay the same after a student leaves. */
async function compareRegisters(centre: YearCentre): Promise<void> {
  const { today, memory, tutor } = centre
  const day = await tutor.read('/dashboard/timetable/register')
  const names = [...day.html.matchAll(/name="s(\d+)"/g)].map(([, id]) => Number(id))
  const expected = memory.people.filter((one) => centre.isThere(one, today) && one.state !== 'erased')
  const ids = (list: number[]) => [...new Set(list)].sort((one, other) => one - other)
  if (!centre.isClosed(today)) centre.compare('students of the register', ids(names), ids(expected.map(({ id }) => id)))

  for (const month of new Set(memory.lines.map((line) => line.day.slice(0, 7)))) {
    const path = `/dashboard/timetable/register/month/export?month=${month}`
    const [, ...rows] = parse((await tutor.read(path)).html, { bom: true, relax_column_count: true }) as string[][]
    const says = rows.map(([name, ...cells]) => [name!.replace(/ \(.*/, ''), ...cells.slice(0, 3)].join(' ')).sort()
    centre.compare(`the register of ${month}`, says, listMonth(centre, month).sort())
    const table = await tutor.read(`/dashboard/timetable/register/month?month=${month}`)
    const open = listOpenDays(centre, month).length
    centre.compareSentence(`the register of ${month}`, table, `${open} open day${open === 1 ? '' : 's'}`)
  }
}

/** The days of a month on which the centre was open so far, or someone was there. */
function listOpenDays({ today, memory, isClosed }: YearCentre, month: string): string[] {
  const days = Array.from({ length: 31 }, (_, index) => shiftDay(`${month}-01`, index))
  const taken = new Set(memory.lines.map((line) => line.day))
  return days.filter(
    (day) => day.startsWith(month) && (taken.has(day) || (day <= today && !isWeekendDay(day) && !isClosed(day))),
  )
}

/** A month's lines, 'Niamh Walsh 20 18 2': open days, attended, absent. */
function listMonth(centre: YearCentre, month: string): string[] {
  const days = listOpenDays(centre, month)
  return centre.memory.people.flatMap((person) => {
    const own = centre.memory.lines.filter(({ id, day }) => id === person.id && day.startsWith(month))
    const open = days.filter((day) => centre.isThere(person, day) || own.some((line) => line.day === day)).length
    const wasThere = days.some((day) => centre.isThere(person, day)) || isInMonth(person, month)
    if (own.length === 0 && !(wasThere && person.state !== 'erased')) return []
    const here = own.filter(({ isHere }) => isHere).length
    const name = person.state === 'erased' ? 'Former student' : person.name
    return [[name, open, here, own.length - here].join(' ')]
  })
}

const isInMonth = ({ role, first, last }: YearPerson, month: string) =>
  role === 'student' && first <= `${month}-31` && (last ?? month) >= month

/** 'N here' in the log is true for good. */
async function compareLog(centre: YearCentre): Promise<void> {
  if (centre.memory.log.size === 0) return
  for (const [day, { here, away, on }] of [...centre.memory.log].slice(-3)) {
    const page = await centre.tutor.read(`/dashboard/profile/activity?day=${on}`)
    centre.compareSentence('the activity log', page, `${spellDate(day)}: ${here} here, ${away} not here`)
  }
}

/** Who is on the list of people, and what Erase and Close say of them. */
async function compareAccounts(centre: YearCentre): Promise<void> {
  const { memory, tutor } = centre
  const list = await tutor.read(people)
  for (const { username, state } of memory.people)
    centre.compareSentence('People', list, ` ${username} `, state !== 'erased')
  const [first, second, ...others] = memory.people.filter(({ role, state }) => role === 'student' && state !== 'erased')
  for (const person of [first, second, others.find(({ state }) => state === 'closed')])
    if (person) await compareErasure(centre, person)
}

const counted = [
  ['file of their own', 'files of their own', 'files where studentId = ?'],
  ['absence', 'absences', 'absences where userId = ?'],
  ['family link', 'family links', 'familyLinks where userId = ?'],
  ['answer about photos', 'answers about photos', 'photoConsents where userId = ?'],
] as const

async function compareErasure(centre: YearCentre, person: YearPerson): Promise<void> {
  const { id, username, seen } = person
  const closed = person.state === 'closed'
  for (const act of closed ? ['erase'] : ['erase', 'close']) {
    const page = await centre.tutor.read(`${people}/${id}/${act}`)
    const say = (sentence: string, isThere = true) =>
      centre.compareSentence(`${act} ${username}`, page, sentence, isThere)
    say(`Username ${username} Role Student`)
    // A log-in is removed 30 days later.
    const isForgotten = (seen ?? person.since) < shiftDay(centre.today, -30)
    say(`Last here ${isForgotten ? 'Not in the last 30 days' : seen ? spellDate(seen) : 'Never'}`)
    const days = centre.memory.lines.filter((line) => line.id === id)
    say(`${days.length} register day${days.length === 1 ? '' : 's'}`, days.length > 0)
    if (act === 'erase') for (const month of new Set(days.map(({ day }) => day.slice(0, 7)))) say(spellMonth(month))
    if (act === 'erase')
      for (const [one, many, from] of counted) {
        const number = centre.count(`select count(*) from ${from}`, id)
        say(`${number} ${number === 1 ? one : many}`, number > 0)
      }
  }
}

/** What family links say of closed days, today and ahead. */
async function compareFamilyLinks(centre: YearCentre): Promise<void> {
  const { memory, today, visitor } = centre
  for (const { id, path } of memory.family) {
    const person = memory.people.find((one) => one.id === id)!
    const page = await visitor.read(path)
    centre.compare(`the family link of ${person.username}`, page.status, person.state === 'open' ? 200 : 404)
    if (person.state !== 'open') continue
    const say = (sentence: string, isThere = true) =>
      centre.compareSentence(`the family link of ${person.username}`, page, sentence, isThere)
    say('The centre is closed today.', centre.isClosed(today))
    const ahead = memory.closed.filter(({ from, to }) => to >= today && from <= shiftDay(today, 50))
    for (const { title, to } of ahead) {
      let opens = shiftDay(to, 1)
      while (isWeekendDay(opens) || centre.isClosed(opens)) opens = shiftDay(opens, 1)
      say(`${title}. Open again on ${spellDay(opens)}.`)
    }
    say('Open again on', ahead.length > 0)
  }
}

/** To how many people a newsletter goes. */
async function compareReaders(centre: YearCentre): Promise<void> {
  const [draft] = centre.rows<{ id: number }>("select id from newsletters where status = 'draft'")
  if (!draft) return
  const page = await centre.tutor.read(`/dashboard/newsletter/${draft.id}/send`)
  for (const [label, where] of [
    ['Everyone', ''],
    ['Guardians only', ' and isGuardian = 1'],
  ]) {
    const number = centre.count(`select count(*) from subscribers where active = 1${where}`)
    centre.compareSentence('Send', page, `${label} It goes to ${number === 1 ? '1 person' : `${number} people`}.`)
  }
}

/** Pages that the first tutor did not write, and what they must not claim. */
const INVENTED = /\b199\d\b|since 1999|Dublin 7|Maura D|Summer show|Fionnuala/

export async function compareWebsite(centre: YearCentre): Promise<void> {
  for (const path of ['/', '/about', '/achievements', '/contact', '/about/easy-read', '/privacy']) {
    const { text, headers, status } = await centre.visitor.read(path)
    centre.compare(`${path}, invented facts`, [status, INVENTED.exec(text)?.[0]], [200, undefined])
    centre.compare(`${path}, noindex`, headers.get('X-Robots-Tag') === 'noindex', !centre.memory.isReady)
  }
}

/** What a student reads of their own days and of today. */
async function compareStudent(centre: YearCentre, student: YearPerson, browser: Browser): Promise<void> {
  const { today, memory } = centre
  const where = (screen: string) => `${screen} of ${student.username}`
  const week = await browser.read('/dashboard/timetable/week')
  const months = [today.slice(0, 7), shiftDay(`${today.slice(0, 7)}-01`, -1).slice(0, 7)]
  const own = months.map((month) => memory.lines.filter(({ id, day }) => id === student.id && day.startsWith(month)))
  const lines = own.find((some) => some.some(({ isHere }) => isHere))
  if (lines) {
    const here = lines.filter(({ isHere }) => isHere).length
    const all = lines.length === 1 ? 'the 1 day' : `all ${here} days`
    const share = here < lines.length ? `${here} of the ${lines.length} days` : all
    const sentence = `You were here ${share} written down in ${spellMonthName(lines[0]!.day)}.`
    centre.compareSentence(where('My week'), week, sentence)
  } else centre.compareSentence(where('My week'), week, 'You were here', false)

  const page = await browser.read('/dashboard/timetable')
  centre.compareSentence(where('Timetable'), page, 'The centre is closed today.', centre.isClosed(today))
  const isAway = centre.count(
    'select count(*) from absences where userId = ? and ? between startDate and endDate',
    student.id,
    today,
  )
  if (isAway) return
  const mine = listSessions(centre).filter(
    ({ students }) => students === '' || students.split(',').includes(String(student.id)),
  )
  for (const activity of centre.rows<{ activity: string }>('select distinct activity from weekSessions')) {
    const { activity: name } = activity
    const off = mine.filter((session) => session.activity === name && session.isOff)
    const on = mine.filter((session) => session.activity === name && !session.isOff)
    centre.compareSentence(where('Timetable'), page, `${name} is off today.`, off.length > 0)
    if (off.length === 0) centre.compareSentence(where('Timetable'), page, name, on.length > 0)
  }
}
