import { getFormProps } from '@conform-to/react'
import type { Plan } from '~/domain/plans/plans.server'
import type { FormAnswer } from '~/http/forms/form.server'
import { useFailureToast } from '~/ui/dialogs/toast'
import { OpenedVersion, SaveButton } from '~/ui/forms/conflict-notice'
import { useDraft } from '~/ui/forms/draft'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { HtmlField, PreviewButton } from '~/ui/forms/html-field'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import { FormButtons } from '~/ui/lists/list-with-forms'

const rules = () => import('~/domain/plans/schema').then(({ planForm }) => planForm)

type Fields = Omit<Plan, 'id' | 'version'> & { version?: number }

/** The form of a strategic plan, for creating and editing. */
export function PlanForm({
  plan,
  proposed,
  answer,
  submitLabel,
  pendingLabel,
}: {
  plan?: Fields
  /** What the form of a new plan begins with. */
  proposed?: Partial<Fields>
  answer?: FormAnswer
  submitLabel: string
  pendingLabel: string
}) {
  const conflict = answer?.conflict
  const draft = useDraft('plan', answer)
  const [form, fields] = useRiverbankForm<Partial<Fields>>({
    id: 'plan',
    intent: 'save-plan',
    result: answer?.result,
    defaultValue: plan ?? proposed,
    rules,
    draft,
  })
  const saving = useSubmitting('save-plan')
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { title, description, startYear, endYear, content, documentUrl, isActive, version } = fields
  return (
    <PostForm
      intent="save-plan"
      failure={plan ? 'Failed to update strategic plan' : 'Failed to create strategic plan'}
      replace
      preventScrollReset
      className="mt-4 space-y-6"
      draft={draft}
      {...getFormProps(form)}
    >
      <ErrorSummary
        form={form}
        title={form.errors ? 'Error' : undefined}
        fields={[title, description, startYear, endYear, content, documentUrl, isActive, version]}
      />
      <OpenedVersion field={version} conflict={conflict} />
      <TextField field={title} required label="Title" autoComplete="off" />
      <TextArea field={description} label="Description" rows={2} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField field={startYear} label="Start Year" type="number" inputMode="numeric" />
        <TextField field={endYear} label="End Year" type="number" inputMode="numeric" />
      </div>
      <HtmlField field={content} required label="Content" preview={answer?.preview ?? plan?.content ?? null} />
      <TextField
        field={documentUrl}
        label="Document URL"
        hint="Link to full document (optional)"
        type="url"
        autoComplete="off"
      />
      <CheckboxField field={isActive} label="Active Plan" hint="Is this the current strategic plan?" />
      <FormButtons cancelTo="/dashboard/board/plans">
        <SaveButton conflict={conflict} saving={saving} submitLabel={submitLabel} pendingLabel={pendingLabel} />
        <PreviewButton />
      </FormButtons>
    </PostForm>
  )
}
