import type { ReactNode } from 'react'
import { formatPictureCount } from '~/domain/consent/consents'
import { formatDate } from '~/domain/events/days'
import { paths } from '~/paths'
import { formatRegisterNews, getRegisterPath } from '~/routes/parts/addresses'
import { getSessionDayPath, SwitchButton, SwitchForm } from '~/routes/parts/week/day-changes'
import { formatClockTime, formatDayAndMonth } from '~/routes/parts/week/today'
import { formatDateTime } from '~/ui/dates'
import { UndoMessage } from '~/ui/forms/undo-message'
import { Link } from '~/ui/link'
import type { MorningView, RemindersView } from './view.server'

const MAX_DAYS = 3

const hasReminders = ({ daysWithoutRegister, registerNews, newsletters, endingConsents }: RemindersView) =>
  daysWithoutRegister.length + registerNews.length + newsletters.length + endingConsents.length > 0

function ReminderLines({ daysWithoutRegister, registerNews, newsletters, endingConsents }: RemindersView) {
  return (
    <>
      {registerNews.length > 0 && <RegisterNewsLine news={registerNews} />}
      {daysWithoutRegister.length > 0 && <MissingRegisters days={daysWithoutRegister} />}
      {newsletters.map((newsletter) => (
        <NewsletterLine key={newsletter.id} newsletter={newsletter} />
      ))}
      {endingConsents.length > 0 && <EndingConsents consents={endingConsents} />}
    </>
  )
}

function Reminder({ children }: { children: ReactNode }) {
  return <li className="long-words px-4 py-3">{children}</li>
}

/** 'Register to correct: Daniel Okafor (Mother, 11:20: coming after all)'. */
function RegisterNewsLine({ news }: { news: RemindersView['registerNews'] }) {
  return (
    <Reminder>
      <Link to={paths.dashboard.timetable.register.day} className="font-bold">
        Register to correct
      </Link>
      : {news.map((one) => `${one.name} (${formatRegisterNews(one)})`).join(', ')}
    </Reminder>
  )
}

/** A picture leaves a scheduled newsletter once someone in it no longer says yes. */
function NewsletterLine({ newsletter }: { newsletter: RemindersView['newsletters'][number] }) {
  const { id, title, leavesAt, pictures } = newsletter
  return (
    <Reminder>
      <Link to={paths.dashboard.newsletter.one(id)} className="font-bold">
        {title}
      </Link>{' '}
      goes out on {formatDateTime(leavesAt)} without {formatPictureCount(pictures)}: someone in{' '}
      {pictures === 1 ? 'it' : 'them'} has not said yes.
    </Reminder>
  )
}

/** 'Photo answers to ask again: 2 have run out, 3 run out by 28 December 2026'. */
function EndingConsents({ consents }: { consents: RemindersView['endingConsents'] }) {
  const over = consents.filter(({ isOver }) => isOver).length
  const ahead = consents.length - over
  const last = consents[consents.length - 1]?.until ?? ''
  const parts = [
    over > 0 && `${over} ${over === 1 ? 'has' : 'have'} run out`,
    ahead > 0 && `${ahead} ${ahead === 1 ? 'runs' : 'run'} out by ${formatDate(last)}`,
  ]
  return (
    <Reminder>
      <Link to={paths.dashboard.profile.people.photos.answers} className="font-bold">
        Photo answers to ask again
      </Link>
      : {parts.filter(Boolean).join(', ')}
    </Reminder>
  )
}

/** 'No register for Friday 4 December', or the last few of several days. */
function MissingRegisters({ days }: { days: string[] }) {
  const shown = days.slice(0, MAX_DAYS)
  const isOne = days.length === 1
  const more = days.length - shown.length
  return (
    <Reminder>
      {isOne ? 'No register for ' : `No register for ${days.length} days: `}
      {shown.map((date, index) => (
        <span key={date}>
          {index > 0 && ', '}
          <Link to={getRegisterPath({ date })} className="font-bold">
            {formatDayAndMonth(date)}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </Reminder>
  )
}

/** 'Aoife, Brian and 3 more'; `others` counts those without a name here. */
function formatNames(names: string[], max = 6, others = 0): string {
  const more = others + Math.max(0, names.length - max)
  return names.slice(0, max).join(', ') + (more > 0 ? ` and ${more} more` : '')
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
