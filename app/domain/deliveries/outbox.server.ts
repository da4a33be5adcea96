import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import type { DeliveryOutcome, FinishedMail } from './outcome'

export function getOutboxPath({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'outbox')
}

/** Sends a mail in the demonstration, which has no mail server: writes it to `folder`, as an .eml file named after its delivery. */
export async function writeToOutbox(folder: string, { id, raw }: FinishedMail): Promise<DeliveryOutcome> {
  const path = join(folder, `${id}.eml`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(`${path}.unfinished`, raw, { mode: 0o600, flush: true })
    await rename(`${path}.unfinished`, path)
    return { is: 'sent' }
  } catch (error) {
    const reason = `The email could not be saved in the outbox: ${(error as Error).message}`
    return { is: 'unreachable', refusesUs: false, reason }
  }
}

const NOT_SET_UP = 'Mail was not set up: this email was only written to a folder.'

/**
 * Outside the demonstration: fails the mails that earlier versions only wrote to the outbox but called sent, and removes their
 * files. Returns how many.
 */
export async function failOutboxMails(db: Database, folder: string): Promise<number> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => /^\d+\.eml(\.unfinished)?$/.test(name))
  if (files.length === 0) return 0
  // Remove the files first: a file left behind could fail a mail sent since, and someone could get it twice.
  for (const name of files) await rm(join(folder, name), { force: true })
  const ids = JSON.stringify(files.map((name) => Number.parseInt(name, 10)))
  const { numAffectedRows = 0n } = await sql`update deliveries set state = 'failed', reason = ${NOT_SET_UP}
    where id in (select value from json_each(${ids})) and state = 'sent'`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Removes outbox files whose delivery is deleted or erased. Keeps files with ids that this database has never used, because it may be
 * a restored one. Returns how many.
 */
export async function sweepOutbox(db: Database, folder: string): Promise<number> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => /^\d+\.eml(\.unfinished)?$/.test(name))
  if (files.length === 0) return 0
  const ids = JSON.stringify(files.map((name) => Number.parseInt(name, 10)))
  const { rows } = await sql<{ id: number }>`select value as id from json_each(${ids})
    where value <= (select seq from sqlite_sequence where name = 'deliveries')
      and not exists (select 1 from deliveries where id = value and erasedAt is null)`.execute(db)
  const obsoleteIds = new Set(rows.map(({ id }) => id))
  const obsolete = files.filter((name) => obsoleteIds.has(Number.parseInt(name, 10)))
  for (const name of obsolete) await rm(join(folder, name), { force: true })
  return obsolete.length
}
