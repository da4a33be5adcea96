import type { ReactNode } from 'react'
import { useCentre } from '~/ui/browser/root-data'
import { type QrCode, QrPicture } from '~/ui/qr-picture'
import { Logo } from '~/ui/site/logo'

/** A sheet to print and cut out, in A6: a name, a QR code with steps, and small print. */
export function PrintedSheet({
  label,
  purpose,
  name,
  qr,
  opens,
  steps,
  children,
}: {
  label: string
  /** Purpose, shown after the centre's short name. */
  purpose: string
  name: string
  qr: QrCode
  opens: string
  steps: string[]
  children: ReactNode
}) {
  const { shortName } = useCentre()
  return (
    <article
      aria-label={label}
      className="print-alone print-black long-words mt-6 max-w-lg rounded border-2 border-dashed border-stone bg-white p-6"
    >
      <p className="flex items-center gap-3 text-small font-bold">
        <Logo className="h-12 w-12 shrink-0" maxWidthClass="max-w-40" />
        {shortName} {purpose}
      </p>
      <p className="mt-2 text-h1 font-bold leading-tight">{name}</p>
      <div className="mt-4 flex flex-wrap items-start gap-6">
        <div className="w-[48mm] max-w-full shrink-0">
          <QrPicture {...qr} label={`QR code that opens ${opens}`} />
        </div>
        <ol className="min-w-0 flex-1 basis-40 space-y-2 text-lead">
          {steps.map((step, index) => (
            <li key={step}>
              {index + 1}. {step}
            </li>
          ))}
        </ol>
      </div>
      <p className="mt-4 text-small">{children}</p>
    </article>
  )
}
