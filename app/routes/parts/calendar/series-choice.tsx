import { formatShortDate } from '~/domain/events/days'
import type { Series } from '~/domain/events/events.server'
import type { SeriesScope } from '~/domain/events/schema'
import { TickRow, tickClass } from '~/ui/forms/field'

/** Asks which events of a series to change or delete; nothing for a single event. */
export function SeriesChoice({ legend, series, chosen }: { legend: string; series: Series | null; chosen?: string }) {
  if (!series) return null
  const { all, later, first, last } = series
  const choices: [SeriesScope, string][] = [['this', 'This one']]
  if (later > 1) choices.push(['later', `This and the later ones: ${later} events, until ${formatShortDate(last)}`])
  choices.push(['all', `All of them: ${all} events, from ${formatShortDate(first)} to ${formatShortDate(last)}`])
  return (
    <fieldset className="space-y-1">
      <legend className="font-bold">{legend}</legend>
      {choices.map(([scope, label]) => (
        <TickRow
          key={scope}
          id={`scope-${scope}`}
          label={label}
          input={
            <input
              type="radio"
              id={`scope-${scope}`}
              name="scope"
              value={scope}
              defaultChecked={scope === (chosen ?? 'this')}
              className={tickClass}
            />
          }
        />
      ))}
    </fieldset>
  )
}
