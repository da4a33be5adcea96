import { classes } from './classes'
import { Icon } from './icon'
import { useCentre } from './root-data'

/** The centre's telephone number as a link. */
export function PhoneLink({ className }: { className?: string }) {
  const { phone } = useCentre()
  return (
    <>
      {' '}
      <a
        href={`tel:${phone.replace(/\s/g, '')}`}
        className={classes('inline-flex min-h-control items-center gap-2 whitespace-nowrap font-bold', className)}
      >
        <Icon name="phone" className="h-6 w-6 shrink-0" />
        <span className="sr-only">Phone </span>
        {phone}
      </a>
    </>
  )
}
