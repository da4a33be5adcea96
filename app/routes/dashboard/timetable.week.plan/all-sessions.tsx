import { Form } from '@remix-run/react'
import type { AllSessions, Grouping } from '~/domain/week/tutor-week.server'
import type { WeekSession } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { formatClockTime } from '~/routes/parts/week/today'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { Button } from '~/ui/button'
import { Link } from '~/ui/link'
import { EmptyState } from '~/ui/lists/empty-state'
import { PageLinks } from '~/ui/lists/page-links'
import { weekdays } from '~db/choices'

/** Next to the session except on the narrowest phones, because separate lines would fill a third of the week. */
export function SessionActions({
  session: { id, activity, weekday },
}: {
  session: Pick<WeekSession, 'id' | 'activity' | 'weekday'>
}) {
  return (
    <ul className="no-print ml-auto flex shrink-0 gap-4 text-small xs:block lg:ml-0 lg:flex">
      <li>
        <Link
          to={paths.dashboard.timetable.week.edit(id)}
          className="inline-flex min-h-target min-w-12 items-center font-bold"
        >
          Edit<span className="sr-only">{` ${activity} ${weekday}`}</span>
        </Link>
      </li>
      <li>
        <Link
          to={paths.dashboard.timetable.week.delete(id)}
          className="inline-flex min-h-target items-center font-bold text-brick"
        >
          Delete<span className="sr-only">{` ${activity} ${weekday}`}</span>
        </Link>
      </li>
    </ul>
  )
}

const groupingLabels: Record<Grouping, { link: string; field: string; none: string }> = {
  day: { link: 'By day', field: 'Day', none: '' },
  room: { link: 'By room', field: 'Room', none: 'No room' },
  tutor: { link: 'By tutor', field: 'Tutor', none: 'No tutor' },
}

function GroupPicker({ by, choices, chosen }: Pick<AllSessions, 'by' | 'choices' | 'chosen'>) {
  const { field, none } = groupingLabels[by]
  return (
    <div className="no-print space-y-3">
      <ul aria-label="Show sessions" className="flex flex-wrap gap-2">
        {Object.entries(groupingLabels).map(([value, { link }]) => (
          <li key={value}>
            <Link
              to={getWeekPath('all', { by: value })}
              className="chip"
              aria-current={value === by ? 'true' : undefined}
            >
              {link}
            </Link>
          </li>
        ))}
      </ul>
      <Form action={paths.dashboard.timetable.week.plan} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="of" value="all" />
        <input type="hidden" name="by" value={by} />
        <div className="min-w-0 max-w-xs grow basis-40">
          <label htmlFor="one" className="block font-bold">
            {field}
          </label>
          <select id="one" name="one" defaultValue={chosen} key={`${by} ${chosen}`} className="control border-stone">
            {choices.map(({ value, number }) => (
              <option key={value} value={value}>
                {value === 'none' ? none : value} ({number})
              </option>
            ))}
          </select>
        </div>
        <Button variant="secondary">Show sessions</Button>
      </Form>
    </div>
  )
}

type Session = AllSessions['sessions']['items'][number]

function SessionRow({ session, names }: { session: Session; names: Map<number, string> }) {
  const { from, to, activity, place, withWhom, studentIds, clashes, hiddenBecause } = session
  const people = studentIds.map((id) => names.get(id) ?? 'a former student')
  return (
    <li className="flex gap-3 px-4 py-2">
      <div className="min-w-0 grow text-small leading-tight">
        <p>
          {formatClockTime(from)} to {formatClockTime(to)} <strong>{activity}</strong>
        </p>
        {(place || withWhom) && <p>{[place, withWhom && `with ${withWhom}`].filter(Boolean).join(', ')}</p>}
        <p>For {people.length > 0 ? people.join(', ') : 'everyone'}</p>
        {hiddenBecause && <p className="font-bold text-amber">Only tutors see this photo: {hiddenBecause}</p>}
        {clashes.map((text) => (
          <p key={text} className="font-bold text-amber">
            {text}
          </p>
        ))}
      </div>
      <SessionActions session={session} />
    </li>
  )
}

export function AllSessionsList({
  all: { by, choices, chosen, sessions },
  names,
}: {
  all: AllSessions
  names: Map<number, string>
}) {
  if (choices.length === 0)
    return (
      <EmptyState picture="empty-timetable" title="No sessions this week yet.">
        <p>Add the first session with the form below.</p>
      </EmptyState>
    )
  const shownDays = weekdays.filter((day) => sessions.items.some(({ weekday }) => weekday === day))
  return (
    <>
      <GroupPicker by={by} choices={choices} chosen={chosen} />
      {shownDays.map((day) => (
        <section key={day} aria-labelledby={`on-${day}`} className="mt-4">
          <h4 id={`on-${day}`}>{day}</h4>
          <ul className="long-words mt-2 divide-y divide-line rounded border border-line bg-white">
            {sessions.items
              .filter(({ weekday }) => weekday === day)
              .map((session) => (
                <SessionRow key={session.id} session={session} names={names} />
              ))}
          </ul>
        </section>
      ))}
      <PageLinks pages={sessions.pages} />
    </>
  )
}
