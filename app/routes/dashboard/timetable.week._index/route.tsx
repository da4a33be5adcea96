import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { type Account, isTutor } from '~/domain/accounts/account'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { parsePathId } from '~/domain/path-id'
import { listActivities, withActivityLooks } from '~/domain/week/activities.server'
import { findClashes } from '~/domain/week/day'
import { newWeekSession, weekCopy } from '~/domain/week/schema'
import { listComingChanges } from '~/domain/week/session-changes.server'
import { listSwitchableDays } from '~/domain/week/sessions-of-day.server'
import {
  addWeekSession,
  copyWeek,
  getDayOfStudent,
  getWeekOfStudent,
  listWeekOf,
  listWeekPhotos,
} from '~/domain/week/week.server'
import { createFormAction, createIntentAction, type TutorRequest } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { formatDayAndMonth } from '~/routes/parts/week/today'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { WeekInPictures } from '~/routes/parts/week/week-in-pictures'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'
import type { Database } from '~db/schema'
import { TutorWeek } from './tutors-week'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'text',
  title: (data) => (data?.ownWeek ? 'My week' : 'Weekly timetable'),
  detail: ({ tutors }) => (tutors?.student ? `${tutors.student.firstName} ${tutors.student.lastName}` : undefined),
  views: ['/dashboard/timetable/week?of=2'],
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  return isTutor(user)
    ? { ownWeek: null, tutors: await readTutorWeek(db, new URL(args.request.url).searchParams) }
    : { ownWeek: await readStudentWeek(db, user), tutors: null }
}

/** The student's current week, or the next one once no sessions are left in it. */
async function readStudentWeek(db: Database, student: Account) {
  const { day, sessions, nextDay } = await getDayOfStudent(db, student)
  const days = await getWeekOfStudent(db, student, sessions.length > 0 ? day : (nextDay ?? day))
  return { today: day, days: days.filter((one, index) => index < 5 || one.sessions.length > 0) }
}

/** Sessions for everyone, and those of the student in the search parameters. */
async function readTutorWeek(db: Database, parameters: URLSearchParams) {
  const students = await listStudentChoices(db)
  const student = students.find(({ id }) => id === getStudentId(parameters)) ?? null
  const sharedSessions = await listWeekOf(db, null)
  const ownSessions = student ? await listWeekOf(db, student.id) : []
  const sessions = await withActivityLooks(db, [...ownSessions, ...sharedSessions])
  const clashes = findClashes(sessions.map((session) => ({ ...session, isOwn: session.studentIds.length > 0 })))
  return {
    students,
    student,
    sessions: sessions.map((session) => ({
      ...session,
      clashes:
        clashes.get(session.id)?.map(({ id }) => sessions.find((other) => other.id === id)?.activity ?? '') ?? [],
    })),
    dayChanges: { changes: await listComingChanges(db), switchableDays: await listSwitchableDays(db) },
    photos: await listWeekPhotos(db),
    activities: await listActivities(db),
    next: { weekday: parameters.get('day') ?? '', from: parameters.get('from') ?? '' },
    isAdding: parameters.has('add') || parameters.has('day'),
  }
}

/** The student's id in the search parameters, or null for everyone's week. */
const getStudentId = (parameters: URLSearchParams) => parsePathId(parameters.get('of') ?? undefined) || null
const getRequestedStudentId = ({ request }: TutorRequest) => getStudentId(new URL(request.url).searchParams)

export const action = createIntentAction({
  'copy-week': createFormAction(weekCopy, async ({ to }, tutorRequest) => {
    const number = await copyWeek(tutorRequest.db, tutorRequest.tutor, getRequestedStudentId(tutorRequest), to)
    const text = `${number} ${number === 1 ? 'session has' : 'sessions have'} been copied.`
    return { to: getWeekPath(to), title: 'Week copied', text }
  }),
  'save-session': createFormAction(newWeekSession, async (session, tutorRequest) => {
    const { weekday, from, to, activity } = await addWeekSession(tutorRequest.db, tutorRequest.tutor, session)
    const next = getWeekPath(getRequestedStudentId(tutorRequest), { day: weekday, from: to })
    return { to: next, title: 'Session added', text: `${activity}, ${weekday} ${from} to ${to}.` }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Week() {
  const { ownWeek, tutors } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { name } = useCentre()
  if (tutors) {
    return <TutorWeek {...tutors} answer={answer} />
  }
  if (!ownWeek) return null
  const days = ownWeek.days.map(({ day, ...rest }) => ({
    ...rest,
    heading: formatDayAndMonth(day),
    isToday: day === ownWeek.today,
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
