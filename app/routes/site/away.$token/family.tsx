import type { SaidBefore } from '~/domain/absences/absences.server'
import type { FamilyAbsence } from '~/domain/absences/schema'
import type { FormAnswer } from '~/http/forms/form.server'
import { daysInWords } from '~/routes/parts/absences/days'
import { ButtonAnchor } from '~/ui/button'
import { MessagePlace } from '~/ui/dialogs/message'
import { Notice } from '~/ui/dialogs/notice'
import { DateField } from '~/ui/forms/date-field'
import { TextField } from '~/ui/forms/field'
import { CheckedForm, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { PhoneLink } from '~/ui/site/phone-link'
import { SingleCard } from '~/ui/site/single-card'

/** Where the thanks stand. */
export const SAID = 'said'

interface FamilyProps {
  firstName: string
  /** Today in Dublin. */
  today: string
  saidBefore: SaidBefore[]
  /** The thanks for what was just said. */
  thanks?: string
  answer?: FormAnswer
}

/** What a student's family says by its link: that they do not come today, or on other days; and what was said before. */
export function Family({ firstName, today, saidBefore, thanks, answer }: FamilyProps) {
  const isAwayToday = saidBefore.some(({ startDate }) => startDate <= today)
  return (
    <SingleCard heading="away">
      <h1 id="away" className="long-words">
        {firstName}
      </h1>
      {!thanks && <p className="mt-2 text-lead">Tell us when {firstName} is not coming.</p>}
      {thanks && (
        <div className="mt-4">
          <MessagePlace id={SAID}>
            <Notice kind="success" title="Thank you for telling us" text={thanks} isAnnounced={false} />
          </MessagePlace>
        </div>
      )}
      <div className="mt-4 space-y-4">
        {!isAwayToday && <NotToday />}
        <ButtonAnchor href="#another" variant="secondary" className="min-h-[96px] w-full text-h2">
          Another day
        </ButtonAnchor>
      </div>
      {saidBefore.length > 0 && (
        <section aria-labelledby="before" className="mt-8">
          <h2 id="before" className="text-h3">
            What we know
          </h2>
          <ul className="mt-2 space-y-3">
            {saidBefore.map((said) => (
              <Said key={said.id} said={said} isToday={said.startDate <= today} />
            ))}
          </ul>
        </section>
      )}
      <AnotherDay
        firstName={firstName}
        answer={answer?.form === 'another' ? answer : undefined}
        key={saidBefore.length}
      />
      <p className="mt-8">
        Do you want to talk to us? Ring
        <PhoneLink inText />. Please keep this link to yourself.
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

function Said({ said, isToday }: { said: SaidBefore; isToday: boolean }) {
  const { id, note, saidBy } = said
  const days = daysInWords(said)
  return (
    <li className="long-words rounded border-2 border-line p-4">
      <p className="font-bold">
        {isToday && 'Not coming today: '}
        {days}
      </p>
      {note && <p>{note}</p>}
      <p className="text-small text-ink-soft">{saidBy ? `Said by: ${saidBy}` : `A tutor wrote this down`}</p>
      <PostForm intent="coming" failure={FAILURE} isTyped={false} className="mt-2 flex flex-col items-start gap-4">
        <input type="hidden" name="id" value={id} />
        <SubmitButton variant="secondary" submitLabel="Coming after all" pendingLabel="Telling us..." about={days} />
      </PostForm>
    </li>
  )
}

const rules = () => import('~/domain/absences/schema').then(({ familyAbsence }) => familyAbsence)

function AnotherDay({ firstName, answer }: { firstName: string; answer?: FormAnswer }) {
  const [form, { startDate, endDate, note }] = useRiverbankForm<FamilyAbsence>({
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
      <CheckedForm form={form} intent="another" failure={FAILURE} className="mt-2 space-y-6">
        <DateField field={startDate} required label="From" />
        <DateField field={endDate} label="Until (optional)" hint="The last day. Leave it empty for one day." />
        <TextField
          field={note}
          label="A sentence for us (optional)"
          hint={`Only tutors and you read it. Please do not write about ${firstName}’s health.`}
          autoComplete="off"
        />
        <SubmitButton className="w-full" submitLabel="Tell us" pendingLabel="Telling us..." />
      </CheckedForm>
    </section>
  )
}
