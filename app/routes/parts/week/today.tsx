import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDayAhead, getDublinClock, getNowAndNext } from '~/domain/week/day'
import type { DaySession, TodayView } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { EventClosedBadge } from '~/ui/badge'
import { classes } from '~/ui/classes'
import { formatDayWithWeekday } from '~/ui/dates'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'
import { Listen } from '~/ui/listen/listen'
import { SessionPicture } from './session-picture'

/** A day without its year: 'Monday 23 November'. */
export const dayAndMonth = (day: string) => formatDayWithWeekday(day).replace(/ \d+$/, '')

/** '09:30' as people write it. */
export const clockInWords = (time: string) => time.replace(/^0/, '')

const MINUTE = 60_000
/** How wrong a device's clock is let be; one that is more so is corrected by the server's. */
const WRONG = 10 * MINUTE

/** The time of the day that is shown: at first as it was asked for, then as it goes on. A new day is fetched. */
function useTime({ at, day }: TodayView): string {
  const [moment, setMoment] = useState(at)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const ahead = Date.parse(at) - Date.now()
    const look = () => {
      const now = new Date(Date.now() + (Math.abs(ahead) > WRONG ? ahead : 0))
      if (getDublinClock(now).day === day) setMoment(now.toISOString())
      else revalidate()
    }
    look()
    const timer = setInterval(look, MINUTE / 4)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
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

/** One of the two large cards. */
function SessionCard({ session, isNow }: { session: DaySession; isNow: boolean }) {
  const { activity, place, withWhom, from, to } = session
  return (
    <li
      className={classes(
        'flex flex-wrap gap-3 break-words rounded border-4 border-river p-3 xs:gap-4 sm:gap-6 sm:p-5',
        isNow ? 'bg-river text-white' : 'bg-white',
      )}
    >
      <SessionPicture session={session} className="h-16 w-16 xs:h-24 xs:w-24 sm:h-40 sm:w-40" />
      {/* Where the longest word has no room next to the picture, all of it goes below: a word in two can't be read. */}
      <div className="min-w-0 flex-[1_1_min-content]">
        <p className="text-lead font-bold leading-tight">{isNow ? 'Now' : 'Next'}</p>
        <h3 className="mb-1 text-h2 leading-tight">{activity}</h3>
        {place && <Fact icon="place">{place}</Fact>}
        <Fact icon="clock">{isNow ? `Until ${clockInWords(to)}` : `At ${clockInWords(from)}`}</Fact>
        {withWhom && <Fact icon="people">With {withWhom}</Fact>}
      </div>
    </li>
  )
}

/** What comes after the next, in small. */
function Later({ sessions }: { sessions: DaySession[] }) {
  if (sessions.length === 0) return null
  return (
    <>
      <h3 className="mt-6">Later</h3>
      <ul className="mt-2 divide-y divide-line rounded border border-line bg-white">
        {sessions.map((session) => (
          <li key={session.id} className="long-words flex items-center gap-3 p-2 sm:p-3">
            <SessionPicture session={session} className="h-12 w-12" />
            <p>
              <strong>{clockInWords(session.from)}</strong> {session.activity}{' '}
              {session.place && <span className="block text-small">{session.place}</span>}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Today's events, besides the sessions. */
function Events({ events }: { events: TodayView['events'] }) {
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

/** Where nothing is on, or nothing more: what to expect instead. */
function wordsFor({ sessions, isClosed, isAway, nextDay, day }: TodayView, isOver: boolean): string {
  if (sessions.length > 0 && !isOver) return ''
  const then = nextDay ? ` The next day is ${formatDayAhead(nextDay, day, dayAndMonth)}.` : ''
  const words = isClosed ? 'The centre is closed today.' : isAway ? 'You are at home today.' : undefined
  return `${words ?? (isOver ? 'That is all for today.' : 'Nothing today.')}${then}`
}

/** A student's day: now, next and the rest. Nothing where no tutor keeps a week. */
export function TodayPanel({ today }: { today: TodayView | null }) {
  return today && (today.isAway || today.nextDay || today.sessions.length + today.events.length > 0) ? (
    <Day today={today} />
  ) : null
}

function Day({ today }: { today: TodayView }) {
  const time = useTime(today)
  const { now, next, rest } = getNowAndNext(time, today.sessions)
  const isOver = today.sessions.length > 0 && now.length + next.length === 0
  const words = wordsFor(today, isOver)
  return (
    <section id="day" aria-labelledby="today" className="print-black">
      <h2 id="today">{dayAndMonth(today.day)}</h2>
      {words && <p className="mt-3 rounded border-2 border-line bg-white p-4 text-lead font-bold">{words}</p>}
      <ul className="mt-3 grid gap-3 lg:grid-cols-[repeat(auto-fill,minmax(28rem,1fr))] lg:gap-6">
        {now.map((session) => (
          <SessionCard key={session.id} session={session} isNow />
        ))}
        {next.map((session) => (
          <SessionCard key={session.id} session={session} isNow={false} />
        ))}
      </ul>
      <Later sessions={rest} />
      <Events events={today.events} />
      <Listen to="day" />
      <p className="no-print mt-3 flex flex-wrap gap-x-8">
        <Link
          to={paths.dashboard.timetable.week.list}
          className="inline-flex min-h-control items-center gap-2 font-bold"
        >
          <Icon name="timetable" className="h-6 w-6 shrink-0" />
          See my week
        </Link>{' '}
        {today.newFiles > 0 && (
          <a
            href={`${paths.dashboard.index}#personal-files`}
            className="inline-flex min-h-control items-center gap-2 font-bold"
          >
            <Icon name="files" className="h-6 w-6 shrink-0" />
            {today.newFiles === 1 ? '1 new file' : `${today.newFiles} new files`} for you
          </a>
        )}
      </p>
    </section>
  )
}
