import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { CSV_BYTE_ORDER_MARK, formatCsv } from '~/domain/csv.server'
import type { AgreedOn } from '~db/choices'
import type { Database } from '~db/schema'
import { countSubscribers, findVouchingTutors, listSubscribersInBatches, type Subscriber } from './subscribers.server'

/** For facts that were not recorded at the time: we never guess. */
const NOT_RECORDED = 'Not recorded'

type Consent = Pick<Subscriber, 'agreedOn' | 'agreedFrom' | 'agreedAt' | 'agreedWords' | 'confirmedAt' | 'vouchedFor'>

/** Describes where a person agreed: 'On our website, on the page /contact'. */
function describeConsentSource({ agreedOn, agreedFrom }: Pick<Consent, 'agreedOn' | 'agreedFrom'>): string {
  return agreedOn ? consentSources[agreedOn](agreedFrom) : NOT_RECORDED
}

const consentSources: Record<AgreedOn, (from: string | null) => string> = {
  page: (from) => (from ? `On our website, ${describePage(from)}` : 'On our website'),
  call: () => 'Through another program',
  tutor: (from) =>
    from && Object.hasOwn(tutorSources, from) ? tutorSources[from as keyof typeof tutorSources] : 'Added by a tutor',
}

const tutorSources = {
  form: 'Added by a tutor with the form',
  list: 'Added by a tutor from a list',
  button: 'Re-activated by a tutor',
}

function describePage(from: string): string {
  const [page, box] = from.split('#')
  return box ? `in the box at the bottom of the page${page ? ` ${page}` : ''}` : `on the page ${page}`
}

/** A subscriber's consent as names and values (GDPR article 7(1)); `moment` formats times. */
export function describeSubscriberConsent(consent: Consent, vouchedBy: string | null, moment: (at: string) => string) {
  const { agreedOn, agreedAt, agreedWords, confirmedAt, vouchedFor } = consent
  const isTutors = agreedOn === 'tutor'
  const facts = [
    { name: 'Agreed', value: agreedAt && moment(agreedAt) },
    { name: 'How', value: describeConsentSource(consent) },
    !isTutors && { name: 'Text next to the form', value: agreedWords },
    !isTutors && {
      name: 'Confirmed by the link in our email',
      value: confirmedAt ? moment(confirmedAt) : agreedOn && NO_LINK,
    },
    (isTutors || vouchedFor) && { name: 'How we know', value: vouchedFor },
    (isTutors || vouchedFor) && { name: 'Who says so', value: vouchedBy },
  ]
  return facts
    .filter((fact) => fact !== false && fact !== null && fact !== '')
    .map(({ name, value }) => ({ name, value: value || NOT_RECORDED }))
}

const NO_LINK = 'The link was not used'

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
