import type { Enquiry } from '~/domain/enquiries/enquiries.server'
import { momentInWords } from '~/ui/dates'

/** The state of the mail to the office, and whether to offer 'Send it again'. */
export function mailInWords(
  { isSpam, mail }: Pick<Enquiry, 'isSpam' | 'mail'>,
  mailIsSetUp: boolean,
): { text: string; canBeSent: boolean } {
  if (isSpam && !mail) return { text: 'Not sent to the office, because it looks like spam.', canBeSent: false }
  if (!mailIsSetUp) return { text: 'Not sent to the office: email is not set up.', canBeSent: false }
  if (!mail) return { text: 'Not sent to the office.', canBeSent: !isSpam }
  const because = mail.reason ? ` The mail server said: ${mail.reason}` : ''
  switch (mail.state) {
    case 'sent':
      return {
        text: `Sent to the office${mail.settledAt ? ` on ${momentInWords(mail.settledAt)}` : ''}.`,
        canBeSent: false,
      }
    case 'failed':
      return { text: `Could not be sent to the office.${because}`, canBeSent: !isSpam }
    case 'uncertain':
      return { text: 'We do not know if the email reached the office.', canBeSent: !isSpam }
    default:
      return mail.attempts > 0
        ? { text: `Could not be sent to the office yet. We will keep trying.${because}`, canBeSent: false }
        : { text: 'Waiting to be sent to the office.', canBeSent: false }
  }
}
