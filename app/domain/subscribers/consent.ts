import type { AgreedOn } from '~db/choices'
import type { Subscriber } from './subscribers.server'

/** For facts that were not recorded at the time: we never guess. */
const NOT_RECORDED = 'Not recorded'

type Consent = Pick<Subscriber, 'agreedOn' | 'agreedFrom' | 'agreedAt' | 'agreedWords' | 'confirmedAt' | 'vouchedFor'>

/** Describes where a person agreed: 'On our website, on the page /contact'. */
export function describeConsentSource({ agreedOn, agreedFrom }: Pick<Consent, 'agreedOn' | 'agreedFrom'>): string {
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
