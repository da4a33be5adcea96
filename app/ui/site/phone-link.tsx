import type { ReactNode } from 'react'
import { useCentre } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** A link that rings the centre: its number, or other words for it. Without a number that a phone can dial, they are no link. */
export function RingLink({ className, children }: { className?: string; children?: ReactNode }) {
  const { phone, phoneLink } = useCentre()
  const words = children ?? phone
  if (!phoneLink) return <span className={className}>{words}</span>
  return (
    <a href={phoneLink} className={className}>
      {words}
    </a>
  )
}

/** The centre's telephone number as a link, with a symbol unless it stands in a text that says what it is. */
export function PhoneLink({ className, inText = false }: { className?: string; inText?: boolean }) {
  const { phone } = useCentre()
  return (
    <>
      {' '}
      <RingLink className={classes('inline-flex min-h-control items-center gap-2 font-bold', className)}>
        {!inText && (
          <>
            <Icon name="phone" className="h-6 w-6 shrink-0" />
            <span className="sr-only">Phone </span>
          </>
        )}
        {phone}
      </RingLink>
    </>
  )
}

/** A text with the centre's telephone number in it as a link. */
export function WithPhoneLink({ children: text }: { children: string }) {
  const { phone } = useCentre()
  const at = text.indexOf(phone)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at).trimEnd()}
      <PhoneLink inText />
      {text.slice(at + phone.length)}
    </>
  )
}
