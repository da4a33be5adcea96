import { activitySymbols } from '~/content/activity-symbols'
import type { Account } from '~/domain/accounts/account'
import type { StepDetails } from '~/domain/guides/schema'
import type { FormResult } from '~/http/forms/form.server'
import { CheckboxField, SelectField, TextField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm } from '~/ui/forms/form'
import { PictureStudentsFold } from '~/ui/forms/picture-students'
import { RecordForm } from '~/ui/forms/record-form'

const loadRules = () => import('~/domain/guides/schema').then(({ stepForm }) => stepForm)
const symbolOptions = Object.entries(activitySymbols).map(([value, label]) => ({ value, label }))

type Fields = Partial<StepDetails> & { removePhoto?: boolean; version?: number }

export function StepForm({
  step,
  photo,
  students,
  answer,
  action,
  cancelTo,
}: {
  step?: Pick<Fields, 'sentence' | 'symbol' | 'version'>
  photo?: string | null
  students: Account[]
  answer?: FormResult
  action?: string
  cancelTo?: string
}) {
  const [form, fields] = useSiteForm<Fields>({
    id: 'guide-step',
    intent: 'save-step',
    result: answer?.result,
    defaultValue: step,
    rules: loadRules,
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
