import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { findFileChoice } from '~/domain/at-home/at-home.server'
import { toChange } from '~/domain/change.server'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import type { FileRecord } from '~/domain/files/files.server'
import { changePhoto, describePhoto, findPhoto } from '~/domain/notices/photos.server'
import { type PhotoDetails, photoEdit } from '~/domain/notices/schema'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import type { FormResult } from '~/http/forms/form.server'
import { createFormAction, createSaveResult } from '~/http/forms/pages.server'
import { getGalleryPath, paths } from '~/paths'
import { FilePage } from '~/routes/parts/files/file-page'
import { ShowAtHome } from '~/routes/parts/home/show-at-home'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { AltField } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PictureStudentsLink } from '~/ui/forms/picture-students'

const loadRules = () => import('~/domain/notices/schema').then(({ photoEdit }) => photoEdit)

/** The tutor's form under a photo. Use the photo's version as its key, so that the next save is based on that version. */
function PhotoForm({ photo, answer, backTo }: { photo: FileRecord; answer?: FormResult; backTo: string }) {
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
        failure={{ title: 'Update failed', text: (status) => `Failed to update photo: ${status}` }}
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

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  title: 'Photo',
  detail: ({ photo }) => photo.title,
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const photo = orNotFound(await findPhoto(args.context.db, user, parsePathId(args.params.id)))
  const reasons = isTutor(user) ? await findHiddenReasons(args.context.db, user, 'file', [photo.id]) : {}
  const home = await findFileChoice(args.context.db, user, photo.id)
  return { isTutor: isTutor(user), photo, home, hiddenBecause: reasons[photo.id] ?? null }
}

export const action = createFormAction(
  photoEdit,
  async (details, { db, tutor, id }) => {
    await changePhoto(db, tutor, id, toChange(details))
    return createSaveResult('photo', 'updated', paths.dashboard.notices.qqi.one(id))
  },
  { descriptions: describePhoto },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Photo() {
  const { isTutor: canEdit, photo, home, hiddenBecause } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const backTo = `${getGalleryPath(photo.albumId)}#photo-${photo.id}`
  return (
    <FilePage file={photo} hiddenBecause={hiddenBecause} noun="photo" backTo={backTo} backLabel="Back to the photos">
      <ShowAtHome choice={home} fileId={photo.id} />
      {canEdit && <PhotoForm key={photo.version} photo={photo} answer={answer} backTo={backTo} />}
    </FilePage>
  )
}
