import { createHash, randomBytes } from 'node:crypto'
import type { RunningRiverbank } from './running'

// Records that browser tests add to the demonstration.

/** A session of today: its start, end, activity and symbol. */
type Session = readonly [from: string, to: string, activity: string, symbol?: string]

/** Makes these the only sessions of the week: today's, for everyone. */
export function planToday({ change }: Pick<RunningRiverbank, 'change'>, sessions: readonly Session[]): void {
  const weekday = new Intl.DateTimeFormat('en-IE', { weekday: 'long', timeZone: 'Europe/Dublin' }).format(new Date())
  change('delete from weekSessions')
  for (const [from, to, activity, symbol = null] of sessions)
    change(
      `insert into weekSessions (weekday, "from", "to", activity, symbol, place, isForAll) values (?, ?, ?, ?, ?, 'Room 2', 1)`,
      ...[weekday, from, to, activity, symbol],
    )
}

export function addSignInCard({ change }: RunningRiverbank): string {
  const token = randomBytes(32).toString('base64url')
  change(
    `insert or replace into signInCards (userId, tokenHash, createdAt, expiresAt)
      select id, ?, '2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z' from users where username = 'demo.student'`,
    createHash('sha256').update(token).digest('hex'),
  )
  return `/card/${token}`
}

/** Sets the student Daniel's display, such as 'plain'. */
export function setDisplay({ change }: RunningRiverbank, settings: string): void {
  change(
    `insert or replace into displaySettings (userId, settings) select id, ? from users where username = 'demo.student'`,
    settings,
  )
}
