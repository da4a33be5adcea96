import { formatDate } from '~/domain/events/days'
import { PrintedSheet } from '~/routes/parts/qr/printed-sheet'
import { useCentre } from '~/ui/browser/root-data'
import { formatDateTime } from '~/ui/dates'
import { OneTimeView } from '~/ui/portal/one-time-view'
import type { QrCode } from '~/ui/qr-picture'

interface CardToPrint {
  name: string
  until: string
  qr: QrCode
  /** The address to type, without a scheme. */
  codeAddress: string
}

export function PrintedCard({ card, donePath }: { card: CardToPrint; donePath: string }) {
  const { phone } = useCentre()
  const { name, until, qr, codeAddress } = card
  return (
    <>
      <OneTimeView
        title="The card is ready"
        words="You can see it only once. Print it now and cut it out. Nobody else should have a copy or a photo of it."
        donePath={donePath}
      />
      <PrintedSheet
        label={`Card of ${name}`}
        purpose="Student Portal"
        name={name}
        qr={qr}
        opens="the log-in page"
        steps={['Hold the card up to the camera.', 'Open the link.', 'Press Log in.']}
      >
        Lost it? Tell your tutor or ring <span className="inline-block">{phone}</span>. Then it stops working. Found it?
        Please ring us. Forgot it? Ask for a code and go to <strong>{codeAddress}</strong>. Works until{' '}
        {formatDate(until)}.
      </PrintedSheet>
    </>
  )
}

interface DayCode {
  username: string
  code: string
  expiresAt: string
}

export function PrintedCode({
  dayCode: { username, code, expiresAt },
  firstName,
  codeAddress,
  donePath,
}: {
  dayCode: DayCode
  firstName: string
  codeAddress: string
  donePath: string
}) {
  return (
    <>
      <OneTimeView
        title={`A code for ${firstName}`}
        words={`The code works for 12 hours, as often as ${firstName} needs it. You can see it only once. Any earlier code stops working. After five wrong tries, this code stops too. Then make a new one.`}
        donePath={donePath}
      />
      <ol
        aria-label={`How ${firstName} logs in`}
        className="print-alone print-black long-words mt-6 space-y-4 text-lead"
      >
        <li>
          1. Go to <strong>{codeAddress}</strong>
        </li>
        <li>
          2. Type the username <strong className="block text-h2">{username}</strong>
        </li>
        <li>
          3. Type the numbers{' '}
          <strong className="block text-h1 tracking-[0.2em]">
            <code>{code.replace(/(...)/, '$1 ')}</code>
          </strong>
        </li>
        <li>It works until {formatDateTime(expiresAt)}.</li>
      </ol>
    </>
  )
}
