import { join } from 'node:path'
import { createTemporaryFolder } from '../../../app/test/folder'
import { baseSettings } from '../../../app/test/running'
import { createSamplePdf } from '../../../app/test/samples'
import { runToEnd } from '../shared/commands'
import { findDataFaults } from '../shared/data-folder'
import { runRestore } from '../shared/operator'
import type { Topic } from '../shared/topics'
import {
  createYearCentre,
  shiftDay,
  spellDate,
  spellWeekday,
  YEAR_PASSWORD,
  type YearCentre,
  type YearMemory,
  type YearPerson,
} from './year-centre'
import { compareSentences, compareWebsite } from './year-sentences'

const people = '/dashboard/profile/people'
const register = '/dashboard/timetable/register'
const week = '/dashboard/timetable/week'
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

const own = { currentPassword: YEAR_PASSWORD }

/** Adds people who are on the list now. */
function remember(centre: YearCentre, passwords: Map<string, string>, first: string): void {
  const known = new Set(centre.memory.people.map(({ id }) => id))
  const sql = "select id, username, trim(firstName || ' ' || lastName) as name, role from users"
  for (const row of centre.rows<Pick<YearPerson, 'id' | 'username' | 'name' | 'role'>>(sql))
    if (!known.has(row.id))
      centre.memory.people.push({
        ...row,
        password: passwords.get(row.username) ?? YEAR_PASSWORD,
        state: 'open',
        first,
        since: centre.today,
      })
}

async function setUp(centre: YearCentre, log: string): Promise<void> {
  const path = /\/setup\/[\w-]+/.exec(log)?.[0] ?? ''
  await centre.tutor.send(path, 'shortName', {
    ...{ name: 'Weir Day Centre', shortName: 'Weir', phone: '021 555 0100', email: 'office@weir.example' },
    ...{
      address: '1 Weir Road, Cork',
      firstName: 'Maeve',
      lastName: 'Ó Sé',
      username: 'maeve',
      password: YEAR_PASSWORD,
    },
  })
  remember(centre, new Map(), centre.today)
  centre.find('maeve').seen = centre.today
}

async function addPeople(centre: YearCentre): Promise<void> {
  const names =
    'Seán Byrne,Seán Byrne,Piotr Nowak,Niamh Walsh,Aoife Kelly,Brian Daly,Conor Healy,Deirdre Lynch,Eoin Murphy,Fiona Power,Gráinne Ryan,Hugh Sweeney'
  const slips = await centre.tutor.send(`${people}/several`, 'names', {
    ...{ names: names.replaceAll(',', '\n'), role: 'student', addsTwins: 'on' },
  })
  const passwords = [...slips.text.matchAll(/Username (\S+) Password (\S+)/g)].map(
    ([, one, other]) => [one, other] as [string, string],
  )
  remember(centre, new Map(passwords), centre.today)
  await addPerson(centre, 'Iarla', 'Tobin', 'student', centre.today)
  await addPerson(centre, 'Cormac', 'Quinn', 'tutor', centre.today)
}

async function addPerson(
  centre: YearCentre,
  firstName: string,
  lastName: string,
  role: string,
  first: string,
  username = `${firstName}.${lastName[0]}`.toLowerCase(),
) {
  await centre.tutor.send(`${people}/new`, 'firstName', {
    firstName,
    lastName,
    role,
    username,
    password: YEAR_PASSWORD,
    ...own,
  })
  remember(centre, new Map(), first)
  if (first !== centre.today) await setDays(centre, username, { firstDay: first })
}

async function setDays(
  centre: YearCentre,
  username: string,
  days: { firstDay?: string; lastDay?: string },
): Promise<void> {
  const person = centre.find(username)
  await centre.tutor.send(`${people}/${person.id}`, 'firstDay', days)
  if (days.firstDay) person.first = days.firstDay
  if (days.lastDay) person.last = days.lastDay
}

