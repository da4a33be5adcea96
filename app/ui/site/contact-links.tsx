import type { ReactNode } from 'react'
import { useCentre } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** A link that calls the centre, with its number or other text; plain text if the number can't be dialled. */
export function CallLink({ className, children }: { className?: string; children?: ReactNode }) {
  const { phone, phoneLink } = useCentre()
  const words = children ?? phone
  if (!phoneLink) return <span className={className}>{words}</span>
  return (
    <a href={phoneLink} className={className}>
      {words}
    </a>
  )
}

/** The centre's telephone number as a link, with an icon unless it is part of a sentence. */
export function PhoneLink({ className, isInText = false }: { className?: string; isInText?: boolean }) {
  const { phone } = useCentre()
  return (
    <>
      {' '}
      <CallLink className={classes('inline-flex min-h-control items-center gap-2 font-bold', className)}>
        {!isInText && (
          <>
            <Icon name="phone" className="h-6 w-6 shrink-0" />
            <span className="sr-only">Phone </span>
          </>
        )}
        {phone}
      </CallLink>
    </>
  )
}

export function WithPhoneLink({ children: text }: { children: string }) {
  const { phone } = useCentre()
  const at = text.indexOf(phone)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at).trimEnd()}
      <PhoneLink isInText />
      {text.slice(at + phone.length)}
    </>
  )
}

/** Returns the mailto link to an address (RFC 6068). */
export function getMailtoLink(address: string): string {
  return `mailto:${encodeURI(address).replace(/[?#]/g, encodeURIComponent)}`
}

/** An email address as text: a long one wraps before its @, not in the middle of a word. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

export function EmailLink({ address, className }: { address: string; className?: string }) {
  return (
    <a href={getMailtoLink(address)} className={classes('flex min-h-target items-center gap-3', className)}>
      <Icon name="email" className="h-6 w-6 shrink-0" />
      <span className="min-w-0">
        <EmailText address={address} />
      </span>
    </a>
  )
}
