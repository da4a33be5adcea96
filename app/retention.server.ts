import { leaveNoTrace, mayHoldErased, noteErased } from '~db/erase'
import type { Database } from '~db/schema'
import { forgetOldSessions } from './auth/sessions.server'
import { forgetOldActivity } from './domain/activity/activity.server'
import { sweepOutbox } from './domain/deliveries/outbox.server'
import { forgetOldMail, forgetOldReaders } from './domain/deliveries/queue.server'
import { sweep } from './domain/files/store.server'
import { forgetInterrupted, INTERRUPTED_KEPT_FOR } from './domain/interrupted-forms/interrupted-forms.server'
import { forgetUnconfirmed } from './domain/subscribers/subscription.server'
import { forgetOldTickets, TICKET_KEPT_FOR } from './domain/tickets/tickets.server'
import { log } from './log.server'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Data with a retention period. */
interface Term {
  what: string
  keptFor: number
  why: string
  /** Removes what ended before a moment (ISO 8601). Returns how much. */
  forget: (db: Database, before: string) => Promise<number>
}

/** Every retention period (GDPR article 5(1)(e), storage limitation). The privacy page and the README list the same. */
export const terms: readonly Term[] = [
  {
    what: 'forms that a log-out interrupted',
    keptFor: INTERRUPTED_KEPT_FOR,
    why: 'People come back to a form on the same day, or begin it again.',
    forget: forgetInterrupted,
  },
  {
    what: 'tickets of saved forms',
    keptFor: TICKET_KEPT_FOR,
    why: 'Whoever lost the answer presses again on the same day.',
    forget: forgetOldTickets,
  },
  {
    what: 'sign-ups that nobody confirmed',
    keptFor: 30 * DAY,
    why: 'Whoever has not pressed the button in the mail by then did not want the newsletter, or never asked for it.',
    forget: forgetUnconfirmed,
  },
  {
    what: 'mails about subscriptions, and test mails',
    keptFor: 30 * DAY,
    why: 'They say what became of a mail that somebody waits for; nobody waits for a month.',
    forget: forgetOldMail,
  },
  {
    what: 'whom a newsletter went to',
    keptFor: 90 * DAY,
    why: 'Refusals and complaints come in within weeks. The numbers of sent and failed mails stay.',
    forget: forgetOldReaders,
  },
  {
    what: 'sessions that are over',
    keptFor: 30 * DAY,
    why: 'Someone who suspects a stranger in their account asks within days.',
    forget: forgetOldSessions,
  },
  {
    what: 'the activity log',
    keptFor: 730 * DAY,
    why: 'Families ask about the year before; older lines answer no question any more.',
    forget: forgetOldActivity,
  },
]

interface Keeper {
  db: Database
  /** The folder of mails without a mail server. */
  outbox: string
  /** The folder of uploaded files. */
  uploads: string
}

/** Removes whatever is past its period at `now` (milliseconds). A failure is logged and retried next time; the other periods are still applied. */
export async function runRound({ db, outbox, uploads }: Keeper, now = Date.now()): Promise<void> {
  for (const { what, keptFor, forget } of terms)
    await attempt(what, async () => {
      const removed = await forget(db, new Date(now - keptFor).toISOString())
      if (removed > 0) noteErased(db)
      return removed
    })
  await attempt('mails in the outbox', () => sweepOutbox(db, outbox))
  await attempt('uploads that were never finished', () => sweep(db, uploads))
  if (mayHoldErased(db)) await leaveNoTrace(db)
}

async function attempt(what: string, deed: () => Promise<number>): Promise<void> {
  try {
    const removed = await deed()
    if (removed > 0) log.info({ what, removed }, 'removed what was past its term')
  } catch (error) {
    log.error({ err: error, what }, 'what is past its term could not be removed')
  }
}

/** Runs a round now and every hour until stopped; stopping waits for a round under way. */
export function startRounds(keeper: Keeper): { stop: () => Promise<void> } {
  let round = runRound(keeper)
  const clock = setInterval(() => {
    round = round.then(() => runRound(keeper))
  }, HOUR).unref()
  return {
    stop: async () => {
      clearInterval(clock)
      await round
    },
  }
}
