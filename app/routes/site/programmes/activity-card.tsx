import { ActivitySymbol } from '~/content/activity-symbols'
import type { Activity } from '~/domain/website/activities.server'
import { Icon } from '~/ui/icon'
import { tints } from './tints'

/** One of the activities: symbol, name, description, duration. */
export function ActivityCard({ activity }: { activity: Activity }) {
  const { name, symbol, description, tint, weeks } = activity
  return (
    <li className="flex flex-col overflow-hidden rounded border border-line bg-white shadow-card">
      <div className={`flex items-center gap-4 border-b-4 px-5 py-4 xl:min-h-[6rem] xl:gap-3 ${tints[tint]}`}>
        <ActivitySymbol name={symbol} className="h-14 w-14 shrink-0 xl:h-12 xl:w-12" />
        <h3 className="min-w-0 leading-tight text-ink xl:text-body xl:leading-tight">{name}</h3>
      </div>
      <div className="flex grow flex-col justify-between gap-4 p-5">
        <p>{description}</p>
        <p className="flex items-center gap-2 text-small text-ink-soft">
          <Icon name="calendar" className="h-5 w-5 shrink-0" />
          {weeks ? `${weeks} ${weeks === 1 ? 'week' : 'weeks'}` : 'All year'}
        </p>
      </div>
    </li>
  )
}
