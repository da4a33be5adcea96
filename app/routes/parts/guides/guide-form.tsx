import type { Account } from '~/domain/accounts/account'
import type { NewGuide } from '~/domain/guides/schema'
import type { FormResult } from '~/http/forms/form.server'
import { Card } from '~/ui/card'
import { CheckboxField, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { RecordForm } from '~/ui/forms/record-form'
import { StudentsField } from '~/ui/forms/students-field'

const loadRules = () => import('~/domain/guides/schema').then(({ newGuide }) => newGuide)

export function GuideForm({
  guide,
  students,
  answer,
  cancelTo,
}: {
  guide?: NewGuide & { version: number }
  students: Account[]
  answer?: FormResult
  cancelTo: string
}) {
  const [form, { title, studentIds, isPublic, version }] = useSiteForm<NewGuide & { version?: number }>({
    id: 'guide',
    result: answer?.result,
    defaultValue: guide,
    rules: loadRules,
  })
  return (
    <Card className="max-w-2xl">
      <h2>{guide ? 'Edit steps' : 'Add steps'}</h2>
      <RecordForm
        form={form}
        version={version}
        answer={answer}
        failure={guide ? 'Failed to update the steps' : 'Failed to add the steps'}
        className="mt-4 space-y-6"
        submitLabel={guide ? 'Save' : 'Add steps'}
        pendingLabel={guide ? 'Saving...' : 'Adding...'}
        cancelTo={cancelTo}
      >
        <TextField
          field={title}
          required
          label="Title"
          hint="What people learn to do, for example: Make tea."
          autoComplete="off"
        />
        <StudentsField
          field={studentIds}
          label="Who is it for?"
          hint="If you tick nobody, it is for all students."
          students={students}
        />
        <CheckboxField
          field={isPublic}
          label="Anyone with the code may open it"
          hint="They do not need to log in. Everyone in its photos must have said yes to photos on the website."
        />
      </RecordForm>
    </Card>
  )
}
