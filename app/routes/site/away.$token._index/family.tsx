import type { FamilyAbsenceRecord } from '~/domain/absences/absences.server'
import type { FamilyAbsence } from '~/domain/absences/schema'
import type { FormResult } from '~/http/forms/form.server'
import { formatAbsenceDays } from '~/routes/parts/absences/days'
import { ButtonAnchor } from '~/ui/button'
import { MessageTarget } from '~/ui/dialogs/message'
import { MessageBox } from '~/ui/dialogs/notice'
import { DateField } from '~/ui/forms/date-field'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { PhoneLink } from '~/ui/site/phone-link'
import { SingleCard } from '~/ui/site/single-card'

export const ABSENCE_THANKS_ID = 'said'

interface FamilyProps {
  firstName: string
  /** Today in Dublin. */
  today: string
  currentAbsences: FamilyAbsenceRecord[]
  /** Where the family sees what the student shows at home, and how many things. */
  home?: { path: string; items: number }
  /** The thank-you message for the last change. */
  thanks?: string
  answer?: FormResult
}

/** A family's page to report absences today or on other days, with those reported before. */
export function Family({ firstName, today, currentAbsences, home, thanks, answer }: FamilyProps) {
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
      <div className="mt-4 space-y-4">
        {!isAwayToday && <NotToday />}
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
              <AbsenceItem key={absence.id} absence={absence} isToday={absence.startDate <= today} />
            ))}
          </ul>
        </section>
      )}
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

function AbsenceItem({ absence, isToday }: { absence: FamilyAbsenceRecord; isToday: boolean }) {
  const { id, note, saidBy } = absence
  const days = formatAbsenceDays(absence)
  return (
    <li className="long-words rounded border-2 border-line p-4">
      <p className="font-bold">
        {isToday && 'Not coming today: '}
        {days}
      </p>
      {note && <p>{note}</p>}
      <p className="text-small text-ink-soft">{saidBy ? `Told us: ${saidBy}` : 'A tutor recorded this'}</p>
      <PostForm intent="coming" failure={FAILURE} isTyped={false} className="mt-2 flex flex-col items-start gap-4">
        <input type="hidden" name="id" value={id} />
        <SubmitButton variant="secondary" submitLabel="Coming after all" pendingLabel="Telling us..." about={days} />
      </PostForm>
    </li>
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
