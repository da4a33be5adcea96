import type { SiteWarning } from '~/http/errors/warnings.server'
import { Icon } from '~/ui/icon'

/** Faults in the website's set-up, for a tutor to pass on; nothing when all is well. */
export function SiteWarnings({ warnings }: { warnings: SiteWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-labelledby="set-up" className="no-print mb-8 rounded border-2 border-amber bg-amber-tint p-6">
      <h2 id="set-up" className="flex items-center gap-3">
        <Icon name="warning" className="h-6 w-6 shrink-0 text-amber" />
        For whoever looks after the website
      </h2>
      <ul className="mt-4 max-w-measure space-y-4">
        {warnings.map(({ title, text }) => (
          <li key={title}>
            <p className="font-bold">{title}</p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
