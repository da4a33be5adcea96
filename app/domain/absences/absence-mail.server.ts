import type { Tutor } from '~/domain/accounts/account'
import { readStudentAccounts } from '~/domain/accounts/accounts.server'
import { logActivity } from '~/domain/activity/activity.server'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { dropWaiting } from '~/domain/deliveries/queue.server'
import { listClosedDays } from '~/domain/events/events.server'
import { type Running, startJob } from '~/domain/job.server'
import { dropSetting, readSetting, writeSetting } from '~/domain/portal-settings.server'
import { getDublinClock, listDaysFrom } from '~/domain/week/day'
import { isUsualDay, listPlannedSessions } from '~/domain/week/open-days.server'
import { log } from '~/log.server'
import type { Database } from '~db/schema'
import { type Absence, readAbsentOn } from './absences.server'

/** Dublin times. */
const SEND_TIME = '10:00'
/** A mail sent after this time says why it is late. */
const LATE_TIME = '10:05'
/** When the centre closes (content/contact.ts), unless a session ends later. No mail is sent after that. */
const CLOSING_TIME = '16:30'
const CHECK_INTERVAL = 30_000

/** Why the mail is late, or 'news' for a second mail on the same day. */
export type AbsenceRemark = 'off' | 'clock' | 'waited' | 'news'
/** `waited` depends on when the mail is sent, so it is not stored. */
const storedRemarks = ['off', 'clock', 'news'] as const

/** The last mail, as stored in the setting: '2026-11-25', then its remark, then 'everybody' if there were no absences. */
interface LastMail {
  text: string
  day: string
  remark?: AbsenceRemark
  hadNoAbsences: boolean
}

/** Undefined if the mail is turned off. */
async function findLastMail(db: Database): Promise<LastMail | undefined> {
  const text = await readSetting(db, 'absenceMail')
  if (text === undefined) return undefined
  const [day = '', ...words] = text.split(' ')
  const remark = storedRemarks.find((one) => words.includes(one))
  return { text, day, remark, hadNoAbsences: words.includes('everybody') }
}

export const isAbsenceMailOn = async (db: Database, _tutor: Tutor) => (await findLastMail(db)) !== undefined

/** Turns the mail on or off. If turned on after ten, it starts the next day, so that no day gets two. */
export async function setAbsenceMail(db: Database, tutor: Tutor, isOn: boolean): Promise<void> {
  const { day, time } = getDublinClock(new Date())
  await db.transaction().execute(async (change) => {
    if ((await isAbsenceMailOn(change, tutor)) === isOn) return
    if (isOn) await writeSetting(change, 'absenceMail', time < SEND_TIME ? '' : day)
    else await dropSetting(change, 'absenceMail')
    if (!isOn) await dropWaiting(change, 'absences')
    const title = isOn ? 'on' : 'off'
    await logActivity(change, tutor, { action: 'changed', noun: 'absence mail', recordId: 1, title })
  })
}

/**
 * Whether students are expected on a day, and when it ends. They are on Monday to Friday and on any day with a session, unless the
 * centre is closed. The opening hours are free text and can't be parsed.
 */
async function getDayAtCentre(db: Database, day: string) {
  const isClosed = (await listClosedDays(db, listDaysFrom(day, 1))).length > 0
  const sessions = await listPlannedSessions(db, day)
  const ends = sessions.reduce((last, { to }) => (to > last ? to : last), CLOSING_TIME)
  return { isClosed, isUsual: isUsualDay(day, sessions), ends }
}

/** When Riverbank started, and when its clock was last found unreliable. */
interface ClockHistory {
  started?: Date
  doubted?: Date
}

/** Why a day's mail is late; undefined if it is on time. */
function getLateReason(day: string, { started, doubted }: ClockHistory): AbsenceRemark | undefined {
  const isAfterTen = (moment?: Date) => {
    const at = moment && getDublinClock(moment)
    return at?.day === day && at.time >= LATE_TIME
  }
  if (isAfterTen(started)) return 'off'
  return isAfterTen(doubted) ? 'clock' : undefined
}

/**
 * Queues a day's mail once, between ten and the end of the day, if the office wants it and students are expected. Queues a second
 * one if the first found no absences and there are some now. Returns whether it queued one.
 */
export async function queueAbsenceMail(db: Database, at = new Date(), past: ClockHistory = {}): Promise<boolean> {
  const { day, time } = getDublinClock(at)
  const last = await findLastMail(db)
  // A date in the future comes from a wrong clock, and must not suppress the mail until then.
  const isFirst = last?.day !== day
  if (time < SEND_TIME || !last || !(isFirst || last.hadNoAbsences)) return false
  const isAnyAbsent = (await readAbsentOn(db, day)).length > 0
  if (!isFirst && !isAnyAbsent) return false
  const { isClosed, isUsual, ends } = await getDayAtCentre(db, day)
  if (isClosed || time >= ends || !(isUsual || isAnyAbsent) || (await readStudentAccounts(db)).length === 0)
    return false
  return db.transaction().execute(async (change) => {
    if ((await findLastMail(change))?.text !== last.text) return false
    // Replaces a waiting mail: the absences are read when the mail is sent (mail/compose.server.ts).
    const isUnsent = await dropWaiting(change, 'absences')
    const remark = isFirst ? isUsual && getLateReason(day, past) : isUnsent ? last.remark : 'news'
    await writeSetting(change, 'absenceMail', [day, remark, !isAnyAbsent && 'everybody'].filter(Boolean).join(' '))
    // The worker fills in the office's address when it sends the mail.
    await queueMail(change, { kind: 'absences', email: 'the office' })
    return true
  })
}

export interface AbsenceMail {
  day: string
  /** The time until which news of the day is mailed, HH:MM. */
  until: string
  absences: Absence[]
  remark?: AbsenceRemark
}

/** The content, at `at`, of a mail queued at `queued`; null once that day is over. */
export async function createAbsenceMail(db: Database, queued: Date, at = new Date()): Promise<AbsenceMail | null> {
  const [then, now] = [getDublinClock(queued), getDublinClock(at)]
  const { day } = then
  const { ends } = await getDayAtCentre(db, day)
  if (now.day > day || (now.day === day && now.time >= ends)) return null
  const last = await findLastMail(db)
  const hasWaited = then.time < LATE_TIME && now.time >= LATE_TIME
  const remark = (last?.day === day && last.remark) || (hasWaited ? 'waited' : undefined)
  return { day, until: ends, absences: await readAbsentOn(db, day), remark }
}

/** Queues each day's mail, but not while `isClockDoubted`. */
export function startAbsenceMail(
  db: Database,
  { isClockDoubted, every = CHECK_INTERVAL }: { isClockDoubted: () => boolean; every?: number },
): Running {
  // Measured with performance.now(), because the system clock may have been wrong.
  const started = performance.now()
  let doubted: number | undefined
  const queueIfDue = async () => {
    const [at, elapsed] = [new Date(), performance.now()]
    const toMoment = (then: number) => new Date(at.getTime() - (elapsed - then))
    const past = { started: toMoment(started), doubted: doubted === undefined ? undefined : toMoment(doubted) }
    if (isClockDoubted()) doubted = elapsed
    else if (await queueAbsenceMail(db, at, past)) log.info('absence mail queued')
  }
  return startJob(queueIfDue, { every, failure: 'absence mail could not be queued' })
}
