import type { ReactNode } from 'react'
import type { Event } from '~/domain/events/events.server'

const tones = {
  river: 'border-river bg-tide text-river-deep',
  moss: 'border-moss bg-moss-tint text-moss',
  stone: 'border-stone bg-sand text-ink',
  amber: 'border-amber bg-amber-tint text-amber',
  brick: 'border-brick bg-brick-tint text-brick',
}

/** A status in a word or two. Colour never carries meaning alone. */
export function Badge({ tone = 'river', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-full border px-3 py-0.5 text-small font-bold ${tones[tone]}`}>
      {children}
    </span>
  )
}

export function ClosedBadge() {
  return <Badge tone="stone">The centre is closed</Badge>
}

/** Marks an event that closes the centre, or is cancelled because another one does. */
export function EventClosedBadge({ event }: { event: Pick<Event, 'closed' | 'cancelled'> }) {
  const words = describeClosed(event)
  return words && <Badge tone="stone">{words}</Badge>
}

/** That an event closes the centre, or is cancelled because another closes it; null for most events. */
export function describeClosed({ closed, cancelled }: Pick<Event, 'closed' | 'cancelled'>): string | null {
  if (closed) return 'The centre is closed'
  return cancelled ? 'Not on: the centre is closed' : null
}
