import { z } from 'zod'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import type { Database } from '~db/schema'

/** What is stored from the set-up on. Websites that began without the set-up form have none. */
export const setUpRecord = z.object({
  /** When a tutor said that the website is ready (ISO 8601); null until then. */
  readyAt: z.string().nullable(),
  /** Names of the sections that are hidden while they are examples, by the page's path. */
  hidden: z.record(z.string(), z.array(z.string())),
})
export type SetUpRecord = z.output<typeof setUpRecord>

/** The record of the set-up; null without one. */
export async function readSetUpRecord(db: Database): Promise<SetUpRecord | null> {
  const stored = await readSetting(db, 'setUp')
  if (stored === undefined) return null
  const { data } = setUpRecord.safeParse(JSON.parse(stored))
  if (!data) log.warn('the stored set-up breaks its rules')
  return data ?? null
}

export async function writeSetUpRecord(change: Database, record: SetUpRecord): Promise<void> {
  await writeSetting(change, 'setUp', JSON.stringify(record))
}
