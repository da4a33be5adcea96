import { getFormProps } from '@conform-to/react'
import { categoryNames } from '~/domain/resources/categories'
import type { Resource } from '~/domain/resources/resources.server'
import type { FormAnswer } from '~/http/forms/form.server'
import { useFailureToast } from '~/ui/dialogs/toast'
import { OpenedVersion, SaveButton } from '~/ui/forms/conflict-notice'
import { useDraft } from '~/ui/forms/draft'
import { CheckboxField, SelectField, TextArea, TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { HtmlField, PreviewButton } from '~/ui/forms/html-field'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import { FormButtons } from '~/ui/lists/list-with-forms'

const options = Object.entries(categoryNames).map(([value, label]) => ({ value, label }))

const rules = () => import('~/domain/resources/schema').then(({ resourceForm }) => resourceForm)

type Fields = Pick<Resource, 'title' | 'description' | 'category' | 'content' | 'isPublic'> & { version?: number }

/** The form of a resource, for creating and editing. */
export function ResourceForm({
  resource,
  answer,
  submitLabel,
  pendingLabel,
}: {
  resource?: Fields
  answer?: FormAnswer
  submitLabel: string
  pendingLabel: string
}) {
  const conflict = answer?.conflict
  const draft = useDraft('resource', answer)
  const [form, fields] = useRiverbankForm<Partial<Fields>>({
    id: 'resource',
    intent: 'save-resource',
    result: answer?.result,
    defaultValue: resource ?? { isPublic: true },
    rules,
    draft,
  })
  const saving = useSubmitting('save-resource')
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  return (
    <PostForm
      intent="save-resource"
      failure={resource ? 'Failed to update resource' : 'Failed to create resource'}
      replace
      preventScrollReset
      className="mt-4 space-y-6"
      draft={draft}
      {...getFormProps(form)}
    >
      <ErrorSummary
        form={form}
        title={form.errors ? 'Error' : undefined}
        fields={[fields.title, fields.description, fields.category, fields.content, fields.version]}
      />
      <OpenedVersion field={fields.version} conflict={conflict} />
      <TextField field={fields.title} required label="Title" autoComplete="off" />
      <TextArea field={fields.description} label="Description (optional)" rows={2} />
      <SelectField field={fields.category} required label="Category" options={options} placeholder="Please select" />
      <HtmlField
        field={fields.content}
        required
        label="Content"
        preview={answer?.preview ?? resource?.content ?? null}
      />
      <CheckboxField field={fields.isPublic} label="Public" hint="Make this resource visible to families" />
      <FormButtons cancelTo="/dashboard/resources">
        <SaveButton conflict={conflict} saving={saving} submitLabel={submitLabel} pendingLabel={pendingLabel} />
        <PreviewButton />
      </FormButtons>
    </PostForm>
  )
}
