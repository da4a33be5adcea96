import { useActionData, useLoaderData } from '@remix-run/react'
import { requireStudent } from '~/domain/accounts/people.server'
import { formatPictureCount, formatUnnamedCount, stateNames, useNames } from '~/domain/consent/consents'
import {
  addConsents,
  type Consent,
  type CurrentConsent,
  findCurrentConsents,
  listConsentHistory,
  withdrawConsent,
} from '~/domain/consent/consents.server'
import { countPicturesOfStudent, countUnnamed } from '~/domain/consent/pictures.server'
import { addYear, type NewConsents, newConsents, withdrawal } from '~/domain/consent/schema'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { createFormAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { UnnamedPictures } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { formatDay } from '~/ui/dates'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, ChoiceField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'
import { type PhotoUse, photoUses } from '~db/choices'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Photo permissions',
  detail: ({ name }) => name,
})

export const loader = createPageLoader(async ({ db, tutor, id }) => {
  const { firstName, name } = await requireStudent(db, tutor, id)
  const from = formatIsoDay(getToday())
  const consents = await findCurrentConsents(db, tutor, id)
  const unnamed = await countUnnamed(db, tutor)
  const withoutYes = consents.filter(({ state }) => state !== 'yes' && state !== 'not asked')
  return {
    id,
    firstName,
    name,
    consents,
    /** Numbers of pictures without names, by uses that the student was asked about and has no valid yes for. */
    unnamed: withoutYes.flatMap(({ use }) => (unnamed[use] > 0 ? [{ use, number: unnamed[use] }] : [])),
    history: await listConsentHistory(db, tutor, id),
    days: { from, until: addYear(from) },
  }
})

function describeWithdrawal(firstName: string, use: PhotoUse, naming: number): string {
  const { where } = useNames[use]
  if (use === 'print')
    return `Please do not print any more photos of ${firstName}. Printed photos are listed under ‘Sent out’.`
  if (use === 'home') return `Families no longer see photos of ${firstName} through their links.`
  if (naming === 0) return `No picture ${where} names ${firstName}.`
  const cached = use !== 'gallery' ? ' A browser that has shown it before may still do so for up to an hour.' : ''
  return `${formatPictureCount(naming)} of ${firstName} ${naming === 1 ? 'is' : 'are'} now hidden ${where}.${cached}`
}

