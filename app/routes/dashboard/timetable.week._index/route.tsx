import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { type Account, isTutor } from '~/domain/accounts/account'
import { describeOwnAttendance } from '~/domain/attendance/month.server'
import { getDayOfStudent, getWeekOfStudent } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { formatDayAndMonth, ShowMeHow } from '~/routes/parts/week/today'
import { WeekInPictures } from '~/routes/parts/week/week-in-pictures'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'
import type { Database } from '~db/schema'

export const handle = defineScreen<typeof loader>({ access: 'user', title: 'My week' })

/** A student's own week. Tutors plan all weeks on a page of their own, whose code students do not load. */
export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  if (isTutor(user)) throw redirect(`${paths.dashboard.timetable.week.plan}${new URL(args.request.url).search}`, 303)
  return readStudentWeek(args.context.db, user)
}

/** The student's current week, or the next one once no sessions are left in it. */
async function readStudentWeek(db: Database, student: Account) {
  const { day, sessions, nextDay } = await getDayOfStudent(db, student)
  const days = await getWeekOfStudent(db, student, sessions.length > 0 ? day : (nextDay ?? day))
  return {
    today: day,
    days: days.filter((one, index) => index < 5 || one.sessions.length > 0),
    daysHere: await describeOwnAttendance(db, student),
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Week() {
  const week = useLoaderData<typeof loader>()
  const { name } = useCentre()
  const days = week.days.map(({ day, ...rest }) => ({
    ...rest,
    heading: formatDayAndMonth(day),
    isToday: day === week.today,
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
      {week.daysHere && <p className="no-print mt-2 text-lead">{week.daysHere}</p>}
      <WeekInPictures
        days={days}
        about={({ guideId, activity }) => <ShowMeHow guideId={guideId} activity={activity} />}
      />
    </section>
  )
}
