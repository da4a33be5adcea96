import { useLocation } from '@remix-run/react'
import type { FamilyAbsenceRecord } from '~/domain/absences/absences.server'
import type { CancelledAbsence } from '~/domain/absences/cancelled.server'
import type { FamilyAbsence } from '~/domain/absences/schema'
import type { ClosedTime } from '~/domain/week/open-days.server'
import type { FormResult } from '~/http/forms/form.server'
import { formatAbsenceDays } from '~/routes/parts/absences/days'
import { formatDayAndMonth } from '~/routes/parts/week/today'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { MessageBox, MessageTarget } from '~/ui/dialogs/message'
import { DateField } from '~/ui/forms/date-field'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { PhoneLink } from '~/ui/site/contact-links'
import { SingleCard } from '~/ui/site/single-card'

export const ABSENCE_THANKS_ID = 'said'
const ASK_ID = 'ask'

/** The path that asks whether to cancel someone else's absence. */
export const getAskPath = (path: string, id: number) => `${path}?ask=${id}#${ASK_ID}`

interface FamilyProps {
  firstName: string
  /** Today in Dublin. */
  today: string
  currentAbsences: FamilyAbsenceRecord[]
  cancelled: CancelledAbsence[]
  closed: ClosedTime[]
  /** Someone else's absence that this link is about to cancel. */
  asked?: FamilyAbsenceRecord
  home?: { path: string; items: number }
  thanks?: string
  answer?: FormResult
}

export function Family(family: FamilyProps) {
  const { firstName, today, currentAbsences, cancelled, closed, asked, home, thanks, answer } = family
  const { pathname: path } = useLocation()
  const closedToday = closed.find(({ startDate }) => startDate <= today)
  const isAwayToday = currentAbsences.some(({ startDate }) => startDate <= today)
  return (
    <SingleCard heading="away">
      <h1 id="away" className="long-words">
        {firstName}
      </h1>
      {!thanks && <p className="mt-2 text-lead">Tell us when {firstName} is not coming.</p>}
      {thanks && (
        <div className="mt-4">
          <MessageTarget id={ABSENCE_THANKS_ID}>
            <MessageBox kind="success" title="Thank you for telling us" text={thanks} isAnnounced={false} />
          </MessageTarget>
        </div>
      )}
      {asked && <CancelQuestion firstName={firstName} absence={asked} path={path} />}
      <CancelledList firstName={firstName} cancelled={cancelled} />
      {closedToday && <ClosedToday time={closedToday} />}
      <div className="mt-4 space-y-4">
        {!isAwayToday && !closedToday && <NotToday />}
        <ButtonAnchor href="#another" variant="secondary" className="min-h-[96px] w-full text-h2">
          Another day
        </ButtonAnchor>
      </div>
      {home && (
        <p className="mt-4">
          <Link to={home.path} className="inline-flex min-h-control items-center font-bold">
            What {firstName} shows you ({home.items})
          </Link>
        </p>
      )}
      {currentAbsences.length > 0 && (
        <section aria-labelledby="before" className="mt-8">
          <h2 id="before" className="text-h3">
            Days away
          </h2>
          <ul className="mt-2 space-y-3">
            {currentAbsences.map((absence) => (
              <AbsenceItem key={absence.id} absence={absence} isToday={absence.startDate <= today} path={path} />
            ))}
          </ul>
        </section>
      )}
      <ClosedAhead times={closed.filter((time) => time !== closedToday)} />
      <AnotherDay
        firstName={firstName}
        answer={answer?.form === 'another' ? answer : undefined}
        key={currentAbsences.length}
      />
      <p className="mt-8">
        Would you like to talk to us? Ring
        <PhoneLink isInText />. Please keep this link private.
      </p>
    </SingleCard>
  )
}

const FAILURE = 'We could not save this'

function NotToday() {
  return (
    <PostForm intent="today" failure={FAILURE} isTyped={false} className="flex flex-col gap-4">
      <SubmitButton
        className="min-h-[96px] w-full text-h2"
        submitLabel="Not coming today"
        pendingLabel="Telling us..."
      />
    </PostForm>
  )
}

