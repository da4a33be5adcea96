import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import type { Database } from '~db/schema'
import { describeConsentSource } from './consent'
import { CSV_BYTE_ORDER_MARK, formatCsv } from './csv.server'
import { countSubscribers, findVouchingTutors, type Subscriber, subscribersInBatches } from './subscribers.server'

type ListedSubscriber = Subscriber & { vouchedBy: string | null }

const columns: readonly { name: string; of: (subscriber: ListedSubscriber) => string | null }[] = [
  { name: 'Email', of: ({ email }) => email },
  { name: 'Name', of: ({ name }) => name },
  { name: 'Type', of: ({ isGuardian }) => (isGuardian ? 'Guardian' : 'Other') },
  { name: 'Student Name', of: ({ studentName }) => studentName },
  { name: 'Joined', of: ({ createdAt }) => createdAt.slice(0, 10) },
  { name: 'Status', of: (subscriber) => describeStatus(subscriber) },
  { name: 'Bounces', of: ({ bouncedAt }) => (bouncedAt ? 'Yes' : null) },
  { name: 'Agreed', of: ({ agreedAt }) => agreedAt },
  { name: 'How', of: describeConsentSource },
  { name: 'Words Shown', of: ({ agreedWords }) => agreedWords },
  { name: 'Confirmed', of: ({ confirmedAt }) => confirmedAt },
  { name: 'How We Know', of: ({ vouchedFor }) => vouchedFor },
  { name: 'Who Says So', of: ({ vouchedBy }) => vouchedBy },
]

/** The whole list as CSV, in batches. Logged, because the file contains every address. */
export async function exportSubscribers(db: Database, tutor: Tutor): Promise<AsyncIterable<string>> {
  await db.transaction().execute(async (change) => {
    const title = `as a list (${await countSubscribers(change)})`
    await logActivity(change, tutor, { action: 'exported', noun: 'subscribers', title })
  })
  return writeCsv(db)
}

async function* writeCsv(db: Database): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + formatCsv([columns.map(({ name }) => name)])
  for await (const part of subscribersInBatches(db)) {
    const names = await findVouchingTutors(db, part)
    const listed = part.map((one) => ({ ...one, vouchedBy: names.get(one.vouchedById ?? 0) ?? null }))
    yield formatCsv(listed.map((one) => columns.map(({ of }) => of(one) ?? '')))
  }
}

function describeStatus({ active, waitsForConfirmation }: Subscriber): string {
  return active ? 'Active' : waitsForConfirmation ? 'Not confirmed' : 'Unsubscribed'
}
