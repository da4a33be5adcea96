import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

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
