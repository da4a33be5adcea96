import { dateInWords } from '~/domain/dublin'
import { PrintedSheet } from '~/routes/parts/qr/printed-sheet'
import { useCentre } from '~/ui/browser/root-data'
import { ShownOnce } from '~/ui/portal/shown-once'
import type { QrCode } from '~/ui/qr-picture'

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
  const { phone } = useCentre()
  const { firstName, lastName, until, qr, place } = card
  return (
    <>
      <ShownOnce
        title="The card is ready"
        words="You see it only this once. Print it now and cut it out. Nobody else should have a copy or a photo of it."
        doneAt={doneAt}
      />
      <PrintedSheet
        label={`Card of ${firstName} ${lastName}`}
        of="Student Portal"
        name={`${firstName} ${lastName}`}
        qr={qr}
        opens="the log-in"
        steps={['Hold the card up to the camera.', 'Open the link.', 'Press Log in.']}
      >
        Lost it? Tell your tutor or ring {phone}. Then it stops working. Found it? Please ring us. Forgot it? Ask for a
        code and go to <strong>{place}</strong>. Works until {dateInWords(until)}.
      </PrintedSheet>
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
