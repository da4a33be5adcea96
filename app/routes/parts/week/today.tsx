import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDayAhead, getDublinClock, getNowAndNext } from '~/domain/week/day'
import type { ShownSession, TodayView } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { GUIDE_ID } from '~/routes/parts/addresses'
import { EventClosedBadge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { formatDayWithWeekday } from '~/ui/dates'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Listen } from '~/ui/listen/listen'
import { SessionPicture } from './session-picture'

/** 'Monday 23 November'. */
export const formatDayAndMonth = (day: string) => formatDayWithWeekday(day).replace(/ \d+$/, '')

/** 'Monday 23'. */
export const formatDayOfMonth = (day: string) => formatDayWithWeekday(day).split(' ').slice(0, 2).join(' ')

/** '09:30' as '9:30'. */
export const formatClockTime = (time: string) => time.replace(/^0/, '')

const MINUTE = 60_000
/** Tolerated difference between the device's clock and the server's, in ms; beyond it we correct the device's time. */
const MAX_CLOCK_ERROR = 10 * MINUTE

/** The current time ('09:30') of the shown day, updated every 15 seconds. Reloads the data when the day is over. */
function useTime({ at, day }: TodayView): string {
  const [moment, setMoment] = useState(at)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const clockError = Date.parse(at) - Date.now()
    const updateTime = () => {
      const now = new Date(Date.now() + (Math.abs(clockError) > MAX_CLOCK_ERROR ? clockError : 0))
      if (getDublinClock(now).day === day) setMoment(now.toISOString())
      else revalidate()
    }
    updateTime()
    const timer = setInterval(updateTime, MINUTE / 4)
    document.addEventListener('visibilitychange', updateTime)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', updateTime)
    }
  }, [at, day, revalidate])
  return getDublinClock(new Date(moment)).time
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <Icon name={icon} className="mt-1 h-5 w-5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

export function ShowMeHow({
  guideId,
  activity,
  isNow,
}: Pick<ShownSession, 'guideId' | 'activity'> & { isNow?: boolean }) {
  if (!guideId) return null
  return (
    <ButtonLink
      to={`${paths.dashboard.steps.one(guideId)}#${GUIDE_ID}`}
      variant={isNow ? 'light' : 'secondary'}
      className="no-print mt-2"
    >
      Show me how<span className="sr-only">: {activity}</span>
    </ButtonLink>
  )
}

function SessionCard({ session, isNow }: { session: ShownSession; isNow: boolean }) {
  const { activity, place, withWhom, from, to, reason, isOtherPlace, isOtherPerson } = session
  return (
    <li
      className={classes(
        'flex flex-wrap gap-3 break-words rounded border-4 border-river p-3 xs:gap-4 sm:gap-6 sm:p-5',
        isNow ? 'bg-river text-white' : 'bg-white',
      )}
    >
      <SessionPicture session={session} className="h-16 w-16 xs:h-24 xs:w-24 sm:h-40 sm:w-40" />
      {/* Wraps below the picture if the longest word does not fit next to it: students can't read a broken word. */}
      <div className="min-w-0 flex-[1_1_min-content]">
        <p className="text-lead font-bold leading-tight">{isNow ? 'Now' : 'Next'}</p>
        <h3 className="mb-1 text-h2 leading-tight">{activity}</h3>
        {place && <Fact icon="place">{isOtherPlace ? <strong>Today in {place}</strong> : place}</Fact>}
        <Fact icon="clock">{isNow ? `Until ${formatClockTime(to)}` : `At ${formatClockTime(from)}`}</Fact>
        {withWhom && (
          <Fact icon="people">{isOtherPerson ? <strong>Today with {withWhom}</strong> : `With ${withWhom}`}</Fact>
        )}
        {reason && <p>{reason}</p>}
        <ShowMeHow guideId={session.guideId} activity={activity} isNow={isNow} />
      </div>
    </li>
  )
}

