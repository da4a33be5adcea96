import type { FileRecord } from '~/domain/files/files.server'
import type { PhotoDetails } from '~/domain/notices/schema'
import type { FormResult } from '~/http/forms/form.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { AltField } from '~/ui/forms/alt-field'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PictureStudentsLink } from '~/ui/forms/picture-students-link'

const loadRules = () => import('~/domain/notices/schema').then(({ photoEdit }) => photoEdit)

/** The tutor's form under a photo. Use the photo's version as its key, so that the next save is based on that version. */
export function PhotoForm({ photo, answer, backTo }: { photo: FileRecord; answer?: FormResult; backTo: string }) {
  const [form, { alt, version }] = useSiteForm<PhotoDetails & { version: number }>({
    id: 'photo',
    result: answer?.result,
    defaultValue: { alt: photo.alt, version: photo.version },
    rules: loadRules,
  })
  return (
    <Card as="section" id="edit" aria-labelledby="edit-heading" className="no-print mt-8 max-w-2xl">
      <h3 id="edit-heading">Edit this photo</h3>
      <ValidatedForm
        form={form}
        errorTitle={form.errors && 'Update failed'}
        failure={{ title: 'Update failed', words: (status) => `Failed to update photo: ${status}` }}
        preventScrollReset
        className="mt-4 space-y-6"
      >
        <VersionField field={version} conflict={answer?.conflict} />
        <AltField field={alt} />
        <PictureStudentsLink kind="file" id={photo.id} title={photo.title} />
        <div className="flex flex-wrap gap-3">
          <SaveButton conflict={answer?.conflict} submitLabel="Save" pendingLabel="Saving..." />
          <ButtonLink to={backTo} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </ValidatedForm>
    </Card>
  )
}
