import type { Account } from '~/domain/accounts/account'
import type { NewGroup } from '~/domain/groups/schema'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { RecordForm } from '~/ui/forms/record-form'
import { StudentsField } from '~/ui/forms/students-field'

const loadRules = () => import('~/domain/groups/schema').then(({ newGroup }) => newGroup)

export function GroupForm({
  group,
  students,
  answer,
  action,
}: {
  group?: NewGroup & { version: number }
  students: Account[]
  answer?: FormResult
  action?: string
}) {
  const [form, { name, studentIds, version }] = useSiteForm<NewGroup & { version?: number }>({
    id: 'group',
    result: answer?.result,
    defaultValue: group,
    rules: loadRules,
  })
  return (
    <RecordForm
      form={form}
      version={version}
      answer={answer}
      failure={group ? 'Failed to update group' : 'Failed to add group'}
      action={action}
      className="mt-4 space-y-6"
      submitLabel={group ? 'Save' : 'Add a group'}
      pendingLabel={group ? 'Saving...' : 'Adding...'}
      cancelTo={group && paths.dashboard.profile.people.groups.list}
    >
      <TextField
        field={name}
        required
        label="Name"
        hint="For example Kitchen. Only tutors see it."
        autoComplete="off"
      />
      <StudentsField field={studentIds} label="Students" hint="Tick everyone in the group." students={students} />
    </RecordForm>
  )
}
