import { getFormProps } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { sampleNewsletter } from '~/content/newsletter'
import type { NewNewsletter } from '~/domain/newsletters/schema'
import type { FormAnswer } from '~/http/form.server'
import { Button, ButtonLink } from '~/ui/button'
import { ConflictNotice } from '~/ui/conflict-notice'
import { TextArea, TextField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { useSubmitting } from '~/ui/submitting'
import { useFailureToast } from '~/ui/toast'

const ANYWAY = 'Save Mine Anyway'

const loadRules = async () => {
  const [{ rulesOf }, { newNewsletter }] = await Promise.all([
    import('~/ui/validate'),
    import('~/domain/newsletters/schema'),
  ])
  return rulesOf(newNewsletter)
}

type Fields = NewNewsletter & { version?: number }

/** The fields of a newsletter (spec section 2), for creating one and for changing a draft. */
export function NewsletterForm({
  newsletter,
  answer,
  deed,
  doing,
  cancelTo,
}: {
  newsletter?: Fields
  answer?: FormAnswer
  deed: string
  doing: string
  cancelTo: string
}) {
  const conflict = answer?.conflict
  const [form, fields] = useRiverbankForm<Partial<Fields>>({
    id: 'newsletter',
    intent: 'save-newsletter',
    result: answer?.result,
    defaultValue: newsletter,
    loadRules,
  })
  const saving = useSubmitting('save-newsletter')
  useFailureToast(form.errors)
  return (
    <Form method="post" replace preventScrollReset className="space-y-6" {...getFormProps(form)}>
      <ErrorSummary
        form={form}
        title={form.errors ? 'Error' : undefined}
        fields={[fields.title, fields.content, fields.version]}
      />
      {conflict && <ConflictNotice conflict={conflict} anyway={ANYWAY} />}
      <input type="hidden" name="intent" value="save-newsletter" />
      {newsletter && <input type="hidden" name="version" value={conflict?.version ?? fields.version.initialValue} />}
      <TextField field={fields.title} label="Newsletter Title" autoComplete="off" />
      <TextArea
        field={fields.content}
        label="Newsletter Content"
        rows={16}
        placeholder={sampleNewsletter}
        className="min-h-[400px] placeholder:text-ink-soft"
      />
      <div className="flex flex-wrap gap-4">
        <Button disabled={saving}>{saving ? doing : conflict ? ANYWAY : deed}</Button>
        <ButtonLink to={cancelTo} look="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
