import { queueMail } from '~/domain/deliveries/deliveries.server'
import type { Database, Row, Verb } from '~db/schema'
import type { Actor } from './account'

const inWords = {
  'set a password': 'set a new password for you',
  'turned off the second step': 'turned off your second step',
  'ended the sessions': 'logged you out everywhere',
  closed: 'closed your account',
  reopened: 'opened your account again',
} satisfies Partial<Record<Verb, string>>
const verbs = Object.keys(inWords) as (keyof typeof inWords)[]

/** Something that somebody else did to a tutor's log-in; `id` is its line in the log. */
export interface AccessNotice extends Pick<Row<'activity'>, 'id' | 'at'> {
  /** 'Aoife Brennan set a new password for you' */
  words: string
}

/** What a tutor has to be told of what others did to their log-in, oldest first, until they say that they have seen it. */
export async function listAccessNotices(db: Database, userId: number): Promise<AccessNotice[]> {
  const all = db.selectFrom('activity').innerJoin('users', 'users.id', 'activity.recordId')
  const ofTutor = all.where('noun', '=', 'account').where('recordId', '=', userId).where('users.role', '=', 'tutor')
  const byOthers = ofTutor.where('action', 'in', verbs).where('actorId', 'is not', userId)
  const unseen = byOthers.whereRef('activity.id', '>', 'users.toldUpTo').orderBy('activity.id')
  const lines = await unseen.select(['activity.id', 'activity.at', 'actorName', 'action']).execute()
  const words = (line: (typeof lines)[number]) => `${line.actorName} ${inWords[line.action as keyof typeof inWords]}`
  return lines.map((line) => ({ id: line.id, at: line.at, words: words(line) }))
}

/** Notes that a tutor has seen all that they were told up to a line of the log. */
export async function markNoticesSeen(db: Database, userId: number, upTo: number): Promise<void> {
  const seen = db.updateTable('users').set({ toldUpTo: upTo }).where('id', '=', userId)
  await seen.where('toldUpTo', '<', upTo).execute()
}

/** What of a tutor's account only the office can be told. */
const forOffice: readonly Verb[] = ['added', 'erased']

/** Queues a mail to the office about the newest line of the log, where a tutor's log-in was made or changed by somebody else; in the same transaction. */
export async function queueOfficeNotice(
  change: Database,
  actor: Pick<Actor, 'id'>,
  { id, role, action }: { id: number; role: string; action: Verb },
): Promise<void> {
  if (role !== 'tutor' || actor.id === id || !(forOffice.includes(action) || Object.hasOwn(inWords, action))) return
  const newest = change.selectFrom('activity').select(({ fn }) => fn.max('id').as('activityId'))
  const { activityId } = await newest.executeTakeFirstOrThrow()
  // Its address is the one that the office has when it leaves (mail/compose.server.ts).
  await queueMail(change, { kind: 'access', email: 'the office', activityId })
}
