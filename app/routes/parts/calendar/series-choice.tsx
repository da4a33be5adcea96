import { shortDate } from '~/domain/events/days'
import type { Series } from '~/domain/events/events.server'
import type { Scope } from '~/domain/events/schema'
import { Ticked, tick } from '~/ui/forms/field'

/** Which events of a series are changed or deleted; nothing for an event that stands alone. */
export function SeriesChoice({ legend, series, chosen }: { legend: string; series: Series | null; chosen?: string }) {
  if (!series) return null
  const { all, later, first, last } = series
  const choices: [Scope, string][] = [['this', 'This one']]
  if (later > 1) choices.push(['later', `This and the later ones: ${later} events, until ${shortDate(last)}`])
  choices.push(['all', `All of them: ${all} events, from ${shortDate(first)} to ${shortDate(last)}`])
  return (
    <fieldset className="space-y-1">
      <legend className="font-bold">{legend}</legend>
      {choices.map(([scope, label]) => (
        <Ticked
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
              className={tick}
            />
          }
        />
      ))}
    </fieldset>
  )
}
