import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { readRegister, saveRegister, undoRegister } from '~/domain/attendance/register.server'
import { type Marks, registerLine, unpackMarks } from '~/domain/attendance/schema'
import { validate } from '~/domain/change.server'
import { formatIsoDay, getToday, parseDay } from '~/domain/events/days'
import { parsePathId } from '~/domain/path-id'
import { createConfirmAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { getMonthPath, getRegisterPath } from '~/routes/parts/addresses'
import { formatDayAndMonth } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { UNDO_PLACE } from '~/ui/browser/root-data'
import { Button, ButtonLink } from '~/ui/button'
import { UndoMessage } from '~/ui/forms/undo-message'
import { Link } from '~/ui/link'
import { BackLink } from '~/ui/portal/back-link'
import { RegisterForm } from './register-form'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'register',
  title: 'Register',
  detail: ({ register }) => [register.activity, formatDayAndMonth(register.date)].filter(Boolean).join(', '),
})

/** The day and session of an address or form. A day that can't have a register yet becomes today. */
function readKey(fields: URLSearchParams | FormData) {
  const today = formatIsoDay(getToday())
  const day = parseDay(String(fields.get('date') ?? ''))
  const date = day ? formatIsoDay(day) : today
  const session = fields.get('session')
  return { date: date < today ? date : today, sessionId: session ? parsePathId(String(session)) : null }
}

export const loader = createPageLoader(async ({ db, request, tutor }) => ({
  register: await readRegister(db, tutor, readKey(new URL(request.url).searchParams)),
}))

/** Reads the marks of a form: 's' and 't' with a student's id are the state and time. */
function readMarks(form: FormData): Marks {
  const marks: Marks = new Map()
  for (const [name, state] of form) {
    const [, id] = /^s(\d{1,15})$/.exec(name) ?? []
    if (id) marks.set(Number(id), validate(registerLine, { state, time: form.get(`t${id}`) }))
  }
  return marks
}

const MAX_SEEN = 500

/** A cookie carries the message, so a longer Undo is left out. */
const MAX_UNDO_LENGTH = 1500

export const action = createIntentAction({
  register: createConfirmAction(async ({ db, tutor }, form) => {
    const key = readKey(form)
    const opened = unpackMarks(String(form.get('opened')))
    const isRestHere = form.has('rest')
    const seen = String(form.get('seen') ?? '')
      .split(',', MAX_SEEN)
      .map(Number)
      .filter(Boolean)
    const result = await saveRegister(db, tutor, { ...key, marks: readMarks(form), opened, isRestHere, seen })
    const { here, away, unmarked, saved, at, before } = result
    const about = formatDayAndMonth(key.date)
    const hasUndo = saved > 0 && before.length < MAX_UNDO_LENGTH
    return {
      to: getRegisterPath(key),
      title: 'Register saved',
      text: `${here} here, ${away} not here.${unmarked > 0 ? ` ${unmarked} not recorded yet.` : ''}`,
      ...(hasUndo && {
        place: UNDO_PLACE,
        undo: {
          action: getRegisterPath(key),
          about: `the register of ${about}`,
          fields: {
            ...{ intent: 'undo', date: key.date, session: String(key.sessionId ?? '') },
            ...{ at, before, saved: String(saved) },
          },
        },
      }),
    }
  }),
  undo: createConfirmAction(
    async ({ db, tutor }, form) => {
      const key = readKey(form)
      const before = unpackMarks(String(form.get('before')))
      const number = await undoRegister(db, tutor, { ...key, at: String(form.get('at')), before })
      const left = Math.max(0, Number(form.get('saved')) - number) || 0
      const texts = [`${number} ${number === 1 ? 'line is' : 'lines are'} as before.`]
      if (left > 0)
        texts.push(`${left} ${left === 1 ? 'has' : 'have'} changed since, and ${left === 1 ? 'stays' : 'stay'}.`)
      return { to: getRegisterPath(key), title: left > 0 ? 'Partly undone' : 'Undone', text: texts.join(' ') }
    },
    {
      failure: 'Failed to undo',
      at: ({ request }) => getRegisterPath(readKey(new URL(request.url).searchParams)),
    },
  ),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function RegisterPage() {
  const { register } = useLoaderData<typeof loader>()
  const typed = useActionData<{ result?: { initialValue?: Record<string, string> } }>()?.result?.initialValue
  const { date, sessionId, activity, today, previous, next, isClosed, opened, students, former } = register
  const other = (day: string | null, label: string) =>
    day && (
      <Link to={getRegisterPath({ date: day, sessionId })} className="inline-flex min-h-control items-center font-bold">
        {label}
      </Link>
    )
  return (
    <section aria-labelledby="register" className="mx-auto max-w-2xl">
      <BackLink to={paths.dashboard.timetable.list}>Timetables</BackLink>
      <UndoMessage />
      <h2 id="register">Register{activity && ` of ${activity}`}</h2>
      {/* One line on a phone, whatever the day. */}
      <p className="sm:text-lead">
        {date === today && 'Today, '}
        {formatDayAndMonth(date)}
      </p>
      <p className="no-print flex flex-wrap gap-x-6">
        {other(previous, 'Day before')} {other(next, 'Next day')} {date < today && other(today, 'Today')}{' '}
        <Link to={getMonthPath(date.slice(0, 7))} className="inline-flex min-h-control items-center font-bold">
          Whole month
        </Link>
      </p>
      <Form action={paths.dashboard.timetable.register.day} className="no-print mb-2 flex flex-wrap items-center gap-3">
        {sessionId && <input type="hidden" name="session" value={sessionId} />}
        <label htmlFor="date" className="basis-full font-bold">
          Another day
        </label>
        <input
          key={date}
          id="date"
          type="date"
          name="date"
          defaultValue={date}
          max={today}
          required
          className="control min-w-0 flex-1 border-stone"
        />
        <Button variant="secondary">Show</Button>
      </Form>
      {isClosed && <p className="mt-2 text-lead">The centre is closed on this day.</p>}
      {students.length === 0 && <p className="mt-2">There are no students yet.</p>}
      {students.length > 0 && (!isClosed || opened) && <RegisterForm register={register} typed={typed} />}
      {!sessionId && !isClosed && !opened && date < today && (
        <p className="no-print mt-6">
          This day has no register yet. Was the centre closed?{' '}
          <Link to={`${paths.dashboard.calendar.new}?day=${date}`} className="font-bold">
            Add it to the calendar
          </Link>
          .
        </p>
      )}
      {former.all > 0 && (
        <p className="mt-4">
          {former.all === 1
            ? 'Also a former student, without a name'
            : `Also ${former.all} former students, without names`}
          : {former.here} here, {former.away} not here.
        </p>
      )}
      {sessionId && (
        <ButtonLink to={getRegisterPath({ date })} variant="secondary" className="mt-6">
          Register of the whole day
        </ButtonLink>
      )}
    </section>
  )
}
