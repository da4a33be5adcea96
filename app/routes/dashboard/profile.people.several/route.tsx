import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmIdentity, findRequiredProof } from '~/auth/second-step.server'
import { formatFullName, roleNames, TWINS_LABEL } from '~/domain/accounts/account'
import { type NewPeople, newPeople } from '~/domain/accounts/schema'
import { addPeople, type PersonWithPassword, validateNames } from '~/domain/accounts/several-people.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { FirstDayField, TutorProofFields } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { CheckboxField, SelectField, TextArea } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { OneTimeView } from '~/ui/portal/one-time-view'
import { roles } from '~db/choices'

export const handle = defineScreen({ access: 'tutor', bundle: 'records', body: 'text', title: 'Add several people' })

type PeopleFormResult = FormResult & { people?: PersonWithPassword[]; address?: string }

export const loader = createPageLoader(async ({ context, tutor }) => ({
  proof: await findRequiredProof(context, tutor),
  today: formatIsoDay(getToday()),
}))

/** Responds with the passwords directly: they are not stored and have no URL. */
export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const { request, context } = args
  const { db, settings, network, securityLog } = context
  const submission = parseForm(await readSubmission(args), newPeople)
  return handleSubmission(submission, async ({ currentPassword = '', code, ...names }) => {
    if (names.role === 'tutor') {
      // Checked first, because a code works only once.
      await validateNames(db, tutor, names)
      await confirmIdentity(context, tutor, { currentPassword, code })
    }
    const people = await addPeople(db, tutor, names, settings.centre)
    for (const { id } of people) securityLog.record('account added', { network, userId: tutor.id, recordId: id })
    const address = `${getOrigin(request, settings)}${paths.portal}`.replace(/^https?:\/\//, '')
    return data<PeopleFormResult>({ result: submission.reply({ resetForm: true }), people, address })
  })
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

const roleOptions = roles.map((role) => ({ value: role, label: `${roleNames[role]}s` }))

export default function SeveralPeople() {
  const answer: PeopleFormResult | undefined = useActionData<typeof action>()
  if (answer?.people) return <Slips people={answer.people} address={answer.address ?? ''} />
  return <NamesForm result={answer?.result} />
}

function NamesForm({ result }: Pick<PeopleFormResult, 'result'>) {
  const { proof, today } = useLoaderData<typeof loader>()
  const [form, fields] = useSiteForm<NewPeople>({
    id: 'people',
    result,
    defaultValue: { role: 'student', firstDay: today },
  })
  return (
    <Card className="max-w-2xl">
      <h2>Add several people</h2>
      <p className="mt-2">Each person gets a username and a password. You can print them on the next page.</p>
      <ValidatedForm form={form} failure="Failed to add people" className="mt-6 space-y-6">
        {(fields.names.errors?.length ?? 0) > 1 && (
          <ul className="list-disc pl-6 font-bold text-brick">
            {fields.names.errors?.slice(1).map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
        <TextArea
          field={fields.names}
          required
          label="Names, one per line"
          hint="For example: Daniel Okafor, or Okafor, Daniel. At most 30 names."
          rows={10}
        />
        {(fields.names.errors || fields.addsTwins.initialValue) && (
          <CheckboxField
            field={fields.addsTwins}
            label={TWINS_LABEL}
            hint="Only if two people have the same name. Lists then show their usernames too."
          />
        )}
        <SelectField field={fields.role} required label="Role for everyone on this list" options={roleOptions} />
        <FirstDayField field={fields.firstDay} />
        <TutorProofFields fields={fields} request={proof} />
        <FormButtons cancelTo={paths.dashboard.profile.people.list}>
          <SubmitButton submitLabel="Add people" pendingLabel="Adding..." />
        </FormButtons>
      </ValidatedForm>
    </Card>
  )
}

function Slips({ people, address }: { people: PersonWithPassword[]; address: string }) {
  const { shortName } = useCentre()
  return (
    <>
      <OneTimeView
        title={people.length === 1 ? '1 person added' : `${people.length} people added`}
        words="You can see their passwords only once. Print this page now, cut it up, and give each person their own slip."
        donePath={paths.dashboard.profile.people.list}
      />
      <ul className="sheets print-black long-words mt-6 grid gap-4 sm:grid-cols-2 print:grid-cols-2">
        {people.map(({ id, firstName, lastName, username, password }) => (
          <li key={id} className="break-inside-avoid rounded border-2 border-dashed border-stone bg-white p-4">
            <h3>{formatFullName({ firstName, lastName })}</h3>
            <p>{shortName} Student Portal</p>
            <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
              <dt>Website</dt>
              <dd className="font-bold">{address}</dd>
              <dt>Username</dt>
              <dd className="font-bold">{username}</dd>
              <dt>Password</dt>
              <dd className="font-bold">{password}</dd>
            </dl>
            <p className="mt-2 text-small">Keep this slip safe. Show it only to your tutor.</p>
          </li>
        ))}
      </ul>
    </>
  )
}
