import type { ActivitySymbolName } from '~/content/activity-symbols'
import type { Activity } from '~/domain/website/activities.server'
import sprite from './activity-symbols.svg?url&no-inline'

/** Full class names, so that Tailwind finds them. An activity's colour is only decoration. */
export const activityTints: Record<Activity['tint'], string> = {
  river: 'border-river bg-tide text-river',
  moss: 'border-moss bg-moss-tint text-moss',
  sun: 'border-amber bg-amber-tint text-amber',
  brick: 'border-brick bg-brick-tint text-brick',
  plum: 'border-plum bg-plum-tint text-plum',
  sky: 'border-sky bg-sky-tint text-sky',
  clay: 'border-clay bg-clay-tint text-clay',
  slate: 'border-slate bg-slate-tint text-slate',
}

/** An activity's drawing, from activity-symbols.svg, which keeps the drawings out of pages and scripts. */
export function ActivitySymbol({ name, className }: { name: ActivitySymbolName; className?: string }) {
  return <SpriteSymbol href={`${sprite}#${name}`} className={className} />
}

/** A symbol from an SVG sprite, which also sets its colours and strokes. */
export function SpriteSymbol({ href, className }: { href: string; className?: string }) {
  return (
    <svg className={className} width="48" height="48" aria-hidden="true">
      <use href={href} />
    </svg>
  )
}
