import { Fragment, type ReactNode } from 'react'
import type { ShownSession } from '~/domain/week/week.server'
import { ClosedBadge } from '~/ui/badge'
import { classes } from '~/ui/classes'
import { SessionPicture } from './session-picture'
import { formatClockTime } from './today'

type DayDetail = 'isOwn' | 'isOff' | 'reason' | 'isOtherPlace' | 'isOtherPerson'
/** A session of any week, or of one day with its changes. */
type PicturedSession = Omit<ShownSession, DayDetail> & Partial<Pick<ShownSession, DayDetail>>

interface WeekDay<Session> {
  heading: string
  isToday?: boolean
  isClosed?: boolean
  isAway?: boolean
  isHiddenOnPhone?: boolean
  sessions: Session[]
}

/** A sheet with more sessions a day is printed in portrait format. */
const MAX_ROWS_LANDSCAPE = 5

function DayChange({ isOff, reason, isOtherPlace, isOtherPerson }: PicturedSession) {
  const text = isOff ? 'Off' : isOtherPlace || isOtherPerson ? 'Changed' : undefined
  return text && <p className="text-small font-bold leading-tight text-amber">{reason ? `${text}: ${reason}` : text}</p>
}

/**
 * A week: columns on wide screens and paper, a list on phones. `about` adds details to a session, `actions` its buttons, and
 * `before` list items before it and, without one, at the end of a day.
 */
export function WeekInPictures<Session extends PicturedSession>({
  days,
  about,
  actions,
  before,
}: {
  days: WeekDay<Session>[]
  about?: (session: Session) => ReactNode
  actions?: (session: Session) => ReactNode
  before?: (day: string, session?: Session) => ReactNode
}) {
  const hasManyRows = days.some(({ sessions }) => sessions.length > MAX_ROWS_LANDSCAPE)
  return (
    <ol className={classes('week', hasManyRows && 'many')}>
      {days.map(({ heading, isToday, isClosed, isAway, isHiddenOnPhone, sessions }) => (
        <li
          key={heading}
          className={classes(
            'rounded border-2 bg-white p-3',
            isToday ? 'border-river' : 'border-line',
            isHiddenOnPhone && 'hidden lg:block print:block',
          )}
        >
          <h3 className={classes('leading-tight', isToday && 'text-river')}>
            {heading} {isToday && <span className="no-print block text-small">Today</span>}
          </h3>
          {isClosed && <ClosedBadge />}
          {isAway && <p className="font-bold">You are at home</p>}
          <ul>
            {sessions.map((session) => (
              <Fragment key={session.id}>
                {before?.(heading, session)}
                <li className="week-session">
                  <SessionPicture session={session} className="h-14 w-14" />
                  <div className="flex-[1_1_8.5rem] lg:flex-none">
                    <p className="text-small">
                      {formatClockTime(session.from)} to {formatClockTime(session.to)}
                    </p>
                    <p className="font-bold leading-tight">{session.activity}</p>
                    {session.place && <p className="text-small leading-tight">{session.place}</p>}
                    {session.withWhom && <p className="text-small leading-tight">With {session.withWhom}</p>}
                    <DayChange {...session} />
                    {about?.(session)}
                  </div>
                  {actions?.(session)}
                </li>
              </Fragment>
            ))}
            {before?.(heading)}
          </ul>
        </li>
      ))}
    </ol>
  )
}
