import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { getSessionDayPath, SwitchButton, SwitchForm } from '~/routes/parts/week/day-changes'
import { formatClockTime } from '~/routes/parts/week/today'
import { UndoMessage } from '~/ui/forms/undo-message'
import { Link } from '~/ui/link'
import { hasReminders, ReminderLines } from './reminders'
import type { RemindersView } from './reminders.server'
import type { MorningView } from './view.server'

/** 'Aoife, Brian and 3 more'; `others` counts those without a name here. */
function formatNames(names: string[], most = 6, others = 0): string {
  const more = others + Math.max(0, names.length - most)
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function MorningLine({ to, title, children }: { to: string; title: string; children?: ReactNode }) {
  return (
    <li className="long-words px-4 py-3">
      <Link to={to} className="font-bold">
        {title}
      </Link>
      {children && <>: {children}</>}
    </li>
  )
}

interface ThisMorningProps {
  morning: MorningView
  reminders: RemindersView
}

/** A tutor's day: at most five lines, each with its one act, and what was left to do before. Folds to one line, or is only that line, when there is nothing to do. */
export function ThisMorning({ morning, reminders }: ThisMorningProps) {
  const { isBeforeNoon, absent, off, sessions, enquiries, unopened } = morning
  const title = isBeforeNoon ? 'This morning' : 'This afternoon'
  const facts = [
    absent.length > 0 && `${absent.length} not coming`,
    off.length > 0 && `${off.length} off`,
    sessions.length > 0 && count(sessions.length, 'session'),
  ].filter(Boolean)
  const hasTask = enquiries + unopened.files > 0 || hasReminders(reminders)
  const lines = (
    <MorningLines {...morning}>
      <ReminderLines {...reminders} />
    </MorningLines>
  )
  return (
    <section aria-labelledby="this-morning" className="no-print">
      <UndoMessage />
      {hasTask ? (
        <>
          <h2 id="this-morning" className="text-h3">
            {title}
          </h2>
          {lines}
        </>
      ) : facts.length > 0 ? (
        <details className="fold">
          <summary className="text-river">
            <h2 id="this-morning" className="text-body">
              {title}: {facts.join(', ')}
            </h2>
          </summary>
          {lines}
        </details>
      ) : (
        <p>
          <strong id="this-morning">{title}:</strong> nothing to do.
        </p>
      )}
    </section>
  )
}

function MorningLines({
  day,
  absent,
  off,
  sessions,
  enquiries,
  unopened,
  children,
}: MorningView & { children: ReactNode }) {
  const [first] = unopened.by
  return (
    <ul className="mt-2 divide-y divide-line rounded border border-line bg-white shadow-card">
      {absent.length > 0 && (
        <MorningLine to={paths.dashboard.timetable.away} title={`${absent.length} not coming today`}>
          {formatNames(absent)}
        </MorningLine>
      )}
      {off.length > 0 && (
        <MorningLine to={paths.dashboard.timetable.week.list} title={`${off.length} off today`}>
          {formatNames(off)}
        </MorningLine>
      )}
      {sessions.length > 0 && (
        <li>
          <SwitchForm />
          <details className="fold long-words px-4 py-1">
            <summary className="font-bold text-river">{count(sessions.length, 'session')} today</summary>
            <ul className="divide-y divide-line">
              {sessions.map((session) => (
                <TodaysSession key={session.ids[0]} session={session} day={day} />
              ))}
            </ul>
          </details>
        </li>
      )}
      {enquiries > 0 && (
        <MorningLine
          to={paths.dashboard.profile.enquiries.list}
          title={`${enquiries} ${enquiries === 1 ? 'enquiry' : 'enquiries'} to answer`}
        />
      )}
      {first && (
        <MorningLine
          to={`${paths.dashboard.index}?of=${first.studentId}`}
          title={`${count(unopened.files, 'file')} not opened for a week`}
        >
          {formatNames(
            unopened.by.map(({ name, files }) => `${name} (${files})`),
            unopened.by.length,
            unopened.others,
          )}
        </MorningLine>
      )}
      {children}
    </ul>
  )
}

function TodaysSession({ session, day }: { session: MorningView['sessions'][number]; day: string }) {
  const { ids, activity, from, place, withWhom, isOff, reason, students } = session
  const about = `${activity} ${formatClockTime(from)}`
  const details = [place, withWhom && `with ${withWhom}`, students.length > 0 && `for ${formatNames(students, 3)}`]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p>
          <strong>{formatClockTime(from)}</strong> {activity}{' '}
          {isOff && <strong className="text-amber">{reason ? `Off: ${reason}` : 'Off'}</strong>}
        </p>
        <p className="text-small">{details.filter(Boolean).join(', ')}</p>
      </div>
      <p className="flex flex-wrap items-center gap-x-4">
        <Link to={getSessionDayPath(ids, day)} className="inline-flex min-h-target items-center text-small font-bold">
          Change today<span className="sr-only">{` ${about}`}</span>
        </Link>
        <SwitchButton ids={ids} day={day} isOff={!isOff} about={about}>
          {isOff ? 'On again' : 'Not on today'}
        </SwitchButton>
      </p>
    </li>
  )
}
