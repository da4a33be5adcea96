import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { type Running, startJob } from '~/domain/job.server'
import { dropSetting, readSetting, writeSetting } from '~/domain/portal-settings.server'
import { clockAt } from '~/domain/week/day'
import { log } from '~/log.server'
import type { Database } from '~db/schema'
import { absentToday } from './absences.server'

/** In Dublin. Whoever is told of later is on the tutors' screen alone. */
const FROM = '10:00'
const BEFORE = '12:00'
const EVERY = 30_000

/** The day it was queued last, '' for none yet; undefined where the office wants no mail. */
const lastDay = (db: Database) => readSetting(db, 'absenceMail')

export const isAbsenceMailOn = async (db: Database) => (await lastDay(db)) !== undefined

export async function setAbsenceMail(db: Database, tutor: Tutor, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (change) => {
    if ((await isAbsenceMailOn(change)) === isOn) return
    await (isOn ? writeSetting(change, 'absenceMail', '') : dropSetting(change, 'absenceMail'))
    const title = isOn ? 'on' : 'off'
    await logActivity(change, tutor, { action: 'changed', noun: 'absence mail', recordId: 1, title })
  })
}

/** Queues the mail of a day once, between ten and noon, where the office wants it and somebody does not come. Returns whether it did. */
export async function queueAbsenceMail(db: Database, at = new Date()): Promise<boolean> {
  const { day, time } = clockAt(at)
  if (time < FROM || time >= BEFORE) return false
  return db.transaction().execute(async (change) => {
    const last = await lastDay(change)
    if (last === undefined || last >= day || (await absentToday(change, day)).length === 0) return false
    await writeSetting(change, 'absenceMail', day)
    // Its address is the one that the office has when it leaves, and its list that of the moment (mail/compose.server.ts).
    await queueMail(change, { kind: 'absences', email: 'the office' })
    return true
  })
}

export function startAbsenceMail(db: Database, every = EVERY): Running {
  const look = async () => {
    if (await queueAbsenceMail(db)) log.info('the mail about who is not coming is queued')
  }
  return startJob(look, { every, failure: 'the mail about who is not coming could not be queued' })
}
