import { queueMail } from '~/domain/deliveries/deliveries.server'
import { compileRead } from '~db/open'
import type { Database, Row, Verb } from '~db/schema'
import type { Actor, Tutor } from './account'

const noticeTexts = {
  'set a password': 'set a new password for you',
  'turned off the second step': 'turned off your second step',
  'ended the sessions': 'logged you out everywhere',
  closed: 'closed your account',
  reopened: 'opened your account again',
} satisfies Partial<Record<Verb, string>>
const noticeVerbs = Object.keys(noticeTexts) as (keyof typeof noticeTexts)[]

/** A change that another person made to a tutor's log-in; `id` is its line in the activity log. */
export interface AccessNotice extends Pick<Row<'activity'>, 'id' | 'at'> {
  /** 'Aoife Brennan set a new password for you' */
  words: string
}

const readUnseenChanges = compileRead((db, userId: number) => {
  const all = db.selectFrom('activity').innerJoin('users', 'users.id', 'activity.recordId')
  const ofTutor = all.where('noun', '=', 'account').where('recordId', '=', userId).where('users.role', '=', 'tutor')
  const byOthers = ofTutor.where('action', 'in', noticeVerbs).where('actorId', 'is not', userId)
  const unseen = byOthers.whereRef('activity.id', '>', 'users.toldUpTo').orderBy('activity.id')
  return unseen.select(['activity.id', 'activity.at', 'actorName', 'action'])
})

/** The changes by others to a tutor's log-in that the tutor has not confirmed yet, oldest first. */
export async function listAccessNotices(db: Database, { id: userId }: Tutor): Promise<AccessNotice[]> {
  const lines = await readUnseenChanges(db, userId)
  const words = (line: (typeof lines)[number]) =>
    `${line.actorName} ${noticeTexts[line.action as keyof typeof noticeTexts]}`
  return lines.map((line) => ({ id: line.id, at: line.at, words: words(line) }))
}

/** Marks a tutor's notices as seen, up to a line of the activity log. */
export async function markNoticesSeen(db: Database, { id: userId }: Tutor, upTo: number): Promise<void> {
  const seen = db.updateTable('users').set({ toldUpTo: upTo }).where('id', '=', userId)
  await seen.where('toldUpTo', '<', upTo).execute()
}

/** Changes reported only to the office: the account is new or was erased. */
const officeVerbs: readonly Verb[] = ['added', 'erased']

/**
 * Queues a mail to the office about the newest line of the log, if another person added or changed a tutor's log-in. Call it in the
 * same transaction.
 */
export async function queueOfficeNotice(
  change: Database,
  actor: Pick<Actor, 'id'>,
  { id, role, action }: { id: number; role: string; action: Verb },
): Promise<void> {
  if (role !== 'tutor' || actor.id === id || !(officeVerbs.includes(action) || Object.hasOwn(noticeTexts, action)))
    return
  const newest = change.selectFrom('activity').select(({ fn }) => fn.max('id').as('activityId'))
  const { activityId } = await newest.executeTakeFirstOrThrow()
  // The worker fills in the office's address when it sends the mail (mail/compose.server.ts).
  await queueMail(change, { kind: 'access', email: 'the office', activityId })
}
