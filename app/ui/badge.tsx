import type { ReactNode } from 'react'
import { closedInWords } from '~/domain/events/closed'
import type { Event } from '~/domain/events/events.server'

const tones = {
  river: 'border-river bg-tide text-river-deep',
  moss: 'border-moss bg-moss-tint text-moss',
  stone: 'border-stone bg-sand text-ink',
  amber: 'border-amber bg-amber-tint text-amber',
  brick: 'border-brick bg-brick-tint text-brick',
}

/** A state in a word or two; the colour only supports the text. */
export function Badge({ tone = 'river', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-full border px-3 py-0.5 text-small font-bold ${tones[tone]}`}>
      {children}
    </span>
  )
}

/** Says of a day that nobody comes to the centre. */
export function ClosedBadge() {
  return <Badge tone="stone">The centre is closed</Badge>
}

/** Says of an event that it closes the centre, or that it is not on because another does. */
export function EventClosedBadge({ event }: { event: Pick<Event, 'closed' | 'cancelled'> }) {
  const words = closedInWords(event)
  return words && <Badge tone="stone">{words}</Badge>
}
