import type { FieldMetadata } from '@conform-to/react'
import { activitySymbols } from '~/content/activity-symbols'
import type { ListedStudent } from '~/domain/groups/groups'
import { formatTyped } from '~/domain/times'
import type { NewWeekSession } from '~/domain/week/schema'
import type { WeekPhoto } from '~/domain/week/week.server'
import type { FormResult } from '~/http/forms/form.server'
import { classes } from '~/ui/classes'
import { DateField } from '~/ui/forms/date-field'
import { Input, SelectField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { FieldError, Hint, LabelledField, RequiredMark } from '~/ui/forms/labelled'
import { RecordForm } from '~/ui/forms/record-form'
import { StudentsField } from '~/ui/forms/students-field'
import { TimeQuestion, toAskedField } from '~/ui/forms/time-question'
import { weekdays } from '~db/choices'

const loadRules = () => import('~/domain/week/schema').then(({ weekSessionEdit }) => weekSessionEdit)
const loadRulesOfSeveral = () => import('~/domain/week/schema').then(({ newWeekSessions }) => newWeekSessions)
const symbolOptions = Object.entries(activitySymbols).map(([value, label]) => ({ value, label }))
const dayOptions = weekdays.map((day) => ({ value: day, label: day }))

/** In the form, `exceptions` is one text with a day on each line. */
type Fields = Omit<NewWeekSession, 'exceptions'> & { exceptions: string; weekdays: string[]; version?: number }

export interface SessionChoices {
  students: ListedStudent[]
  photos: WeekPhoto[]
  activities: { name: string }[]
  guides: { id: number; title: string }[]
}

/** Tick boxes for the days of a new session. The weekend folds, since few centres open then. */
function DaysField({ field }: { field: FieldMetadata<unknown> }) {
  const chosen = [field.initialValue].flat().map(String)
  const renderDays = (days: readonly string[]) => (
    <ul className="students flex flex-wrap">
      {days.map((day) => (
        <li key={day}>
          <label>
            <input type="checkbox" name={field.name} value={day} defaultChecked={chosen.includes(day)} />
            {day}
          </label>
        </li>
      ))}
    </ul>
  )
  return (
    <fieldset className="space-y-1" id={field.id} tabIndex={-1}>
      <legend className="font-bold">
        Days <RequiredMark required />
      </legend>
      <Hint field={field} hint="Tick each day that it is on" />
      <FieldError field={field} />
      {renderDays(weekdays.slice(0, 5))}
      <details className="fold" open={weekdays.slice(5).some((day) => chosen.includes(day))}>
        <summary className="text-river">Saturday and Sunday</summary>
        {renderDays(weekdays.slice(5))}
      </details>
    </fieldset>
  )
}

/** The form of a weekly session, for adding to several days and, with a version, for editing. */
export function SessionForm({
  to,
  session,
  answer,
  cancelTo,
  students,
  photos,
  activities,
  guides,
}: SessionChoices & { to: string; session: Partial<Fields>; answer?: FormResult; cancelTo?: string }) {
  const isNew = !session.version
  const [form, fields] = useSiteForm<Fields>({
    id: 'session',
    intent: 'save-session',
    result: answer?.result,
    defaultValue: { ...session, from: formatTyped(session.from ?? ''), to: formatTyped(session.to ?? '') },
    rules: isNew ? loadRulesOfSeveral : loadRules,
  })
  const { weekday, weekdays: days, from, to: until, activity, symbol, photoId, place, withWhom, studentIds } = fields
  const { startDate, endDate, exceptions, guideId, version } = fields
  const activityProps = { field: activity, label: 'Activity', hint: 'Choose one or write your own', required: true }
  return (
    <RecordForm
      form={form}
      version={version}
      answer={answer}
      intent="save-session"
      failure={isNew ? 'Failed to add session' : 'Failed to update session'}
      action={to}
      className="mt-4 space-y-5"
      submitLabel={isNew ? 'Add Session' : 'Save'}
      pendingLabel={isNew ? 'Adding...' : 'Saving...'}
      cancelTo={cancelTo}
    >
      {isNew ? (
        <DaysField field={days} />
      ) : (
        <SelectField field={weekday} required label="Day" options={dayOptions} placeholder="Please select" />
      )}
      <div
        className={classes(
          'grid gap-4',
          from.errors || until.errors ? 'sm:grid-cols-2' : 'grid-cols-2 tiny:grid-cols-1',
        )}
      >
        <TextField field={from} required label="From" hint="For example 9:30" autoComplete="off" />
        <TextField field={until} required label="To" hint="For example 11:00" autoComplete="off" />
      </div>
      <TimeQuestion fields={[from, until].map(toAskedField)} />
      <LabelledField {...activityProps}>
        <Input fieldProps={activityProps} list="activities" autoComplete="off" />
        <datalist id="activities">
          {activities.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </LabelledField>
      <SelectField
        field={symbol}
        label="Symbol (optional)"
        options={symbolOptions}
        placeholder="The activity’s symbol on the website"
      />
      <TextField field={place} label="Place (optional)" autoComplete="off" />
      <TextField field={withWhom} label="Who with (optional)" hint="For example Aoife" autoComplete="off" />
      <StudentsField
        field={studentIds}
        label="Who is it for?"
        hint="If you tick nobody, it is for all students."
        students={students}
      />
      {guides.length > 0 && (
        <SelectField
          field={guideId}
          label="Show me how (optional)"
          hint="Steps that students can open from the session"
          options={guides.map(({ id, title }) => ({ value: String(id), label: title }))}
          placeholder="No steps"
        />
      )}
      <details
        className="fold"
        open={[photoId, startDate, endDate, exceptions].some(({ errors, initialValue }) => errors || initialValue)}
      >
        <summary className="font-bold text-river">Photo, first and last day, days off</summary>
        <div className="mt-2 space-y-5">
          {photos.length > 0 && (
            <SelectField
              field={photoId}
              label="Photo instead of the symbol (optional)"
              hint="A picture from the shared files"
              options={photos.map(({ id, title, isHidden }) => ({
                value: String(id),
                label: isHidden ? `${title} (hidden from students)` : title,
              }))}
              placeholder="No photo"
            />
          )}
          <DateField field={startDate} label="First day (optional)" />
          <DateField field={endDate} label="Last day (optional)" />
          <TextArea
            field={exceptions}
            label="Days off (optional)"
            hint="One day per line, for example 4 May 2027"
            rows={3}
          />
        </div>
      </details>
    </RecordForm>
  )
}
