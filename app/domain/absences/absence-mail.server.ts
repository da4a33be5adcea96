import type { Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { logActivity } from '~/domain/activity/activity.server'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { dropWaiting } from '~/domain/deliveries/queue.server'
import { listClosedDays } from '~/domain/events/events.server'
import { type Running, startJob } from '~/domain/job.server'
import { dropSetting, readSetting, writeSetting } from '~/domain/portal-settings.server'
import { getDaysOfWeek, getDublinClock, getSessionsOn, listDaysFrom } from '~/domain/week/day'
import { listWeek } from '~/domain/week/week.server'
import { log } from '~/log.server'
import type { Database } from '~db/schema'
import { type Absence, listAbsentOn } from './absences.server'

/** Times are Dublin's. */
const FROM = '10:00'
/** A mail sent after this time says why it is late. */
const LATE = '10:05'
/** The centre closes at this time (content/contact.ts), or when the last session ends. No mail is sent later. */
const CLOSES = '16:30'
const EVERY = 30_000

/** Why the mail is late, or 'news' for a second mail on the same day. */
export type AbsenceRemark = 'off' | 'clock' | 'waited' | 'news'
const stored = ['off', 'clock', 'news'] as const

/** The last mail, as stored in the setting: '2026-11-25', then its remark, then 'everybody' if nobody was absent. */
interface LastMail {
  text: string
  day: string
  remark?: AbsenceRemark
  foundNobody: boolean
}

/** Undefined where the office wants no mail. */
async function lastMail(db: Database): Promise<LastMail | undefined> {
  const text = await readSetting(db, 'absenceMail')
  if (text === undefined) return undefined
  const [day = '', ...words] = text.split(' ')
  const remark = stored.find((one) => words.includes(one))
  return { text, day, remark, foundNobody: words.includes('everybody') }
}

export const isAbsenceMailOn = async (db: Database) => (await lastMail(db)) !== undefined

/** Turns the mail on or off. If turned on after ten, it starts the next day, so that no day gets two. */
export async function setAbsenceMail(db: Database, tutor: Tutor, isOn: boolean): Promise<void> {
  const { day, time } = getDublinClock(new Date())
  await db.transaction().execute(async (change) => {
    if ((await isAbsenceMailOn(change)) === isOn) return
    if (isOn) await writeSetting(change, 'absenceMail', time < FROM ? '' : day)
    else await dropSetting(change, 'absenceMail')
    if (!isOn) await dropWaiting(change, 'absences')
    const title = isOn ? 'on' : 'off'
    await logActivity(change, tutor, { action: 'changed', noun: 'absence mail', recordId: 1, title })
  })
}

/**
 * Whether students are expected on a day, and when it ends. Expected on Monday to Friday and with any session of the week, unless the
 * centre is closed; the opening hours are free text, from which nothing can be read.
 */
async function dayAtCentre(db: Database, day: string) {
  const isClosed = (await listClosedDays(db, listDaysFrom(day, 1))).length > 0
  const week = (await listWeek(db)).map((session) => ({ ...session, isOwn: false }))
  const sessions = getSessionsOn(day, week, [])
  const isWeekend = getDaysOfWeek(day).indexOf(day) > 4
  const ends = sessions.reduce((last, { to }) => (to > last ? to : last), CLOSES)
  return { isClosed, isUsual: !isWeekend || sessions.length > 0, ends }
}

/** When Riverbank started, and when the clock was last in doubt. */
interface Past {
  started?: Date
  doubted?: Date
}

/** Why a day's mail is late; undefined if it is on time. */
function lateness(day: string, { started, doubted }: Past): AbsenceRemark | undefined {
  const isAfterTen = (moment?: Date) => {
    const at = moment && getDublinClock(moment)
    return at?.day === day && at.time >= LATE
  }
  if (isAfterTen(started)) return 'off'
  return isAfterTen(doubted) ? 'clock' : undefined
}

/**
 * Queues the mail of a day once, from ten until the day ends, where the office wants it and students are expected; and once more where it
 * found nobody absent and somebody is since. Returns whether it did.
 */
export async function queueAbsenceMail(db: Database, at = new Date(), past: Past = {}): Promise<boolean> {
  const { day, time } = getDublinClock(at)
  const last = await lastMail(db)
  // A date in the future comes from a wrong clock, and must not suppress the mail until then.
  const isFirst = last?.day !== day
  if (time < FROM || !last || !(isFirst || last.foundNobody)) return false
  const isAnyAbsent = (await listAbsentOn(db, day)).length > 0
  if (!isFirst && !isAnyAbsent) return false
  const { isClosed, isUsual, ends } = await dayAtCentre(db, day)
  if (isClosed || time >= ends || !(isUsual || isAnyAbsent) || (await listStudents(db)).length === 0) return false
  return db.transaction().execute(async (change) => {
    if ((await lastMail(change))?.text !== last.text) return false
    // Replaces a waiting mail: the list is read when the mail is sent (mail/compose.server.ts).
    const isUnsent = await dropWaiting(change, 'absences')
    const remark = isFirst ? isUsual && lateness(day, past) : isUnsent ? last.remark : 'news'
    await writeSetting(change, 'absenceMail', [day, remark, !isAnyAbsent && 'everybody'].filter(Boolean).join(' '))
    // Its address is the one that the office has then.
    await queueMail(change, { kind: 'absences', email: 'the office' })
    return true
  })
}

/** The content of a mail. */
export interface AbsenceMail {
  day: string
  absences: Absence[]
  remark?: AbsenceRemark
}

/** The content, at the time `at`, of a mail queued at `queued`; null once that day is over. */
export async function createAbsenceMail(db: Database, queued: Date, at = new Date()): Promise<AbsenceMail | null> {
  const [then, now] = [getDublinClock(queued), getDublinClock(at)]
  const { day } = then
  if (now.day > day || (now.day === day && now.time >= (await dayAtCentre(db, day)).ends)) return null
  const last = await lastMail(db)
  const hasWaited = then.time < LATE && now.time >= LATE
  const remark = (last?.day === day && last.remark) || (hasWaited ? 'waited' : undefined)
  return { day, absences: await listAbsentOn(db, day), remark }
}

/** Queues the mail of each day, but none while `isClockDoubted`. */
export function startAbsenceMail(
  db: Database,
  { isClockDoubted, every = EVERY }: { isClockDoubted: () => boolean; every?: number },
): Running {
  // Measured by performance.now(), since the clock itself may have been wrong.
  const started = performance.now()
  let doubted: number | undefined
  const look = async () => {
    const [at, watch] = [new Date(), performance.now()]
    const momentOf = (then: number) => new Date(at.getTime() - (watch - then))
    const past = { started: momentOf(started), doubted: doubted === undefined ? undefined : momentOf(doubted) }
    if (isClockDoubted()) doubted = watch
    else if (await queueAbsenceMail(db, at, past)) log.info('the mail about who is not coming is queued')
  }
  return startJob(look, { every, failure: 'the mail about who is not coming could not be queued' })
}
