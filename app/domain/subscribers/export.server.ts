import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import type { AgreedOn } from '~db/choices'
import type { Database } from '~db/schema'
import { CSV_MARK, csvLines } from './csv.server'
import { countSubscribers, type Subscriber, subscribersInBatches } from './subscribers.server'

const columns: readonly { name: string; of: (subscriber: Subscriber) => string | null }[] = [
  { name: 'Email', of: ({ email }) => email },
  { name: 'Name', of: ({ name }) => name },
  { name: 'Type', of: ({ isGuardian }) => (isGuardian ? 'Guardian' : 'Other') },
  { name: 'Student Name', of: ({ studentName }) => studentName },
  { name: 'Joined', of: ({ createdAt }) => createdAt.slice(0, 10) },
  { name: 'Status', of: (subscriber) => statusOf(subscriber) },
  { name: 'Bounces', of: ({ bouncedAt }) => (bouncedAt ? 'Yes' : null) },
  { name: 'Agreed', of: ({ agreedAt }) => agreedAt },
  { name: 'How', of: ({ agreedOn }) => agreedOn && ways[agreedOn] },
  { name: 'Words Shown', of: ({ agreedWords }) => agreedWords },
  { name: 'Confirmed', of: ({ confirmedAt }) => confirmedAt },
]

/** How somebody agreed (GDPR article 7(1)). */
const ways: Record<AgreedOn, string> = {
  page: 'On our website',
  call: 'By another program',
  tutor: 'Added by a tutor',
}

/** The whole list as CSV, in parts. The export is logged, since the file holds every address. */
export async function exportSubscribers(db: Database, tutor: Tutor): Promise<AsyncIterable<string>> {
  await db.transaction().execute(async (change) => {
    const title = `as a list (${await countSubscribers(change)})`
    await logActivity(change, tutor, { action: 'exported', noun: 'subscribers', recordId: 0, title, studentId: null })
  })
  return csvOf(subscribersInBatches(db))
}

async function* csvOf(parts: AsyncIterable<Subscriber[]>): AsyncGenerator<string> {
  yield CSV_MARK + csvLines([columns.map(({ name }) => name)])
  for await (const part of parts) yield csvLines(part.map((one) => columns.map(({ of }) => of(one) ?? '')))
}

function statusOf({ active, waitsForConfirmation }: Subscriber): string {
  return active ? 'Active' : waitsForConfirmation ? 'Not confirmed' : 'Unsubscribed'
}
