import { getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { categories } from '~/domain/resources/categories'
import type { Resource } from '~/domain/resources/resources.server'
import type { FormAnswer } from '~/http/form.server'
import { Button } from '~/ui/button'
import { ConflictNotice } from '~/ui/conflict-notice'
import { CancelLink } from '~/ui/dialog'
import { CheckboxField, SelectField, TextArea, TextField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { HtmlField, PreviewButton } from '~/ui/html-field'
import { useSubmitting } from '~/ui/submitting'
import { useFailureToast } from '~/ui/toast'

const ANYWAY = 'Save Mine Anyway'
const options = Object.entries(categories).map(([value, label]) => ({ value, label }))

const loadRules = async () => {
  const [{ rulesOf }, { resourceForm }] = await Promise.all([
    import('~/ui/validate'),
    import('~/domain/resources/schema'),
  ])
  return rulesOf(resourceForm)
}

type Fields = Pick<Resource, 'title' | 'description' | 'category' | 'content' | 'isPublic'> & { version?: number }

/** The fields of a resource (spec section 2), for creating one and for changing one. */
export function ResourceForm({
  resource,
  answer,
  deed,
  doing,
}: {
  resource?: Fields
  answer?: FormAnswer
  deed: string
  doing: string
}) {
  const conflict = answer?.conflict
  const [form, fields] = useRiverbankForm<Partial<Fields>>({
    id: 'resource',
    intent: 'save-resource',
    result: answer?.result,
    defaultValue: resource ?? { isPublic: true },
    loadRules,
  })
  const saving = useSubmitting('save-resource')
  useFailureToast(form.errors)
  return (
    <Form method="post" replace preventScrollReset className="mt-4 space-y-6" {...getFormProps(form)}>
      <ErrorSummary
        form={form}
        title={form.errors ? 'Error' : undefined}
        fields={[fields.title, fields.description, fields.category, fields.content, fields.version]}
      />
      {conflict && <ConflictNotice conflict={conflict} anyway={ANYWAY} />}
      <input type="hidden" name="intent" value="save-resource" />
      {/* Conform keeps the version that the form was opened on; the list behind it may already know a newer one. */}
      {resource && <input type="hidden" name="version" value={conflict?.version ?? fields.version.initialValue} />}
      <TextField field={fields.title} label="Title" autoComplete="off" />
      <TextArea field={fields.description} label="Description (optional)" rows={2} />
      <SelectField field={fields.category} label="Category" options={options} placeholder="Please select" />
      <HtmlField field={fields.content} label="Content" preview={answer?.preview ?? resource?.content ?? null} />
      <CheckboxField field={fields.isPublic} label="Public" hint="Make this resource visible to families" />
      <div className="flex flex-wrap gap-4">
        <Button disabled={saving}>{saving ? doing : conflict ? ANYWAY : deed}</Button>
        <PreviewButton />
        <CancelLink to="/dashboard/resources" />
      </div>
    </Form>
  )
}
