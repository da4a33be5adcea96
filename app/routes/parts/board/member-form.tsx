import type { BoardMember } from '~/domain/board/board.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { useFailureToast } from '~/ui/dialogs/toast'
import { DateField } from '~/ui/forms/date-field'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm } from '~/ui/forms/form'
import { RecordForm } from '~/ui/forms/record-form'
import { Panel } from '~/ui/lists/list-with-forms'

const loadRules = () => import('~/domain/board/schema').then(({ memberForm }) => memberForm)

type Details = Omit<BoardMember, 'id' | 'profileImage' | 'version'> & { version?: number }
type Fields = Partial<Details & { photo: File; removePhoto: boolean }>

export function MemberForm({
  member,
  profileImage,
  answer,
}: {
  member?: Details
  profileImage?: string | null
  answer?: FormResult
}) {
  const [form, fields] = useSiteForm<Fields>({
    id: 'member',
    intent: 'save-member',
    result: answer?.result,
    defaultValue: member ?? { isCurrent: true, displayOrder: 0 },
    rules: loadRules,
  })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { name, position, bio, email, linkedIn, startDate, endDate, displayOrder, isCurrent } = fields
  const { photo, removePhoto, version } = fields
  return (
    <Panel title={member ? 'Edit Board Member' : 'Add Board Member'}>
      <RecordForm
        form={form}
        version={version}
        answer={answer}
        errorTitle={form.errors && 'Error'}
        intent="save-member"
        failure={member ? 'Failed to update board member' : 'Failed to create board member'}
        submitLabel={member ? 'Update Member' : 'Create Member'}
        pendingLabel={member ? 'Updating...' : 'Creating...'}
        cancelTo={paths.dashboard.board.list}
        encType="multipart/form-data"
        replace
        preventScrollReset
        className="mt-4 space-y-6"
      >
        <TextField field={name} required label="Name" autoComplete="off" />
        <TextField field={position} required label="Position" autoComplete="off" />
        <TextArea field={bio} label="Biography" rows={4} />
        <TextField
          field={email}
          label="Email"
          type="email"
          autoComplete="off"
          hint="Everyone can see it on our website"
        />
        <TextField field={linkedIn} label="LinkedIn URL" type="url" autoComplete="off" />
        <div className="grid gap-6 sm:grid-cols-2">
          <DateField field={startDate} label="Start Date" />
          <DateField field={endDate} label="End Date" />
        </div>
        <TextField
          field={displayOrder}
          label="Display Order"
          type="number"
          inputMode="numeric"
          hint="The lowest number comes first"
        />
        <CheckboxField field={isCurrent} label="Current Member" hint="Is this person currently on the board?" />
        <div className="space-y-4">
          <FileField
            field={photo}
            label={profileImage ? 'New Photo (optional)' : 'Photo (optional)'}
            hint="An image, up to 5 MB. Everyone can see it on our website."
          />
          {profileImage && (
            <div className="flex flex-wrap items-center gap-4">
              <img
                src={profileImage}
                alt="On the website now"
                width={80}
                height={80}
                className="h-20 w-20 rounded-full object-cover"
              />
              <CheckboxField field={removePhoto} label="Remove Photo" hint="No photo will be shown" />
            </div>
          )}
        </div>
      </RecordForm>
    </Panel>
  )
}
