import { categoryNames } from '~/domain/resources/resources'
import type { Resource } from '~/domain/resources/resources.server'
import type { SafeHtml } from '~/domain/rich-text.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { useFailureToast } from '~/ui/dialogs/toast'
import { useDraft } from '~/ui/forms/draft'
import { CheckboxField, SelectField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { EasyReadField, HTML_HINT, HtmlField, PreviewButton } from '~/ui/forms/html-field'
import { RecordForm } from '~/ui/forms/record-form'
import { Panel } from '~/ui/lists/list-with-forms'

const options = Object.entries(categoryNames).map(([value, label]) => ({ value, label }))

const loadRules = () => import('~/domain/resources/schema').then(({ resourceForm }) => resourceForm)

type Fields = Pick<Resource, 'title' | 'description' | 'category' | 'isPublic'> & {
  content: string
  easyRead?: string | null
  version?: number
}

/** `preview` is its content as HTML, `advice` how to make it easier to read. */
export function ResourceForm({
  resource,
  preview = null,
  advice,
  answer,
}: {
  resource?: Fields
  preview?: SafeHtml | null
  advice?: string[]
  answer?: FormResult
}) {
  const draft = useDraft('resource', answer)
  const [form, fields] = useSiteForm<Partial<Fields>>({
    id: 'resource',
    intent: 'save-resource',
    result: answer?.result,
    defaultValue: resource ?? { isPublic: true },
    rules: loadRules,
    draft,
  })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { title, description, category, easyRead, content, isPublic, version } = fields
  return (
    <Panel title={resource ? 'Edit Resource' : 'Create New Resource'}>
      <RecordForm
        form={form}
        fields={[title, description, category, content, easyRead]}
        version={version}
        answer={answer}
        errorTitle={form.errors && 'Error'}
        intent="save-resource"
        failure={resource ? 'Failed to update resource' : 'Failed to create resource'}
        submitLabel={resource ? 'Update Resource' : 'Create Resource'}
        pendingLabel={resource ? 'Updating...' : 'Creating...'}
        cancelTo={paths.dashboard.resources.list}
        buttons={<PreviewButton />}
        replace
        preventScrollReset
        className="mt-4 space-y-6"
        draft={draft}
      >
        <TextField field={title} required label="Title" autoComplete="off" />
        <TextArea field={description} label="Description (optional)" rows={2} />
        <SelectField field={category} required label="Category" options={options} placeholder="Please select" />
        <HtmlField
          field={content}
          required
          label="Content"
          hint={HTML_HINT}
          preview={answer ? (answer.preview ?? null) : preview}
          advice={answer ? answer.advice : advice}
        >
          <CheckboxField field={isPublic} label="Public" hint="Make this resource visible to families" />
        </HtmlField>
        <EasyReadField field={easyRead} />
      </RecordForm>
    </Panel>
  )
}
