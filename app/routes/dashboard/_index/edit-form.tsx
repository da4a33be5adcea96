import { type FieldMetadata, getFormProps } from '@conform-to/react'
import { useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import type { Account } from '~/domain/accounts/account'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { describeAudience } from '~/domain/files/places'
import type { FileDetails } from '~/domain/files/schema'
import type { FormResult } from '~/http/forms/form.server'
import { getIndexAction, getMyFilesPath } from '~/routes/parts/files/my-files'
import { useHydrated } from '~/ui/browser/external-store'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { AltField } from '~/ui/forms/file-field'
import { ErrorSummary, useSiteForm } from '~/ui/forms/form'
import { PictureStudentsLink } from '~/ui/forms/picture-students'
import { PostForm } from '~/ui/forms/post-form'
import { StudentField } from '~/ui/forms/students-field'

interface SharingFieldsProps {
  studentId: FieldMetadata<unknown>
  isShared: FieldMetadata<unknown>
  students: Account[]
  present?: { studentId: number | null; studentName: string | null }
  several?: boolean
}

export function ShareField({ isShared }: Pick<SharingFieldsProps, 'isShared'>) {
  return (
    <CheckboxField
      field={isShared}
      label="Share with all students"
      hint="Make this file visible to all students in their portal"
    />
  )
}

/** Which student a document is for, unless it is shared; without scripts, CSS hides the field within a `group`. */
export function ForStudentField({ studentId, isShared, students, present, several }: SharingFieldsProps) {
  const isForOne = !(useHydrated() && isShared.value) || studentId.errors !== undefined
  if (!isForOne) return null
  return (
    <div className={studentId.errors ? undefined : 'group-has-[[name=isShared]:checked]:hidden'}>
      <StudentField
        field={studentId}
        students={students}
        emptyLabel="No student"
        currentStudent={present}
        isMultiple={several}
      />
    </div>
  )
}

export function ViewersNote({ className, ...fields }: SharingFieldsProps & { className?: string }) {
  return (
    <p role="status" className={classes('rounded-sm bg-tide px-3 py-2', className)}>
      Who will see it: <Viewers {...fields} />
    </p>
  )
}

function Viewers({ studentId, isShared, students, present }: SharingFieldsProps) {
  const chosenIds = [studentId.value].flat().map(Number).filter(Boolean)
  const shared = Boolean(isShared.value)
  // Without scripts this text can't follow the choice, so it covers every case.
  if (!useHydrated())
    return 'everyone with an account, if you share it. If not, all tutors and the students you choose.'
  const sharing = { isShared: shared, studentId: chosenIds.length > 0 ? [...new Set(chosenIds)] : null }
  return <strong>{describeAudience(sharing, students, present?.studentName)}</strong>
}

const isRefused = (fields: FieldMetadata<unknown>[]) => fields.some(({ errors }) => errors !== undefined)

type Fields = FileDetails & { version: number }

/** The inline form of one document, at /dashboard?edit={id}. Place and page stay in the address for Cancel. */
export function EditForm({
  file,
  heading: Heading,
  students,
  answer,
}: {
  file: FileRecord
  heading: 'h2' | 'h3' | 'h4'
  students: Account[]
  answer?: FormResult
}) {
  const { title, description, alt, isShared, studentId, version } = file
  const [form, fields] = useSiteForm<Fields>({
    id: 'edit-document',
    intent: 'edit',
    result: answer?.result,
    defaultValue: { title, description, alt, isShared, studentId, version },
  })
  const [parameters] = useSearchParams()
  const sharing = { studentId: fields.studentId, isShared: fields.isShared, students, present: file }
  const isPicture = isImage(file.fileType)
  const isTitleBlank = useHydrated() && !fields.title.value?.trim()
  const allFields = [fields.title, fields.description, fields.studentId, fields.isShared, fields.alt, fields.version]

  useEffect(() => document.getElementById(fields.title.id)?.focus({ preventScroll: true }), [fields.title.id])

  return (
    <PostForm
      intent="edit"
      failure={{ title: 'Update failed', text: (status) => `Failed to update document: ${status}` }}
      action={getIndexAction(getMyFilesPath(parameters, file.id))}
      preventScrollReset
      className="space-y-5"
      {...getFormProps(form)}
    >
      <Heading className="break-words text-h3 font-bold">Edit ‘{file.title}’</Heading>
      <ErrorSummary form={form} fields={allFields} title={form.errors && 'Update failed'} />
      <VersionField field={fields.version} conflict={answer?.conflict} />
      <input type="hidden" name="id" value={file.id} />
      <TextField field={fields.title} required label="Title" />
      <TextArea field={fields.description} label="Description" rows={3} />
      <details className="fold" open={isRefused([fields.studentId, fields.isShared, fields.alt])}>
        <summary className="font-bold">
          {isPicture ? 'Who will see it, and what the picture shows' : 'Who will see it'}
        </summary>
        <div className="group mt-2 space-y-4">
          <ShareField isShared={fields.isShared} />
          <ForStudentField {...sharing} />
          <ViewersNote {...sharing} />
          {isPicture && <AltField field={fields.alt} />}
          {isPicture && <PictureStudentsLink kind="file" id={file.id} title={file.title} />}
        </div>
      </details>
      <div className="flex flex-wrap gap-3">
        <SaveButton conflict={answer?.conflict} isBusy={isTitleBlank} submitLabel="Save" pendingLabel="Saving..." />
        <ButtonLink to={`${getMyFilesPath(parameters)}#file-${file.id}`} preventScrollReset variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  )
}
