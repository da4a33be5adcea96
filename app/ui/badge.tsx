import type { ReactNode } from 'react'

const tones = {
  river: 'border-river bg-tide text-river-deep',
  moss: 'border-moss bg-moss-tint text-moss',
  stone: 'border-stone bg-sand text-ink',
  amber: 'border-amber bg-amber-tint text-amber',
  brick: 'border-brick bg-brick-tint text-brick',
}

/** A word or two that say what state a thing is in; the words carry it, the colour only helps. */
export function Badge({ tone = 'river', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-full border px-3 py-0.5 text-small font-bold ${tones[tone]}`}>
      {children}
    </span>
  )
}
