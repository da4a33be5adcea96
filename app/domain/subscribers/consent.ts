import type { AgreedOn } from '~db/choices'
import type { Subscriber } from './subscribers.server'

/** Stands where nobody wrote it down at the time: what is not known is not made up. */
const NOT_RECORDED = 'Not recorded'

type Consent = Pick<Subscriber, 'agreedOn' | 'agreedFrom' | 'agreedAt' | 'agreedWords' | 'confirmedAt' | 'vouchedFor'>

/** Where somebody agreed, in words: 'On our website, on the page /contact'. */
export function describeConsentSource({ agreedOn, agreedFrom }: Pick<Consent, 'agreedOn' | 'agreedFrom'>): string {
  return agreedOn ? ways[agreedOn](agreedFrom) : NOT_RECORDED
}

const ways: Record<AgreedOn, (from: string | null) => string> = {
  page: (from) => (from ? `On our website, ${pageInWords(from)}` : 'On our website'),
  call: () => 'By another program',
  tutor: (from) => (from && Object.hasOwn(byTutor, from) ? byTutor[from as keyof typeof byTutor] : 'Added by a tutor'),
}

const byTutor = {
  form: 'Added by a tutor with the form',
  list: 'Added by a tutor from a list',
  button: 'Made active again by a tutor',
}

function pageInWords(from: string): string {
  const [page, box] = from.split('#')
  return box ? `in the box at the end of the page${page ? ` ${page}` : ''}` : `on the page ${page}`
}

/** A subscriber's consent as names and values, for people to read (GDPR article 7(1)); moments as `moment` writes them. */
export function describeSubscriberConsent(consent: Consent, vouchedBy: string | null, moment: (at: string) => string) {
  const { agreedOn, agreedAt, agreedWords, confirmedAt, vouchedFor } = consent
  const isTutors = agreedOn === 'tutor'
  const facts = [
    { name: 'Agreed', value: agreedAt && moment(agreedAt) },
    { name: 'How', value: describeConsentSource(consent) },
    !isTutors && { name: 'Words beside the form', value: agreedWords },
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

const NO_LINK = 'No link was pressed'
