import { useLoaderData } from '@remix-run/react'
import { changeFile, findFile, removeFile } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { getMyFilesPath } from '~/routes/parts/files/my-files'
import { defineScreen } from '~/screen'
import { ConfirmDelete } from '~/ui/dialogs/confirm'
import { SubmitButton } from '~/ui/forms/submit-button'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Document',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findFile(db, tutor, id),
  ({ title, isShared, fileType }, { request }) => ({
    what: 'Document',
    name: title,
    cancelTo: getMyFilesPath(new URL(request.url).searchParams),
    canHide: isShared && isImage(fileType),
  }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id, request }, form) => {
  const to = getMyFilesPath(new URL(request.url).searchParams)
  if (form.get('intent') === 'hide') {
    await changeFile(db, tutor, id, { patch: { isShared: false } })
    return { to, title: 'Picture hidden', text: 'Only tutors can see it now. You can share it again with ‘Edit’.' }
  }
  await removeFile(db, uploads, tutor, id)
  return createSaveResult('document', 'deleted', to)
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteDocument() {
  const { canHide, ...question } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete {...question}>
      {canHide && (
        <div className="space-y-3">
          <p>Or hide the picture: only tutors see it, and you can share it again later.</p>
          <SubmitButton
            name="intent"
            value="hide"
            variant="secondary"
            submitLabel="Hide it now"
            pendingLabel="Hiding..."
          />
        </div>
      )}
    </ConfirmDelete>
  )
}
