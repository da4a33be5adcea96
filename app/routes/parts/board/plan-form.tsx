import type { Plan } from '~/domain/plans/plans.server'
import type { SafeHtml } from '~/domain/rich-text.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { useFailureToast } from '~/ui/dialogs/toast'
import { useDraft } from '~/ui/forms/draft'
import { EasyReadField } from '~/ui/forms/easy-read-field'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { HTML_HINT, HtmlField, PreviewButton } from '~/ui/forms/html-field'
import { RecordForm } from '~/ui/forms/record-form'
import { Panel } from '~/ui/lists/list-with-forms'

const loadRules = () => import('~/domain/plans/schema').then(({ planForm }) => planForm)

type Fields = Omit<Plan, 'id' | 'version' | 'content' | 'easyRead'> & {
  content: string
  easyRead?: string | null
  version?: number
}

/** `preview` is its content as HTML; `proposed` has the initial values of a new plan. */
export function PlanForm({
  plan,
  preview = null,
  proposed,
  answer,
}: {
  plan?: Fields
  preview?: SafeHtml | null
  proposed?: Partial<Fields>
  answer?: FormResult
}) {
  const draft = useDraft('plan', answer)
  const [form, fields] = useSiteForm<Partial<Fields>>({
    id: 'plan',
    intent: 'save-plan',
    result: answer?.result,
    defaultValue: plan ?? proposed,
    rules: loadRules,
    draft,
  })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { title, description, startYear, endYear, content, easyRead, documentUrl, isActive, version } = fields
  return (
    <Panel title={plan ? 'Edit Strategic Plan' : 'Add Strategic Plan'}>
      <RecordForm
        form={form}
        fields={[title, description, startYear, endYear, content, documentUrl, isActive, easyRead]}
        version={version}
        answer={answer}
        errorTitle={form.errors && 'Error'}
        intent="save-plan"
        failure={plan ? 'Failed to update strategic plan' : 'Failed to create strategic plan'}
        submitLabel={plan ? 'Update Plan' : 'Create Plan'}
        pendingLabel={plan ? 'Updating...' : 'Creating...'}
        cancelTo={paths.dashboard.board.plans.list}
        buttons={<PreviewButton />}
        replace
        preventScrollReset
        className="mt-4 space-y-6"
        draft={draft}
      >
        <TextField field={title} required label="Title" autoComplete="off" />
        <TextArea field={description} label="Description" rows={2} />
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField field={startYear} label="Start Year" type="number" inputMode="numeric" />
          <TextField field={endYear} label="End Year" type="number" inputMode="numeric" />
        </div>
        <HtmlField
          field={content}
          required
          label="Content"
          hint={HTML_HINT}
          preview={answer ? (answer.preview ?? null) : preview}
          advice={answer?.advice}
        >
          <TextField
            field={documentUrl}
            label="Document URL"
            hint="Link to full document (optional)"
            type="url"
            autoComplete="off"
          />
          <CheckboxField field={isActive} label="Active Plan" hint="Is this the current strategic plan?" />
        </HtmlField>
        <p className="text-small">
          An annual report or the accounts can be here too: give their year as start and end, and the link to the PDF.
        </p>
        <EasyReadField field={easyRead} />
      </RecordForm>
    </Panel>
  )
}
