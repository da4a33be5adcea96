import { Icon } from '~/ui/icon'

/** Tells a tutor that only students and tutors can see an event; nothing for one that everyone can see. */
export function NotOnWebsite({ event }: { event: { onWebsite: boolean } }) {
  if (event.onWebsite) return null
  return (
    <span className="flex items-center gap-2 text-small font-bold">
      <Icon name="lock" className="h-5 w-5 shrink-0" />
      Not on the website
    </span>
  )
}