/** Takes the register of a day: everybody is here but `away`. */
async function takeRegister(centre: YearCentre, day: string, away: string[] = []): Promise<void> {
  const absent = centre
    .rows<{ userId: number }>('select userId from absences where ? between startDate and endDate', day)
    .map(({ userId }) => userId)
  const marks = away.map((username) => [`s${centre.find(username).id}`, 'not here'])
  await centre.tutor.send(`${register}?date=${day}`, 'opened', { ...Object.fromEntries(marks), rest: 'here' })
  const there = centre.memory.people.filter((one) => one.state !== 'erased' && centre.isThere(one, day))
  const lines = there.map(({ id, username }) => ({ id, day, isHere: !away.includes(username) && !absent.includes(id) }))
  const here = lines.filter(({ isHere }) => isHere).length
  centre.memory.lines.push(...lines)
  centre.memory.log.set(day, { here, away: lines.length - here, on: centre.today })
}

async function addSession(
  centre: YearCentre,
  activity: string,
  from: string,
  weekdays: string[],
  students: string[] = [],
  place?: string,
) {
  for (const weekday of weekdays) {
    const session = { weekday, from, to: `${Number(from.slice(0, 2)) + 1}:${from.slice(3)}`, activity, place }
    const status = await centre.tutor.call('POST', '/api/sessions', {
      ...session,
      studentIds: students.map((one) => centre.find(one).id),
    })
    centre.compare(`adding ${activity}`, status, 201)
  }
}

/** Makes a session a second time for a student: in another place, which is then taken away, because students join a session. */
async function addTwin(centre: YearCentre, activity: string, from: string, weekday: string, student: string) {
  await addSession(centre, activity, from, [weekday], [student], 'Hall')
  const id = centre.count('select max(id) from weekSessions')
  centre.compare('a session in no place', await centre.tutor.call('PATCH', `/api/sessions/${id}`, { place: null }), 200)
}

/**
 * Presses 'Not on today' on the first screen. The sessions with this name are one for all of its students, except those of `twin`: it
 * is asked whether it is off only for that student, and then for all.
 */
async function cancelToday(centre: YearCentre, activity: string, twin?: string): Promise<void> {
  const sql = `select s.id, group_concat(userId) as students from weekSessions s left join weekSessionStudents on sessionId = s.id
    where activity = ? and weekday = ? group by s.id order by s.id`
  const sessions = centre.rows<{ id: number; students: string | null }>(sql, activity, spellWeekday(centre.today))
  const ids = sessions.map(({ id }) => id)
  const where = `cancelling ${activity}`
  centre.compare(`${where}: sessions`, ids.length, twin ? 2 : 1)
  const press = (chosen: number[]) => `${centre.today} off ${chosen}`
  let page = await centre.tutor.send('/dashboard', 'next', { press: press(ids.slice(0, 1)) })
  if (twin) {
    centre.compareSentence(where, page, 'The plan has this session 2 times')
    const question = `${week}/switch?${new URLSearchParams({ press: press(ids), next: '/dashboard' })}`
    page = await centre.tutor.send(question, 'sure', { press: press(ids.slice(1)) })
    const { name } = centre.find(twin)
    centre.compareSentence(where, page, `${name.split(' ')[0]} can see it now.`)
    page = await centre.tutor.send(question, 'sure', { press: press(ids) })
    const number = new Set(sessions.flatMap(({ students }) => students!.split(','))).size
    centre.compareSentence(where, page, number > 6 ? `${number} students can see it now.` : `${name.split(' ')[0]}`)
  } else centre.compareSentence(where, page, 'Everyone can see it now.')
}

/** Copies a student's week to others, who join its sessions: none is added. */
async function copyWeek(centre: YearCentre, from: string, to: string[]): Promise<void> {
  const number = centre.count('select count(*) from weekSessions')
  const typed = { studentIds: to.map((one) => String(centre.find(one).id)) }
  await centre.tutor.send(`${week}/plan?of=${centre.find(from).id}`, 'intent=copy-week', typed)
  centre.compare('sessions after a copied week', centre.count('select count(*) from weekSessions'), number)
}

async function closeDays(centre: YearCentre, title: string, from: string, to = from): Promise<void> {
  await centre.tutor.send('/dashboard/calendar/new', 'closed', {
    title,
    date: from,
    endDate: to === from ? '' : to,
    closed: 'on',
  })
  centre.memory.closed.push({ from, to, title })
}

