import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { userOf } from '~/auth/identity.server'
import { type Account, isTutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { pathId } from '~/domain/path-id'
import { clashesAmong } from '~/domain/week/day'
import { newWeekSession, weekCopy } from '~/domain/week/schema'
import {
  addWeekSession,
  copyWeek,
  dayFor,
  listActivities,
  listWeekOf,
  listWeekPhotos,
  weekOfStudent,
  withSymbol,
} from '~/domain/week/week.server'
import { type Asked, actionByIntent, formAction } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { dayAndMonth } from '~/routes/parts/week/today'
import { weekAddress } from '~/routes/parts/week/week-address'
import { WeekInPictures } from '~/routes/parts/week/week-in-pictures'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'
import type { Database } from '~db/schema'
import { TutorsWeek } from './tutors-week'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'text',
  title: (data) => (data?.mine ? 'My week' : 'The week'),
  detail: ({ tutors }) => (tutors?.student ? `${tutors.student.firstName} ${tutors.student.lastName}` : undefined),
  views: ['/dashboard/timetable/week?of=2'],
})

export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const { db } = args.context
  return isTutor(user)
    ? { mine: null, tutors: await tutorsView(db, new URL(args.request.url).searchParams) }
    : { mine: await myWeek(db, user), tutors: null }
}

/** The week that a student is in, or the next one once nothing of it is left. */
async function myWeek(db: Database, student: Account) {
  const { day, sessions, nextDay } = await dayFor(db, student)
  const days = await weekOfStudent(db, student, sessions.length > 0 ? day : (nextDay ?? day))
  return { today: day, days: days.filter((one, place) => place < 5 || one.sessions.length > 0) }
}

/** The sessions of the student whom the address names, with everybody's, or everybody's alone. */
async function tutorsView(db: Database, parameters: URLSearchParams) {
  const students = await listStudents(db)
  const student = students.find(({ id }) => id === whoseIn(parameters)) ?? null
  const everybodys = await listWeekOf(db, null)
  const sessions = student ? [...(await listWeekOf(db, student.id)), ...everybodys] : everybodys
  const clashes = clashesAmong(sessions.map((session) => ({ ...session, isOwn: session.studentIds.length > 0 })))
  return {
    students,
    student,
    sessions: sessions.map((session) => ({
      ...session,
      clashes:
        clashes.get(session.id)?.map(({ id }) => sessions.find((other) => other.id === id)?.activity ?? '') ?? [],
    })),
    photos: await listWeekPhotos(db),
    activities: await listActivities(db),
    next: { weekday: parameters.get('day') ?? '', from: parameters.get('from') ?? '' },
    isAdding: parameters.has('add') || parameters.has('day'),
  }
}

/** The student whose week an address names, or null for everybody's. */
const whoseIn = (parameters: URLSearchParams) => pathId(parameters.get('of') ?? undefined) || null
const whoseOf = ({ request }: Asked) => whoseIn(new URL(request.url).searchParams)

export const action = actionByIntent({
  'copy-week': formAction(weekCopy, async ({ to }, asked) => {
    const number = await copyWeek(asked.db, asked.tutor, whoseOf(asked), to)
    const text = `${number} ${number === 1 ? 'session has' : 'sessions have'} been copied.`
    return { to: weekAddress(to), title: 'Week copied', text }
  }),
  'save-session': formAction(newWeekSession, async (session, asked) => {
    const { weekday, from, to, activity } = await addWeekSession(
      asked.db,
      asked.tutor,
      await withSymbol(asked.db, session),
    )
    const next = weekAddress(whoseOf(asked), { day: weekday, from: to })
    return { to: next, title: 'Session added', text: `${activity}, ${weekday} ${from} to ${to}.` }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Week() {
  const { mine, tutors } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { name } = useCentre()
  if (tutors) {
    return <TutorsWeek {...tutors} answer={answer} />
  }
  if (!mine) return null
  const days = mine.days.map(({ day, ...rest }) => ({
    ...rest,
    heading: dayAndMonth(day),
    isToday: day === mine.today,
  }))
  return (
    <section aria-labelledby="week" className="week-sheet">
      <BackLink to={paths.dashboard.timetable.list}>Timetable</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="week">
          My week <span className="hidden print:inline">at {name}</span>
        </h2>
        <PrintButton />
      </div>
      <WeekInPictures days={days} />
    </section>
  )
}
