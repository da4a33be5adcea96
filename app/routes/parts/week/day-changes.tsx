import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatNumberOfStudents } from '~/domain/week/audience'
import { type DayChange, formatSwitch, getSessionsOn, type SessionSwitch } from '~/domain/week/day'
import type { WeekSession } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { Button } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { Link } from '~/ui/link'
import { formatDayOfMonth } from './today'

const SWITCH_FORM = 'switch'

/** The form of all buttons on a screen that switch sessions off or on. Render it once. */
export function SwitchForm() {
  const { pathname, search } = useLocation()
  return (
    <PostForm
      id={SWITCH_FORM}
      action={paths.dashboard.timetable.week.switch}
      navigate={false}
      failure="Failed to change the session"
      isTyped={false}
      className="no-print"
    >
      <input type="hidden" name="next" value={pathname + search} />
    </PostForm>
  )
}

interface SwitchButtonProps extends SessionSwitch {
  /** Whether a press switches the sessions off. */
  about: string
  children: ReactNode
}

export function SwitchButton({ about, children, ...press }: SwitchButtonProps) {
  return (
    <Button form={SWITCH_FORM} name="press" value={formatSwitch(press)} variant="secondary" className="px-3 text-small">
      {children}
      <span className="sr-only"> {about}</span>
    </Button>
  )
}

export function getSessionDayPath([id = 0, ...others]: number[], day: string): string {
  const parameters = new URLSearchParams({ day, ...(others.length > 0 && { others: others.join() }) })
  return `${paths.dashboard.timetable.week.day(id)}?${parameters}`
}

export interface DayChanges {
  changes: DayChange[]
  switchableDays: string[]
}

type ListedSession = Pick<
  WeekSession,
  'id' | 'weekday' | 'from' | 'to' | 'activity' | 'startDate' | 'endDate' | 'exceptions' | 'studentIds'
>

export function DayChangeNotes({ session, changes }: Pick<DayChanges, 'changes'> & { session: ListedSession }) {
  return changes
    .filter(({ sessionId }) => sessionId === session.id)
    .map((change) => (
      <p key={change.day} className="text-small font-bold leading-tight text-amber">
        {describeChange(change)}
      </p>
    ))
}

/** 'Off on Thursday 26: Aoife is sick.', or 'Thursday 26: in Room 3, with Bernie.' */
function describeChange({ day, isOff, reason, place, withWhom }: DayChange): string {
  const date = formatDayOfMonth(day)
  const details = [place && `in ${place}`, withWhom && `with ${withWhom}`].filter(Boolean).join(', ')
  return [isOff ? `Off on ${date}` : `${date}: ${details}`, reason].filter(Boolean).join(': ')
}

export function DayChangeActions({ session, changes, switchableDays }: DayChanges & { session: ListedSession }) {
  const day = switchableDays.find((one) => getSessionsOn(one, [{ ...session, isOwn: false }], []).length > 0)
  if (!day) return null
  const isOff = changes.some((change) => change.sessionId === session.id && change.day === day && change.isOff)
  const date = formatDayOfMonth(day)
  const about = `${session.activity} ${session.from}`
  return (
    <p className="no-print flex flex-wrap items-center gap-x-4">
      <SwitchButton ids={[session.id]} day={day} isOff={!isOff} about={about}>
        {[isOff ? 'On again' : 'Not on', date, formatNumberOfStudents(session.studentIds)].filter(Boolean).join(' ')}
      </SwitchButton>{' '}
      <Link
        to={getSessionDayPath([session.id], day)}
        className="inline-flex min-h-target items-center text-small font-bold"
      >
        Change {date}
        <span className="sr-only"> {about}</span>
      </Link>
    </p>
  )
}
