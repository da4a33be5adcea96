import type { ReactNode } from 'react'
import { formatPictureCount } from '~/domain/consent/words'
import { formatDate } from '~/domain/dublin'
import { paths } from '~/paths'
import { formatRegisterNews, getRegisterPath } from '~/routes/parts/attendance/register-address'
import { formatDayAndMonth } from '~/routes/parts/week/today'
import { formatDateTime } from '~/ui/dates'
import { Link } from '~/ui/link'
import type { RemindersView } from './reminders.server'

const MAX_DAYS = 3

export const hasReminders = ({ daysWithoutRegister, registerNews, newsletters, endingConsents }: RemindersView) =>
  daysWithoutRegister.length + registerNews.length + newsletters.length + endingConsents.length > 0

/** Lines of what is still to be done, besides today. */
export function ReminderLines({ daysWithoutRegister, registerNews, newsletters, endingConsents }: RemindersView) {
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
