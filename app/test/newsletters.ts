import type { RunningRiverbank } from './running'

const LONG_AGO = '2026-01-01T00:00:00.000Z'
export const FAR_FUTURE = '2099-01-01T00:00:00.000Z'

/** The readers in the tests about sending: a guardian and another reader. */
export const guardian = 'guardian.reader@example.ie'
export const friend = 'other.reader@example.ie'

/** Makes those two the only active readers. */
export function deactivateOtherReaders({ change }: RunningRiverbank): void {
  change('update subscribers set active = 0')
  for (const [email, isGuardian] of [
    [guardian, 1],
    [friend, 0],
  ] as const)
    change(
      'insert into subscribers (email, isGuardian, active, createdAt, token) values (?, ?, 1, ?, ?) on conflict do update set active = 1',
      ...[email, isGuardian, LONG_AGO, email],
    )
}

/** The demonstration's draft, with one picture. */
export function findChristmasDraft({ rows }: RunningRiverbank): { id: number; title: string; address: string } {
  const title = 'Christmas at Riverbank'
  const id = Number(rows('select id from newsletters where title = ?', title)[0]?.id)
  return { id, title, address: `/dashboard/newsletter/${id}` }
}

/** Sets when a newsletter's mails are due; until then it can be stopped. */
export function setSendTime({ change }: RunningRiverbank, id: number, moment: string): void {
  change('update newsletters set goesOutAt = ? where id = ?', moment, id)
  change('update deliveries set dueAt = ? where newsletterId = ?', moment, id)
}

/** The state of a newsletter's mail to each reader. */
export function listMailStates({ rows }: RunningRiverbank, id: number): Record<string, unknown>[] {
  return rows(`select email, state from deliveries where newsletterId = ? and kind = 'newsletter' order by email`, id)
}
