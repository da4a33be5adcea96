import type { FieldMetadata } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getListNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { stateNames, useNames } from '~/domain/consent/consents'
import {
  addConsentsOfSeveral,
  type CurrentConsent,
  paginateCurrentConsents,
  paginateEndingConsents,
} from '~/domain/consent/consents.server'
import { addYear, type SeveralConsents, severalConsents } from '~/domain/consent/schema'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, SelectField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import { photoUses } from '~db/choices'

const { answers: ANSWERS_PATH, list: PHOTOS_PATH } = paths.dashboard.profile.people.photos

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'permissions',
  body: 'text',
  title: 'Photo answers',
  detail: ({ isAll, students }) => [isAll && 'All students', formatPageNumber(students)].filter(Boolean).join(', '),
})

/** The students whose answers run out, or all. */
export const loader = createPageLoader(async ({ db, tutor, request }) => {
  const { searchParams } = new URL(request.url)
  const isAll = searchParams.get('of') === 'all'
  const paginate = isAll ? paginateCurrentConsents : paginateEndingConsents
  const from = formatIsoDay(getToday())
  return { isAll, students: await paginate(db, tutor, getPageNumber(searchParams)), from, until: addYear(from) }
})

export const action = createFormAction(severalConsents, async (fields, { db, tutor, request }) => {
  const ids = await addConsentsOfSeveral(db, tutor, fields)
  const names = getListNames(await listStudents(db, tutor))
  const text = `What they said now applies: ${listFormat.format(ids.map((id) => names.get(id) ?? ''))}.`
  const { search } = new URL(request.url)
  return { to: ANSWERS_PATH + search, title: ids.length === 1 ? 'Answer recorded' : 'Answers recorded', text }
})

const listFormat = new Intl.ListFormat('en-IE')

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PhotoAnswers() {
  const { isAll, students } = useLoaderData<typeof loader>()
  return (
    <section aria-labelledby="answers" className="max-w-4xl">
      <BackLink to={PHOTOS_PATH}>Photo permissions</BackLink>
      <h2 id="answers">{isAll ? 'Photo answers of all students' : 'Photo answers to ask again'}</h2>
      <p className="prose mt-2">
        {isAll
          ? 'Record what each student said. Leave the others as they are.'
          : 'A yes of each of them ran out in the last 30 days, or runs out in the next 30. Once it has, their photos are hidden.'}{' '}
        <Link to={isAll ? ANSWERS_PATH : `${ANSWERS_PATH}?of=all`} className="font-bold">
          {isAll ? 'Only those to ask again' : 'All students'}
        </Link>
      </p>
      {students.found === 0 ? (
        <p className="mt-4 text-lead">
          {isAll ? 'There are no students yet.' : 'There is nothing to ask again for now.'}
        </p>
      ) : (
        <AnswersForm key={students.items.map(({ consents }) => consents.map(({ last }) => last?.id ?? 0)).join()} />
      )}
      <PageLinks pages={students.pages} heading="answers" />
    </section>
  )
}

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** 'Website: Yes, until 3 December 2026'. */
function describeCurrent({ use, state, last }: CurrentConsent): string {
  const until =
    last?.answer === 'yes' && last.until
      ? `, ${state === 'yes' ? 'until' : 'ran out on'} ${formatDate(last.until)}`
      : ''
  return `${useNames[use].label}: ${stateNames[state]}${until}`
}

function AnswersForm() {
  const { students, from, until } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useSiteForm<SeveralConsents>({
    id: 'answers-of-several',
    result: answer?.result,
    defaultValue: { students: students.items.map(({ id }) => ({ studentId: id })), from, until },
  })
  const list = fields.students.getFieldList()
  return (
    <ValidatedForm
      form={form}
      fields={[fields.explained, fields.supportedBy, fields.from, fields.until, fields.decided]}
      failure="Failed to record the answers"
      className="mt-6 space-y-6"
    >
      {students.items.map(({ id, name, consents }, index) => (
        <StudentAnswers key={id} id={id} name={name} consents={consents} field={list[index]} />
      ))}
      <TextField
        field={fields.explained}
        required
        label="How did you explain it to them?"
        hint="For example: with the Easy Read sheet, or with photos from last year."
      />
      <TextField field={fields.supportedBy} label="Who helped them to decide?" hint="Someone they trust." />
      <DateField field={fields.from} required label="From" hint="The day of the answers." />
      <DateField field={fields.until} required label="Until" hint="At most a year. Then we ask again." />
      <CheckboxField field={fields.decided} label="Each of them decided this alone" />
      <SubmitButton submitLabel="Save" pendingLabel="Saving..." />
    </ValidatedForm>
  )
}

interface StudentAnswersProps {
  id: number
  name: string
  consents: CurrentConsent[]
  field?: FieldMetadata<SeveralConsents['students'][number]>
}

function StudentAnswers({ id, name, consents, field }: StudentAnswersProps) {
  if (!field) return null
  const answers = field.getFieldset()
  return (
    <fieldset className="long-words rounded border border-line bg-white p-4">
      <legend className="text-lead font-bold">{name}</legend>
      <input type="hidden" name={answers.studentId.name} value={id} />
      <ul className="text-small">
        {consents.map((consent) => (
          <li key={consent.use}>{describeCurrent(consent)}</li>
        ))}
      </ul>
      <div className="mt-3 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {photoUses.map((use) => (
          <SelectField
            key={use}
            field={answers[use]}
            label={useNames[use].label}
            options={options}
            placeholder="As it is"
          />
        ))}
      </div>
    </fieldset>
  )
}