async function addFamilyLink(centre: YearCentre, username: string): Promise<void> {
  const { id } = centre.find(username)
  const page = await centre.tutor.send(`${people}/${id}/family`, 'label', { label: 'Mother' })
  centre.memory.family.push({ id, path: /\/away\/[\w-]+/.exec(page.html)?.[0] ?? '' })
}

async function recordConsent(centre: YearCentre, username: string, until: string, answer = 'yes'): Promise<void> {
  const typed = {
    gallery: answer,
    website: answer,
    explained: 'With the sheet',
    from: centre.today,
    until,
    decided: 'on',
  }
  await centre.tutor.send(`${people}/${centre.find(username).id}/consent`, 'explained', typed)
}

async function addFile(centre: YearCentre, title: string, more: Record<string, string>): Promise<void> {
  const file = new File([new Uint8Array(createSamplePdf(title))], `${title}.pdf`, { type: 'application/pdf' })
  const page = await centre.tutor.send('/dashboard', 'file', { title, file, ...more })
  const audience = more.isShared ? 'Everyone with an account' : 'and all tutors'
  centre.compareSentence(`the upload of ${title}`, page, `${audience} can see it.`)
}

/** A student opens the file for everyone. */
async function openShared(centre: YearCentre, username: string): Promise<void> {
  const [file] = centre.rows<{ id: number }>('select id from files where isShared = 1')
  await (await centre.logIn(centre.find(username)))?.read(`/files/${file?.id}`)
}

/** A family says on its link that the student is not coming today. */
async function reportAbsence(centre: YearCentre, username: string): Promise<void> {
  const link = centre.memory.family.find(({ id }) => id === centre.find(username).id)
  await centre.visitor.send(link!.path, 'intent=today', {})
}

async function withdraw(centre: YearCentre, username: string): Promise<void> {
  for (const use of ['gallery', 'website'])
    await centre.tutor.call('POST', '/api/consents/withdraw', { use, studentId: centre.find(username).id })
}

async function addSubscriber(centre: YearCentre, name: string, isGuardian: string): Promise<void> {
  const typed = { email: `${name}@example.ie`, vouchedFor: 'On the phone', ...(isGuardian && { isGuardian }) }
  await centre.tutor.send('/dashboard/newsletter/subscribers', 'vouchedFor', typed)
}

async function writeNewsletter(centre: YearCentre, title: string): Promise<void> {
  await centre.tutor.send('/dashboard/newsletter/new', 'content', { title, content: 'All is well.' })
}

/** Publishes a newsletter once its send is planned and then made, and looks for it on the website. */
async function publish(centre: YearCentre, title: string): Promise<void> {
  const [newsletter] = centre.rows<{ id: number }>('select id from newsletters where title = ?', title)
  const path = `/dashboard/newsletter/${newsletter!.id}`
  const readers = centre.count('select count(*) from subscribers where active = 1')
  await centre.tutor.send(`${path}/send`, 'audience', {
    audience: 'all',
    when: 'later',
    day: shiftDay(centre.today, 3),
    time: '09:30',
  })
  centre.compareSentence(title, await centre.tutor.read(path), 'Draft')
  await centre.tutor.send(`${path}/send`, 'audience', { audience: 'all', when: 'now' })
  const mails = centre.count("select count(*) from deliveries where kind = 'newsletter'")
  centre.compare(`mails of ${title}`, mails, readers)
  await centre.tutor.send(path, 'intent=publish', { intent: 'publish' })
  centre.compareSentence('News', await centre.visitor.read('/news'), title)
}

async function sayReady(centre: YearCentre): Promise<void> {
  await centre.tutor.send('/dashboard/profile/website', 'intent=ready', {})
  centre.memory.isReady = true
}

async function leave(centre: YearCentre, username: string): Promise<void> {
  const person = centre.find(username)
  await centre.tutor.send(`${people}/${person.id}/close`, 'idempotencyKey', person.role === 'tutor' ? own : {})
  person.state = 'closed'
  person.last ??= centre.today
}

