import type { Account } from '~/domain/accounts/account'
import { ACCEPTED_IMAGES, FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import type { AnswerPhotoForm } from '~/domain/questions/schema'
import type { FormResult } from '~/http/forms/form.server'
import { SelectField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PictureStudentsFold } from '~/ui/forms/picture-students'
import { SubmitButton } from '~/ui/forms/submit-button'

const loadRules = () => import('~/domain/questions/schema').then(({ answerPhoto }) => answerPhoto)

/** The form of an answer's photo. `first` is the place of the first answer without one. */
export function AddPhotoForm({
  answers,
  first,
  students,
  answer,
}: {
  answers: string[]
  first: number
  students: Account[]
  answer?: FormResult
}) {
  const [form, fields] = useSiteForm<Partial<AnswerPhotoForm>>({
    id: 'answer-photo',
    intent: 'save-photo',
    result: answer?.result,
    defaultValue: { answer: first },
    rules: loadRules,
  })
  const { answer: place, photo, inPicture, nobodyInPicture } = fields
  return (
    <ValidatedForm
      form={form}
      intent="save-photo"
      failure="Failed to add the photo"
      encType="multipart/form-data"
      className="mt-4 space-y-6"
    >
      <SelectField
        field={place}
        required
        label="Answer"
        options={answers.map((words, value) => ({ value: String(value), label: words }))}
      />
      <FileField
        field={photo}
        required
        label="Photo"
        hint="JPEG, PNG, GIF or WebP, up to 5 MB. It replaces the symbol; a new photo replaces the old one."
        accept={ACCEPTED_IMAGES}
        limit={FILE_LIMIT}
        tooLarge={TOO_LARGE}
      />
      <PictureStudentsFold inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
      <SubmitButton submitLabel="Add photo" pendingLabel="Adding..." />
    </ValidatedForm>
  )
}