function LaterSessions({ sessions }: { sessions: ShownSession[] }) {
  if (sessions.length === 0) return null
  return (
    <>
      <h3 className="mt-6">Later</h3>
      <ul className="mt-2 divide-y divide-line rounded border border-line bg-white">
        {sessions.map((session) => (
          <li key={session.id} className="long-words flex items-center gap-3 p-2 sm:p-3">
            <SessionPicture session={session} className="h-12 w-12" />
            <p>
              <strong>{formatClockTime(session.from)}</strong> {session.activity}{' '}
              {session.place && (
                <span className="block text-small">
                  {session.isOtherPlace ? <strong>Today in {session.place}</strong> : session.place}
                </span>
              )}
              {session.isOtherPerson && <strong className="block text-small">Today with {session.withWhom}</strong>}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function SessionsOff({ sessions }: { sessions: ShownSession[] }) {
  if (sessions.length === 0) return null
  return (
    <ul className="mt-4 space-y-3">
      {sessions.map(({ id, activity, reason }) => (
        <li key={id} className="long-words flex gap-3 rounded border-2 border-amber bg-amber-tint p-3">
          <Icon name="warning" className="mt-1 h-6 w-6 shrink-0 text-amber" />
          <div>
            <p className="font-bold">{activity} is off today.</p>
            {reason && <p>{reason}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function EventList({ events }: { events: TodayView['events'] }) {
  if (events.length === 0) return null
  return (
    <ul className="mt-4 space-y-3">
      {events.map((event) => (
        <li key={event.id} className="long-words flex gap-3 rounded border-2 border-sun bg-white p-3">
          <Icon name="calendar" className="mt-1 h-6 w-6 shrink-0 text-river" />
          <div>
            <p className="font-bold">{event.title}</p>
            <EventClosedBadge event={event} />
            {!event.cancelled && <p>{[event.time, event.location].filter(Boolean).join(', ')}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The text when nothing is on, or nothing more; '' otherwise. */
function describeEmptyDay({ sessions, isClosed, isAway, nextDay, day }: TodayView, isOver: boolean): string {
  if (sessions.some(({ isOff }) => !isOff) && !isOver) return ''
  const nextDayText = nextDay ? ` The next day is ${formatDayAhead(nextDay, day, formatDayAndMonth)}.` : ''
  const text = isClosed ? 'The centre is closed today.' : isAway ? 'You are at home today.' : undefined
  return `${text ?? (isOver ? 'That is all for today.' : 'Nothing is on today.')}${nextDayText}`
}

const isOverAt = ({ sessions }: TodayView, time: string) => {
  const { now, next } = getNowAndNext(time, sessions)
  return sessions.some(({ isOff }) => !isOff) && now.length + next.length === 0
}

/** Whether nothing was on, or nothing more, when the day was read. Such a day is only a line above the files. */
export function isQuietDay(today: TodayView): boolean {
  const { time } = getDublinClock(new Date(today.at))
  const isOff = today.sessions.some((session) => session.isOff && time < session.to)
  const hasEvents = today.events.some(({ closed }) => !closed)
  return !isOff && !hasEvents && describeEmptyDay(today, isOverAt(today, time)) !== ''
}

export const dayLinkClass = 'inline-flex min-h-control items-center gap-2 font-bold'

interface TodayPanelProps {
  today: TodayView | null
  hasLater?: boolean
  /** True if the screen would be empty without it. */
  isAlone?: boolean
  children?: ReactNode
}

/**
 * A student's day: now, next and later, or one line if nothing is on. Without a weekly plan it renders only its links, unless it is
 * alone.
 */
export function TodayPanel({ today, hasLater = true, isAlone = false, children }: TodayPanelProps) {
  if (!today || !(isAlone || today.isAway || today.nextDay || today.sessions.length + today.events.length > 0))
    return children ? <p className="no-print flex flex-wrap gap-x-8">{children}</p> : null
  const Day = !isAlone && isQuietDay(today) ? QuietDay : DaySchedule
  return (
    <Day today={today} hasLater={hasLater}>
      {children}
    </Day>
  )
}

interface DayProps {
  today: TodayView
  hasLater: boolean
  children: ReactNode
}

function WeekLink() {
  return (
    <Link to={paths.dashboard.timetable.week.list} className={dayLinkClass}>
      <Icon name="timetable" className="h-6 w-6 shrink-0" />
      See my week
    </Link>
  )
}

function QuietDay({ today, hasLater, children }: DayProps) {
  const closures = today.events.map(({ title }) => title).join(', ')
  const text = describeEmptyDay(today, isOverAt(today, useTime(today)))
  return (
    <section
      id="day"
      aria-labelledby="today"
      className="long-words print-black flex flex-wrap items-center gap-x-8 gap-y-1"
    >
      <div>
        <h2 id="today" className="inline text-body">
          {formatDayAndMonth(today.day)}:
        </h2>{' '}
        <p className="inline">
          {text}
          {closures && ` ${closures}.`}
        </p>
      </div>
      <Listen to="day" />
      <p className="no-print flex flex-wrap gap-x-6">
        {hasLater && <WeekLink />} {children}
      </p>
    </section>
  )
}

function DaySchedule({ today, hasLater, children }: DayProps) {
  const time = useTime(today)
  const { now, next, rest } = getNowAndNext(time, today.sessions)
  const emptyText = describeEmptyDay(today, isOverAt(today, time))
  return (
    <section id="day" aria-labelledby="today" className="print-black">
      <h2 id="today">{formatDayAndMonth(today.day)}</h2>
      {emptyText && <p className="mt-3 rounded border-2 border-line bg-white p-4 text-lead font-bold">{emptyText}</p>}
      <ul className="mt-3 grid gap-3 lg:grid-cols-[repeat(auto-fill,minmax(28rem,1fr))] lg:gap-6">
        {now.map((session) => (
          <SessionCard key={session.id} session={session} isNow />
        ))}
        {next.map((session) => (
          <SessionCard key={session.id} session={session} isNow={false} />
        ))}
      </ul>
      <SessionsOff sessions={today.sessions.filter(({ isOff, to }) => isOff && time < to)} />
      {hasLater && <LaterSessions sessions={rest} />}
      <EventList events={today.events} />
      <Listen to="day" />
      <p className="no-print mt-3 flex flex-wrap gap-x-8">
        {hasLater && <WeekLink />}{' '}
        {today.newFiles > 0 && (
          <Link to={`${paths.dashboard.index}#personal-files`} className={dayLinkClass}>
            <Icon name="files" className="h-6 w-6 shrink-0" />
            {today.newFiles === 1 ? '1 new file' : `${today.newFiles} new files`} for you
          </Link>
        )}{' '}
        {children}
      </p>
    </section>
  )
}
