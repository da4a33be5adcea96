import type { NewSubscriber } from '~/domain/subscribers/schema'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { useFailureToast } from '~/ui/dialogs/toast'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { CheckboxField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons, getFormPath } from '~/ui/lists/list-with-forms'

const LIST = paths.dashboard.newsletter.subscribers.list
const loadRules = () => import('~/domain/subscribers/schema').then(({ newSubscriber }) => newSubscriber)

export function SubscriberForm({
  answer,
  subscriber,
}: {
  answer?: FormResult | null
  subscriber?: NewSubscriber & { version: number }
}) {
  const intent = subscriber ? 'edit-subscriber' : 'add-subscriber'
  const [form, fields] = useSiteForm<NewSubscriber & { version?: number }>({
    id: 'subscriber',
    intent,
    result: answer?.result,
    defaultValue: subscriber,
    rules: loadRules,
  })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { email, name, isGuardian, studentName, vouchedFor, version } = fields
  return (
    <ValidatedForm
      form={form}
      errorTitle={form.errors ? 'Error' : undefined}
      intent={intent}
      failure={subscriber ? 'Failed to update subscriber' : { text: (status) => `Failed to add subscriber: ${status}` }}
      action={subscriber ? undefined : getFormPath(`${LIST}?index`)}
      preventScrollReset
      className="mt-4 space-y-6"
    >
      {subscriber && <VersionField field={version} conflict={answer?.conflict} />}
      <TextField field={email} required label="Email Address" type="email" autoComplete="off" />
      <TextField field={name} label="Name (Optional)" autoComplete="off" />
      <CheckboxField
        field={isGuardian}
        label="This person is a parent/guardian"
        hint="Some news is for parents and guardians only."
      />
      {/* The stylesheet hides this until the box is ticked. Browsers without :has() always show it, with its hint. */}
      <div className={studentName.errors ? undefined : 'only-for-guardians'}>
        <TextField
          field={studentName}
          label="Student Name"
          hint="For a parent or guardian: the name of their student."
          autoComplete="off"
        />
      </div>
      <TextField
        field={vouchedFor}
        label="How do you know they agreed? (optional)"
        hint="We save this with your name. For example: She asked me on the phone."
        autoComplete="off"
      />
      {subscriber ? (
        <FormButtons cancelTo={LIST}>
          <SaveButton conflict={answer?.conflict} submitLabel="Save" pendingLabel="Saving..." />
        </FormButtons>
      ) : (
        <SubmitButton className="w-full" submitLabel="Add Subscriber" pendingLabel="Adding..." />
      )}
    </ValidatedForm>
  )
}
