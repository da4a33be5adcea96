import { dateInWords } from '~/domain/dublin'
import { useCentre } from '~/ui/browser/root-data'
import { ShownOnce } from '~/ui/portal/shown-once'
import { type QrCode, QrPicture } from '~/ui/qr-picture'
import { Logo } from '~/ui/site/logo'

interface Printed {
  firstName: string
  lastName: string
  until: string
  qr: QrCode
  /** The website's address, as people type it. */
  place: string
}

/** A card to print and cut out, of the size of a postcard (A6). */
export function PrintedCard({ card, doneAt }: { card: Printed; doneAt: string }) {
  const { shortName, phone } = useCentre()
  const { firstName, lastName, until, qr, place } = card
  return (
    <>
      <ShownOnce
        title="The card is ready"
        words="You see it only this once. Print it now and cut it out. Nobody else should have a copy or a photo of it."
        doneAt={doneAt}
      />
      <article
        aria-label={`Card of ${firstName} ${lastName}`}
        className="print-alone print-black long-words mt-6 max-w-[136mm] rounded border-2 border-dashed border-stone bg-white p-6"
      >
        <p className="flex items-center gap-3 text-small font-bold">
          <Logo className="h-12 w-12 shrink-0" room="max-w-40" />
          {shortName} Student Portal
        </p>
        <p className="mt-2 text-h1 font-bold leading-tight">
          {firstName} {lastName}
        </p>
        <div className="mt-4 flex flex-wrap items-start gap-6">
          <div className="w-[48mm] max-w-full shrink-0">
            <QrPicture {...qr} label="QR code that opens the log-in" />
          </div>
          <ol className="min-w-0 flex-1 basis-40 space-y-2 text-lead">
            <li>1. Hold the card up to the camera.</li>
            <li>2. Open the link.</li>
            <li>3. Press Log in.</li>
          </ol>
        </div>
        <p className="mt-4 text-small">
          Lost it? Tell your tutor or ring {phone}. Then it stops working. Found it? Please ring us. Forgot it? Ask for
          a code and go to <strong>{place}</strong>. Works until {dateInWords(until)}.
        </p>
      </article>
    </>
  )
}

/** A code for a day, to tell a student. */
export function CodeForToday({ code, firstName, doneAt }: { code: string; firstName: string; doneAt: string }) {
  return (
    <>
      <ShownOnce
        title={`A code for ${firstName}`}
        words="It works for 12 hours, as often as it is needed. You see it only this once. A code that was made before stops working."
        doneAt={doneAt}
      />
      <p className="mt-6 text-h1 font-bold tracking-[0.2em]">
        <code>{code.replace(/(...)/, '$1 ')}</code>
      </p>
    </>
  )
}