function AbsenceItem({ absence, isToday, path }: { absence: FamilyAbsenceRecord; isToday: boolean; path: string }) {
  const { id, note, saidBy, isOwn } = absence
  const days = formatAbsenceDays(absence)
  return (
    <li className="long-words rounded border-2 border-line p-4">
      <p className="font-bold">
        {isToday && 'Not coming today: '}
        {days}
      </p>
      {note && <p>{note}</p>}
      <p className="text-small text-ink-soft">{saidBy ? `Told us: ${saidBy}` : 'A tutor recorded this'}</p>
      {isOwn ? (
        <PostForm intent="coming" failure={FAILURE} isTyped={false} className="mt-2 flex flex-col items-start gap-4">
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="secondary" submitLabel="Coming after all" pendingLabel="Telling us..." about={days} />
        </PostForm>
      ) : (
        <p className="mt-2">
          <ButtonLink to={getAskPath(path, id)} variant="secondary" reloadDocument>
            Coming after all<span className="sr-only"> {days}</span>
          </ButtonLink>
        </p>
      )}
    </li>
  )
}

function CancelQuestion({
  firstName,
  absence,
  path,
}: {
  firstName: string
  absence: FamilyAbsenceRecord
  path: string
}) {
  const { id, saidBy, hasPage } = absence
  const days = formatAbsenceDays(absence)
  return (
    <section
      id={ASK_ID}
      tabIndex={-1}
      aria-labelledby="ask-heading"
      className="long-words mt-4 rounded border-2 border-amber bg-amber-tint p-4"
    >
      <h2 id="ask-heading" className="text-h3">
        Is {firstName} coming after all?
      </h2>
      <p className="mt-2">
        {saidBy ? `${saidBy} told us` : 'A tutor recorded'} that {firstName} is not coming: {days}.
        {hasPage
          ? ` ${saidBy} and our tutors will see that you changed it.`
          : ' Our tutors will see that you changed it.'}
      </p>
      <PostForm intent="coming" failure={FAILURE} isTyped={false} className="mt-4 flex flex-wrap gap-4">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="sure" value="yes" />
        <SubmitButton submitLabel={`Yes, ${firstName} is coming`} pendingLabel="Telling us..." about={days} />
        <ButtonLink to={path} variant="secondary">
          No, leave it
        </ButtonLink>
      </PostForm>
    </section>
  )
}

function CancelledList({ firstName, cancelled }: Pick<FamilyProps, 'firstName' | 'cancelled'>) {
  if (cancelled.length === 0) return null
  return (
    <ul className="long-words mt-4 space-y-2 rounded border-2 border-amber bg-amber-tint p-4">
      {cancelled.map((absence) => (
        <li key={absence.id}>
          <strong>{absence.cancelledBy ?? 'A tutor'}</strong> changed what you told us. {firstName} is coming after all:{' '}
          {formatAbsenceDays(absence)}.
        </li>
      ))}
    </ul>
  )
}

/** 'Snow. Open again on Monday 4 January.' */
const describeClosed = ({ title, opensOn }: ClosedTime) =>
  [title && `${title}.`, opensOn && `Open again on ${formatDayAndMonth(opensOn)}.`].filter(Boolean).join(' ')

function ClosedToday({ time }: { time: ClosedTime }) {
  return (
    <div className="long-words mt-4 rounded border-2 border-amber bg-amber-tint p-4">
      <p className="text-lead font-bold">The centre is closed today.</p>
      <p>{describeClosed(time)}</p>
    </div>
  )
}

function ClosedAhead({ times }: { times: ClosedTime[] }) {
  if (times.length === 0) return null
  return (
    <section aria-labelledby="closed" className="mt-8">
      <h2 id="closed" className="text-h3">
        When the centre is closed
      </h2>
      <ul className="long-words mt-2 space-y-3">
        {times.map((time) => (
          <li key={`${time.startDate} ${time.title}`} className="rounded border-2 border-line p-4">
            <p className="font-bold">{formatAbsenceDays(time)}</p>
            <p>{describeClosed(time)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const rules = () => import('~/domain/absences/schema').then(({ familyAbsence }) => familyAbsence)

function AnotherDay({ firstName, answer }: { firstName: string; answer?: FormResult }) {
  const [form, { startDate, endDate, note }] = useSiteForm<FamilyAbsence>({
    id: 'another-day',
    intent: 'another',
    result: answer?.result,
    rules,
  })
  return (
    <section aria-labelledby="another" className="mt-8">
      <h2 id="another" tabIndex={-1} className="text-h3">
        Another day
      </h2>
      <ValidatedForm form={form} intent="another" failure={FAILURE} className="mt-2 space-y-6">
        <DateField field={startDate} required label="From" />
        <DateField field={endDate} label="Until (optional)" hint="The last day. Leave it empty for one day." />
        <TextField
          field={note}
          label="Note (optional)"
          hint={`Only you and our tutors can read it. Please do not write about ${firstName}’s health.`}
          autoComplete="off"
        />
        <SubmitButton className="w-full" submitLabel="Tell us" pendingLabel="Telling us..." />
      </ValidatedForm>
    </section>
  )
}
