import { useLoaderData } from '@remix-run/react'
import { formatMonth, isAttendanceShown, parseMonth, readMonth, showAttendance } from '~/domain/attendance/month.server'
import type { Mark } from '~/domain/attendance/schema'
import { createConfirmAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { getMonthPath } from '~/routes/parts/addresses'
import { formatDayOfMonth } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { ButtonAnchor } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'
import { attendanceStates } from '~db/choices'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'register',
  title: 'Register of the month',
  detail: ({ name }) => name,
})

const letters = ['H', 'N', 'L', 'E']

/** 'L 10:30'. Short, since a month has a thousand of them. */
const toLetter = (mark: Mark | null) =>
  mark ? [letters[attendanceStates.indexOf(mark.state)], mark.time].filter(Boolean).join(' ') : ''

const readRequestedMonth = (request: Request) => parseMonth(new URL(request.url).searchParams.get('month'))

export const loader = createPageLoader(async ({ db, request, tutor }) => {
  const { people, ...month } = await readMonth(db, tutor, readRequestedMonth(request))
  return {
    ...month,
    name: formatMonth(month.month),
    // Without ids: a former student's would say who it was.
    people: people.map(({ id: _, marks, ...person }, line) => ({ ...person, line, marks: marks.map(toLetter) })),
    isShown: await isAttendanceShown(db, tutor),
  }
})

export const action = createConfirmAction(async ({ db, tutor, request }, form) => {
  const isOn = form.get('show') === 'on'
  await showAttendance(db, tutor, isOn)
  const title = isOn ? 'Students can see their days' : 'Students can’t see their days'
  const text = isOn ? 'My week shows them the number of days they were here.' : 'The number is gone from My week.'
  return { to: getMonthPath(readRequestedMonth(request)), title, text }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type MonthData = ReturnType<typeof useLoaderData<typeof loader>>

export default function RegisterMonth() {
  const data = useLoaderData<typeof loader>()
  const { month, name, days, people, previous, next } = data
  return (
    <section aria-labelledby="month">
      <BackLink to={paths.dashboard.timetable.register.day}>Register</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="month">Register of {name}</h2>
        <p className="no-print flex flex-wrap gap-2">
          <PrintButton />
          <ButtonAnchor href={`${paths.dashboard.timetable.register.export}?month=${month}`} variant="secondary">
            Download for a spreadsheet
          </ButtonAnchor>
        </p>
      </div>
      <p className="no-print flex flex-wrap gap-x-6">
        <Link to={getMonthPath(previous)} className="inline-flex min-h-control items-center font-bold">
          Month before
        </Link>{' '}
        {next && (
          <Link to={getMonthPath(next)} className="inline-flex min-h-control items-center font-bold">
            Next month
          </Link>
        )}
      </p>
      <p className="mt-2">
        {days.length} {days.length === 1 ? 'open day' : 'open days'} so far. Late and left early count as attended.
        {people.some(({ open }) => open !== days.length) &&
          ' ‘3 of 15’ counts only the open days between a student’s first and last day.'}
      </p>
      <p className="hidden xl:block print:block">H: here. N: not here. L: late. E: left early. Empty: not recorded.</p>
      <p className="no-print text-ink-soft xl:hidden">
        A wide screen, a print and the file for a spreadsheet also show each day.
      </p>
      {people.length === 0 ? (
        <p className="mt-2">There are no students yet.</p>
      ) : (
        <MonthTable days={days} people={people} name={name} />
      )}
      <ShowDaysForm {...data} />
    </section>
  )
}

function MonthTable({ days, people, name }: Pick<MonthData, 'days' | 'people' | 'name'>) {
  return (
    <div className="week">
      <table
        className="month register w-full border-collapse text-left text-small leading-tight"
        aria-label={`Table of ${name}`}
      >
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Attended</th>
            <th scope="col" className="px-1">
              Absent
            </th>
            {days.map((day) => (
              <th key={day} scope="col">
                <span className="sr-only">{formatDayOfMonth(day).split(' ')[0]} </span>
                {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border border-line bg-white">
          {people.map(({ line, name, marks, open, attended, absent }) => (
            <tr key={line}>
              <th scope="row" className="px-1 font-normal">
                {name}
              </th>
              <td>
                <strong>{attended}</strong>
                {open !== days.length && <span className="whitespace-nowrap"> of {open}</span>}
              </td>
              <td>{absent}</td>
              {marks.map((mark, index) => (
                <td key={days[index]}>{mark}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Turns 'You were here 4 of the 10 days written down in November' on or off. */
function ShowDaysForm({ isShown }: Pick<MonthData, 'isShown'>) {
  return (
    <section aria-labelledby="show" className="no-print mt-8">
      <h3 id="show">What students see</h3>
      <p className="mt-2">
        {isShown
          ? 'On My week, each student sees their own number: ‘You were here 18 of the 20 days written down in November.’'
          : 'My week can show each student their own number: ‘You were here 18 of the 20 days written down in November.’ Now it does not.'}
      </p>
      <PostForm intent="show" failure="Failed to change it" isTyped={false} className="mt-2">
        <input type="hidden" name="show" value={isShown ? 'off' : 'on'} />
        <SubmitButton
          variant="secondary"
          submitLabel={isShown ? 'Hide it' : 'Show it'}
          pendingLabel="Saving..."
          about="the number of days"
        />
      </PostForm>
    </section>
  )
}
