import { formatShortDate } from '~/domain/events/days'
import type { Series } from '~/domain/events/events.server'
import type { EventForm as EventFields, SeriesScope } from '~/domain/events/schema'
import { formatTyped } from '~/domain/times'
import type { FormResult } from '~/http/forms/form.server'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, SelectField, TextArea, TextField, TickRow, tickClass } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { TimeQuestion, toAskedField } from '~/ui/forms/time-question'
import { FormButtons } from '~/ui/lists/list-with-forms'

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

const repeatOptions = [
  { value: 'week', label: 'Every week' },
  { value: 'fortnight', label: 'Every two weeks' },
]

const loadRules = () => import('~/domain/events/schema').then(({ eventForm }) => eventForm)

type Fields = Omit<EventFields, 'onWebsite' | 'closed'> & { onWebsite: boolean; closed: boolean; version?: number }

/** With a version, for editing. */
export function CalendarEventForm({
  to,
  answer,
  event,
  cancelTo,
  series = null,
}: {
  to: string
  answer?: FormResult | null
  event: Partial<Fields>
  cancelTo: string
  series?: Series | null
}) {
  const [form, fields] = useSiteForm<Fields>({
    id: 'event',
    intent: 'save-event',
    result: answer?.result,
    defaultValue: { onWebsite: true, repeat: 'week', ...event, time: formatTyped(event.time ?? '') },
    rules: loadRules,
  })
  const conflict = answer?.conflict
  const isNew = !event.version
  const { title, description, date, endDate, repeatUntil, time, location, version } = fields
  return (
    <ValidatedForm
      form={form}
      fields={[title, description, date, endDate, repeatUntil, time, location, version]}
      intent="save-event"
      failure={isNew ? 'Failed to add event' : 'Failed to update event'}
      action={to}
      className="mt-4 space-y-6"
    >
      <p className="border-l-4 border-river pl-4">
        All students and tutors can see an event. Please leave out anything private, such as a student’s name.
      </p>
      <VersionField field={version} conflict={conflict} />
      <SeriesChoice legend="Which events do you want to change?" series={series} chosen={fields.scope.initialValue} />
      <TextField field={title} required label="Title" autoComplete="off" />
      <TextArea field={description} label="Description (optional)" rows={3} />
      <DateField
        field={date}
        required
        label="Date"
        hint={
          series ? 'If you change the date, the other events you change move by the same number of days.' : undefined
        }
      />
      <DateField
        field={endDate}
        label="Last day (optional)"
        hint="For several days, such as Christmas. Leave it empty for one day."
      />
      {isNew && (
        <div className="grid items-end gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-1">
          <DateField field={repeatUntil} label="Repeat until (optional)" hint="At most a year later" />
          <SelectField field={fields.repeat} label="How often, if it repeats" options={repeatOptions} />
        </div>
      )}
      <TextField
        field={time}
        label="Time (optional)"
        hint="For example 14:00-16:00, 2pm or All day. If there are several days, it is the time of each day."
        autoComplete="off"
      />
      <TimeQuestion fields={[toAskedField(time)]} />
      <TextField field={location} label="Location (optional)" autoComplete="off" />
      <CheckboxField
        field={fields.closed}
        label="The centre is closed"
        hint="Nothing else is on then: no other events, and nothing from anyone’s week. Tick this also for an event that still takes place."
      />
      <CheckboxField
        field={fields.onWebsite}
        label="Also on the website"
        hint="If ticked, everyone can see it, on our website and in calendars that follow ours. If not, only students and tutors can."
      />
      <FormButtons cancelTo={cancelTo}>
        <SaveButton
          conflict={conflict}
          submitLabel={isNew ? 'Add Event' : 'Save'}
          pendingLabel={isNew ? 'Adding...' : 'Saving...'}
        />
      </FormButtons>
    </ValidatedForm>
  )
}