export const action = createIntentAction({
  withdraw: createFormAction(withdrawal, async ({ use }, { db, tutor, id }) => {
    const { firstName } = await requireStudent(db, tutor, id)
    await withdrawConsent(db, tutor, id, use)
    const text = describeWithdrawal(firstName, use, await countPicturesOfStudent(db, tutor, id, use))
    const unnamed = (await countUnnamed(db, tutor))[use]
    const rest = unnamed > 0 ? ` ${formatUnnamedCount(unnamed, use)}` : ''
    return { to: paths.dashboard.profile.people.consent(id), title: 'Permission withdrawn', text: `${text}${rest}` }
  }),
  consents: createFormAction(newConsents, async ({ decided: _, ...answers }, { db, tutor, id }) => {
    const { firstName } = await requireStudent(db, tutor, id)
    await addConsents(db, tutor, id, answers)
    return {
      to: paths.dashboard.profile.people.consent(id),
      title: 'Answer recorded',
      text: `What ${firstName} said now applies.`,
    }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PhotoPermissions() {
  const { id, firstName, name, consents, unnamed, history } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.one(id)}>Back to {name}</BackLink>
      <h2 className="long-words">Photo permissions for {firstName}</h2>
      <p className="prose mt-2">
        Only {firstName} decides, and can ask for help. We ask about each use separately. A yes lasts for a year at
        most.
      </p>
      <ButtonLink to={paths.dashboard.profile.people.consentSheet(id)} variant="secondary" className="mt-4">
        Easy Read sheet to print
      </ButtonLink>
      {unnamed.length > 0 && (
        <UnnamedPictures
          lines={unnamed.map(({ use, number }) => formatUnnamedCount(number, use))}
          about={`Please check if ${firstName} is there.`}
          className="mt-6"
        />
      )}
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <CurrentPermissions firstName={firstName} consents={consents} />
        <NewAnswersForm key={history.length} />
      </div>
      {history.length > 0 && <AnswerHistory history={history} />}
    </>
  )
}

const stateTones = { yes: 'moss', no: 'brick', withdrawn: 'brick', again: 'amber', 'not asked': 'stone' } as const

function CurrentPermissions({ firstName, consents }: { firstName: string; consents: CurrentConsent[] }) {
  return (
    <SectionCard id="now" title={`What ${firstName} said`} isSnug>
      <ul className="mt-2 divide-y divide-line">
        {consents.map(({ use, state, last }) => (
          <li key={use} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-bold">{useNames[use].label}</p>
              {state === 'yes' && last?.until && <p className="text-small">Until {formatDate(last.until)}</p>}
              {last && state !== 'again' && !last.isConfirmed && (
                <p className="text-small font-bold text-amber">
                  {last.ownWord === 'no'
                    ? `${firstName} says that this is not right. Please ask again.`
                    : `Not yet confirmed by ${firstName}`}
                </p>
              )}
            </div>
            <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
            {state === 'yes' && <WithdrawForm use={use} />}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function WithdrawForm({ use }: { use: CurrentConsent['use'] }) {
  return (
    <PostForm intent="withdraw" failure="Failed to withdraw the permission" isTyped={false}>
      <input type="hidden" name="use" value={use} />
      <SubmitButton
        variant="secondary"
        submitLabel="Withdraw"
        pendingLabel="Withdrawing..."
        about={`the permission for photos ${useNames[use].where}`}
      />
    </PostForm>
  )
}

const options = [
  { value: '', label: 'Leave as it is' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

function NewAnswersForm() {
  const { firstName, days } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useSiteForm<NewConsents>({
    id: 'consents',
    intent: 'consents',
    result: answer?.form === 'consents' ? answer.result : undefined,
    defaultValue: days,
  })
  const { decided, supportedBy, explained, from, until } = fields
  const uses = photoUses.map((use) => ({ use, field: fields[use] }))
  return (
    <SectionCard id="new" title="Record an answer" isSnug>
      <ValidatedForm
        form={form}
        fields={[...uses.map(({ field }) => field), explained, supportedBy, from, until, decided]}
        intent="consents"
        failure="Failed to record the answer"
        className="mt-4 space-y-6"
      >
        {uses.map(({ use, field }) => (
          <ChoiceField
            key={use}
            field={field}
            label={`Photos ${useNames[use].where}`}
            options={options}
            className="flex flex-wrap gap-x-6 gap-y-1"
          />
        ))}
        <TextField
          field={explained}
          required
          label="How did you explain it?"
          hint="For example: with the Easy Read sheet, or with photos from last year."
        />
        <TextField field={supportedBy} label="Who helped to decide?" hint={`Someone ${firstName} trusts.`} />
        <DateField field={from} required label="From" hint="The day of the answer." />
        <DateField field={until} required label="Until" hint="At most a year. Then we ask again." />
        <CheckboxField field={decided} label={`${firstName} decided this alone`} />
        <SubmitButton submitLabel="Save" pendingLabel="Saving..." />
      </ValidatedForm>
    </SectionCard>
  )
}

function AnswerHistory({ history }: { history: Consent[] }) {
  return (
    <details className="fold mt-8 max-w-4xl">
      <summary className="font-bold text-river">All answers ({history.length})</summary>
      <ol className="long-words mt-2 divide-y divide-line rounded border border-line bg-white px-4 sm:px-6">
        {history.map((one) => (
          <li key={one.id} className="py-2">
            <p className="font-bold">
              {formatDay(one.recordedAt)}: {useNames[one.use].label}, {stateNames[one.answer].toLowerCase()}
            </p>
            <p className="text-small text-ink-soft">
              {one.until && `From ${formatDate(one.from)} until ${formatDate(one.until)}. `}
              {one.explained && `Explained: ${one.explained}. `}
              {one.supportedBy && `Helped by: ${one.supportedBy}. `}
              {one.by && `Recorded by ${one.by}. `}
              {one.isConfirmed
                ? 'Confirmed by the student.'
                : one.ownWord === 'no' && 'The student said that it is not right.'}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
