import type { ActivitySymbolName } from '~/content/activity-symbols'
import sprite from './activity-symbols.svg?url&no-inline'

/** An activity's drawing. All are in one file (activity-symbols.svg), to keep them out of pages and scripts. */
export function ActivitySymbol({ name, className }: { name: ActivitySymbolName; className?: string }) {
  return <SpriteSymbol href={`${sprite}#${name}`} className={className} />
}

/** A symbol from an SVG sprite, which also sets its colours and strokes. */
export function SpriteSymbol({ href, className }: { href: string; className?: string }) {
  return (
    <svg className={className} width="48" height="48" aria-hidden="true" focusable="false">
      <use href={href} />
    </svg>
  )
}