/** A student who left is there again from today: the days between do not count. */
async function comeBack(centre: YearCentre, username: string): Promise<void> {
  const { today } = centre
  const person = centre.find(username)
  const { id, first, last } = person
  const page = await centre.tutor.send(`${people}/${id}`, 'intent=reopen', { intent: 'reopen', firstDay: today })
  centre.compareSentence(
    `the return of ${username}`,
    page,
    `Was here before from ${spellDate(first)} until ${spellDate(last!)}.`,
  )
  Object.assign(person, { state: 'open', first: today, last: undefined, before: [{ first, last }] })
}

async function erase(centre: YearCentre, username: string): Promise<void> {
  const person = centre.find(username)
  await centre.tutor.send(`${people}/${person.id}/erase`, 'currentPassword', own)
  person.state = 'erased'
  person.last ??= centre.today
}

/** Compares who may log in. */
async function compareLogIns(centre: YearCentre): Promise<void> {
  for (const person of centre.memory.people)
    centre.compare(`${person.username} may log in`, (await centre.logIn(person)) !== null, person.state === 'open')
}

/** A backup in the morning, people let go at noon, and the restore of that backup in the afternoon. */
async function restoreMorning(centre: YearCentre): Promise<void> {
  using folder = createTemporaryFolder()
  const backup = join(folder.path, 'morning.zip')
  const made = await runToEnd(centre, 'backup', backup)
  centre.compare('the backup', made.code, 0)
  const morning: YearMemory = structuredClone(centre.memory)

  await takeRegister(centre, centre.today)
  await leave(centre, 'cormac.q')
  await erase(centre, 'sean.b2')
  const niamh = centre.find('niamh.w')
  niamh.password = 'a heron by the weir 1904'
  await centre.tutor.send(`${people}/${niamh.id}`, 'password', { password: niamh.password })
  const gone = centre.memory.people
  await centre.stop()

  const restored = await runRestore(centre.dataDir, backup, {
    ...centre.getClock(),
    SESSION_SECRET: baseSettings.SESSION_SECRET,
  })
  centre.compare('the restore', restored.code, 0)
  centre.memory = { ...morning, people: gone }
  await centre.start(centre.today)
  await compareLogIns(centre)
  await centre.logInTutor(centre.find('maeve'))
}

/** The days of the short form. */
const SHORT = ['2026-10-01', '2026-10-05', '2026-10-09']

const on = (day: string, what: string, live: (centre: YearCentre) => Promise<void>) => ({ day, what, live })

