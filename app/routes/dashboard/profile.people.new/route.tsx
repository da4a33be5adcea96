import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmIdentity, findRequiredProof } from '~/auth/second-step.server'
import { roleNames } from '~/domain/accounts/account'
import { addPerson, validatePerson } from '~/domain/accounts/people.server'
import { type NewPerson as NewPersonForm, newPerson } from '~/domain/accounts/schema'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { FirstDayField, TutorProofFields } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { PasswordField, SelectField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { roles } from '~db/choices'

export const handle = defineScreen({ access: 'tutor', body: 'text', title: 'Add a person' })

export const loader = createPageLoader(async ({ context, tutor }) => ({
  proof: await findRequiredProof(context, tutor),
  today: formatIsoDay(getToday()),
}))
export const action = createFormAction(
  newPerson,
  async ({ currentPassword = '', code, ...account }, { db, settings, network, securityLog, tutor, context }) => {
    if (account.role === 'tutor') {
      // Checked first, because a code works only once.
      await validatePerson(db, tutor, account, settings.centre)
      await confirmIdentity(context, tutor, { currentPassword, code })
    }
    const { id, firstName, username } = await addPerson(db, tutor, account, settings.centre)
    securityLog.record('account added', { network, userId: tutor.id, recordId: id })
    return {
      to: paths.dashboard.profile.people.one(id),
      title: 'Person added',
      text: `${firstName} can log in as ${username}.`,
    }
  },
  ({ db, settings, tutor }) => ({ refine: (typed) => validatePerson(db, tutor, typed, settings.centre) }),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

const roleOptions = roles.map((role) => ({ value: role, label: roleNames[role] }))

export default function NewPersonPage() {
  const { proof, today } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useSiteForm<NewPersonForm>({
    id: 'person',
    result: answer?.result,
    defaultValue: { firstDay: today },
  })
  const { firstName, lastName, role, firstDay, username, password, currentPassword, code } = fields
  return (
    <Card className="max-w-2xl">
      <h2>Add a person</h2>
      <ValidatedForm
        form={form}
        fields={[firstName, lastName, role, firstDay, username, password, currentPassword, code]}
        failure="Failed to add person"
        className="mt-6 space-y-6"
      >
        <TextField field={firstName} required label="First name" autoComplete="off" />
        <TextField field={lastName} label="Last name" autoComplete="off" />
        <SelectField field={role} required label="Student or tutor" options={roleOptions} placeholder="Please select" />
        <FirstDayField field={firstDay} />
        <TextField
          field={username}
          required
          label="Username"
          isLiteral
          hint="Letters, numbers, dots and dashes. For example: daniel.o"
          autoComplete="off"
        />
        <PasswordField
          field={password}
          required
          label="Password"
          hint="At least 8 characters. Three short words are easy to remember."
          autoComplete="new-password"
        />
        <TutorProofFields fields={fields} request={proof} />
        <FormButtons cancelTo={paths.dashboard.profile.people.list}>
          <SubmitButton submitLabel="Add person" pendingLabel="Adding..." />
        </FormButtons>
      </ValidatedForm>
    </Card>
  )
}
