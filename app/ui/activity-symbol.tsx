import type { ActivitySymbolName } from '~/content/activity-symbols'
import sprite from './activity-symbols.svg?url&no-inline'

/** The drawing of an activity. All are in one file (activity-symbols.svg), so that no page and no script carries them. */
export function ActivitySymbol({ name, className }: { name: ActivitySymbolName; className?: string }) {
  return <SymbolDrawing href={`${sprite}#${name}`} className={className} />
}

/** A symbol of a file of such, where it is said how it is drawn. */
export function SymbolDrawing({ href, className }: { href: string; className?: string }) {
  return (
    <svg className={className} width="48" height="48" aria-hidden="true" focusable="false">
      <use href={href} />
    </svg>
  )
}
