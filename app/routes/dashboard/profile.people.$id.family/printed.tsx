import { PrintedSheet } from '~/routes/parts/qr/printed-sheet'
import { useCentre } from '~/ui/browser/root-data'
import { OneTimeView } from '~/ui/portal/one-time-view'
import type { QrCode } from '~/ui/qr-picture'

interface LinkToPrint {
  firstName: string
  label: string
  address: string
  qr: QrCode
}

export function PrintedLink({
  link: { firstName, label, address, qr },
  donePath,
}: {
  link: LinkToPrint
  donePath: string
}) {
  const { phone } = useCentre()
  return (
    <>
      <OneTimeView
        title="The link is ready"
        words="You can see it only once. Print it now, or copy the address below into a message to the family."
        donePath={donePath}
      />
      <p className="no-print mt-4 max-w-measure">
        <code className="break-words">{address}</code>
      </p>
      <PrintedSheet
        label={`Link of ${firstName}’s family: ${label}`}
        purpose="family link"
        name={firstName}
        qr={qr}
        opens="the family’s page"
        steps={['Open the camera of your phone.', 'Hold it over this code.', 'Press Not coming today.']}
      >
        For: {label}. Please keep it at home. Lost it? Ring <span className="inline-block">{phone}</span>. We will stop
        this link and give you a new one.
      </PrintedSheet>
    </>
  )
}
