import { activitySymbols } from '~/content/activity-symbols'
import type { Account } from '~/domain/accounts/account'
import type { NewGuide, StepDetails } from '~/domain/guides/schema'
import type { FormResult } from '~/http/forms/form.server'
import { Card } from '~/ui/card'
import { CheckboxField, SelectField, TextField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm } from '~/ui/forms/form'
import { PictureStudentsFold } from '~/ui/forms/picture-students'
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

const loadStepRules = () => import('~/domain/guides/schema').then(({ stepForm }) => stepForm)
const symbolOptions = Object.entries(activitySymbols).map(([value, label]) => ({ value, label }))

type StepFields = Partial<StepDetails> & { removePhoto?: boolean; version?: number }

export function StepForm({
  step,
  photo,
  students,
  answer,
  action,
  cancelTo,
}: {
  step?: Pick<StepFields, 'sentence' | 'symbol' | 'version'>
  photo?: string | null
  students: Account[]
  answer?: FormResult
  action?: string
  cancelTo?: string
}) {
  const [form, fields] = useSiteForm<StepFields>({
    id: 'guide-step',
    intent: 'save-step',
    result: answer?.result,
    defaultValue: step,
    rules: loadStepRules,
  })
  const { sentence, symbol, photo: photoField, removePhoto, inPicture, nobodyInPicture, version } = fields
  return (
    <RecordForm
      form={form}
      version={version}
      answer={answer}
      intent="save-step"
      failure={step ? 'Failed to update the step' : 'Failed to add the step'}
      action={action}
      encType="multipart/form-data"
      className="mt-4 space-y-6"
      submitLabel={step ? 'Save' : 'Add step'}
      pendingLabel={step ? 'Saving...' : 'Adding...'}
      cancelTo={cancelTo}
    >
      <TextField
        field={sentence}
        required
        label="What to do"
        hint="One short sentence of at most 12 words, for example: Fill the kettle."
        autoComplete="off"
      />
      <FileField
        field={photoField}
        label={photo ? 'New photo (optional)' : 'Photo (optional)'}
        hint="JPEG, PNG, GIF or WebP, up to 5 MB. It should show only this step."
      />
      {photo && <CheckboxField field={removePhoto} label="Remove the photo" />}
      <PictureStudentsFold
        inPicture={inPicture}
        nobodyInPicture={nobodyInPicture}
        students={students}
        label="Who is in the photo? Please answer if you add one."
      />
      <SelectField
        field={symbol}
        label="Symbol, if there is no photo (optional)"
        options={symbolOptions}
        placeholder="No symbol"
      />
    </RecordForm>
  )
}