/** The days on which the server runs, and what is done on each before the sentences are compared. */
const days = [
  on('2026-10-01', 'a new centre', async (centre) => {
    await compareWebsite(centre)
    await addPeople(centre)
    await addSession(centre, 'Pottery', '14:00', WEEKDAYS)
    await addSession(centre, 'Bowling', '12:00', ['Monday', 'Thursday'], ['niamh.w', 'piotr.n'])
    await centre.tutor.send(`${register}/month`, 'show', { show: 'on' })
    await addFamilyLink(centre, 'piotr.n')
    await addFamilyLink(centre, 'sean.b2')
    await addFile(centre, 'House rules', { isShared: 'on' })
    await openShared(centre, 'sean.b2')
    await takeRegister(centre, centre.today, ['hugh.s'])
  }),
  on('2026-10-02', 'a session is off for all; files and an absence', async (centre) => {
    await cancelToday(centre, 'Pottery')
    await openShared(centre, 'piotr.n')
    await addFile(centre, 'Plan', { studentId: String(centre.find('sean.b2').id) })
    await reportAbsence(centre, 'piotr.n')
    await takeRegister(centre, centre.today)
  }),
  on('2026-10-05', 'a week copied; a session off for one of its twins, then for all', async (centre) => {
    await copyWeek(centre, 'niamh.w', ['aoife.k', 'brian.d'])
    await addTwin(centre, 'Bowling', '12:00', 'Monday', 'conor.h')
    await cancelToday(centre, 'Bowling', 'conor.h')
    await takeRegister(centre, centre.today, ['hugh.s', 'sean.b2'])
  }),
  on('2026-10-07', 'a day without a register; snow is coming', async (centre) => {
    await closeDays(centre, 'Snow', '2026-10-09')
    await closeDays(centre, 'Boiler', '2026-10-12')
    await takeRegister(centre, centre.today)
  }),
  on('2026-10-09', 'closed for snow', async (centre) => {
    if (!centre.isClosed(centre.today)) await closeDays(centre, 'Snow', centre.today)
  }),
  on('2026-11-03', 'students join and leave; photo answers and subscribers', async (centre) => {
    await addPerson(centre, 'Joan', 'Ward', 'student', '2026-11-02')
    await setDays(centre, 'hugh.s', { lastDay: '2026-11-03' })
    await recordConsent(centre, 'piotr.n', '2026-11-20')
    await recordConsent(centre, 'aoife.k', '2026-12-15')
    await recordConsent(centre, 'brian.d', '2027-11-01')
    for (const [email, isGuardian] of Object.entries({ ada: '', ben: 'on', cara: 'on', dan: '' }))
      await addSubscriber(centre, email, isGuardian)
    await writeNewsletter(centre, 'Autumn')
    await takeRegister(centre, '2026-11-02')
    await takeRegister(centre, centre.today, ['eoin.m'])
  }),
  on('2026-11-05', 'people let go after a backup, which is restored', async (centre) => {
    await restoreMorning(centre)
    await takeRegister(centre, centre.today)
  }),
  on('2026-12-01', 'answers ran out; one is withdrawn; a subscriber leaves', async (centre) => {
    await withdraw(centre, 'brian.d')
    await centre.tutor.call('PATCH', '/api/newsletter/subscribers/2', { active: false })
    await publish(centre, 'Autumn')
    await leave(centre, 'hugh.s')
    await takeRegister(centre, centre.today)
    await closeDays(centre, 'Christmas', '2026-12-24', '2027-01-03')
  }),
  on('2027-01-04', 'after Christmas', async (centre) => {
    await sayReady(centre)
    await compareWebsite(centre)
    await writeNewsletter(centre, 'Spring')
    await takeRegister(centre, centre.today, ['niamh.w'])
  }),
  on('2027-03-29', 'a quarter without registers, on the Monday after the clocks change', async (centre) => {
    await recordConsent(centre, 'brian.d', '2027-04-28')
    await leave(centre, 'eoin.m')
    await takeRegister(centre, centre.today)
  }),
  on('2027-06-02', 'a student who left is erased', async (centre) => {
    await erase(centre, 'hugh.s')
    await takeRegister(centre, '2027-06-01')
    await takeRegister(centre, centre.today)
  }),
  on('2027-09-01', 'a new term, with another student of a name, and one who comes back', async (centre) => {
    await comeBack(centre, 'eoin.m')
    await addPerson(centre, 'Niamh', 'Walsh', 'student', centre.today, 'niamh.w2')
    await takeRegister(centre, centre.today)
  }),
  on('2027-11-30', 'fourteen months later', async (centre) => {
    await takeRegister(centre, centre.today)
    await compareLogIns(centre)
  }),
]

/** A year of a centre: after each of some days, the screens say what is so. A day that can't be lived ends the year. */
export const findYearFaults: Topic = async ({ short }) => {
  using folder = createTemporaryFolder()
  const centre = createYearCentre(folder.path)
  for (const [turn, { day, what, live }] of days.filter(({ day }) => !short || SHORT.includes(day)).entries()) {
    const startedAt = performance.now()
    const log = await centre.start(day)
    try {
      if (turn === 0) await setUp(centre, log)
      else await centre.logInTutor(centre.find('maeve'))
      await live(centre)
      await compareSentences(centre, turn)
    } catch (error) {
      return [...centre.faults, `${day} ${what}: ${(error as Error).stack}`]
    } finally {
      await centre.stop()
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`    ${day}, ${what}: ${centre.compared} comparisons so far, ${seconds} s`)
  }
  return [...centre.faults, ...findDataFaults(centre.dataDir)]
}
