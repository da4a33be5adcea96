import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { CSV_BYTE_ORDER_MARK, formatCsv } from '~/domain/csv.server'
import type { Database } from '~db/schema'
import { describeConsentSource } from './consent'
import { countSubscribers, findVouchingTutors, listSubscribersInBatches, type Subscriber } from './subscribers.server'

type ListedSubscriber = Subscriber & { vouchedBy: string | null }

const columns: readonly { name: string; getText: (subscriber: ListedSubscriber) => string | null }[] = [
  { name: 'Email', getText: ({ email }) => email },
  { name: 'Name', getText: ({ name }) => name },
  { name: 'Type', getText: ({ isGuardian }) => (isGuardian ? 'Guardian' : 'Other') },
  { name: 'Student Name', getText: ({ studentName }) => studentName },
  { name: 'Joined', getText: ({ createdAt }) => createdAt.slice(0, 10) },
  { name: 'Status', getText: (subscriber) => describeStatus(subscriber) },
  { name: 'Bounces', getText: ({ bouncedAt }) => (bouncedAt ? 'Yes' : null) },
  { name: 'Agreed', getText: ({ agreedAt }) => agreedAt },
  { name: 'How', getText: describeConsentSource },
  { name: 'Words Shown', getText: ({ agreedWords }) => agreedWords },
  { name: 'Confirmed', getText: ({ confirmedAt }) => confirmedAt },
  { name: 'How We Know', getText: ({ vouchedFor }) => vouchedFor },
  { name: 'Who Says So', getText: ({ vouchedBy }) => vouchedBy },
]

/** The whole list as CSV, in batches. Logged, because the file contains every address. */
export async function exportSubscribers(db: Database, tutor: Tutor): Promise<AsyncIterable<string>> {
  await db.transaction().execute(async (change) => {
    const title = `as a list (${await countSubscribers(change)})`
    await logActivity(change, tutor, { action: 'exported', noun: 'subscribers', title })
  })
  return writeCsv(db, tutor)
}

async function* writeCsv(db: Database, tutor: Tutor): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + formatCsv([columns.map(({ name }) => name)])
  for await (const part of listSubscribersInBatches(db)) {
    const names = await findVouchingTutors(db, tutor, part)
    const listed = part.map((one) => ({ ...one, vouchedBy: names.get(one.vouchedById ?? 0) ?? null }))
    yield formatCsv(listed.map((one) => columns.map(({ getText }) => getText(one) ?? '')))
  }
}

function describeStatus({ active, waitsForConfirmation, isUndeliverable }: Subscriber): string {
  return active
    ? isUndeliverable
      ? 'Does not work'
      : 'Active'
    : waitsForConfirmation
      ? 'Not confirmed'
      : 'Unsubscribed'
}
