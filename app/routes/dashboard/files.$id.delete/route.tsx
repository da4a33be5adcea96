import { useLoaderData } from '@remix-run/react'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { changeFile, findFile, removeFile } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { orNotFound, Refused } from '~/domain/refused'
import {
  createConfirmAction,
  createIntentAction,
  createRecordLoader,
  createSaveResult,
} from '~/http/forms/pages.server'
import { getMyFilesPath } from '~/routes/parts/files/my-files'
import { defineScreen } from '~/screen'
import { ConfirmDelete } from '~/ui/dialogs/confirm'
import { SubmitButton } from '~/ui/forms/submit-button'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Document',
  detail: ({ name }) => name,
})

const getListPath = (request: Request) => getMyFilesPath(new URL(request.url).searchParams)

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findFile(db, tutor, id),
  async ({ id, title, isShared, fileType }, { db, tutor, request }) => {
    const isSharedPicture = isShared && isImage(fileType)
    const reasons = isSharedPicture ? await findHiddenReasons(db, tutor, 'file', [id]) : {}
    const hiddenBecause = reasons[id] ?? null
    const canHide = isSharedPicture && !hiddenBecause
    return { what: 'Document', name: title, cancelTo: getListPath(request), canHide, hiddenBecause }
  },
)
const NOT_SHARED = 'This picture is a student’s now, no longer for all students. Please change it with ‘Edit’.'

const hideFile = createConfirmAction(
  async ({ db, tutor, id, request }) => {
    const { isShared, studentId } = orNotFound(await findFile(db, tutor, id))
    // Another tutor may have given it to a student meanwhile, who would still see it.
    if (!isShared && studentId) throw new Refused('conflict', NOT_SHARED)
    await changeFile(db, tutor, id, { patch: { isShared: false } })
    const text = 'Only tutors can see it now. You can share it again with ‘Edit’.'
    return { to: getListPath(request), title: 'Picture hidden', text }
  },
  { failure: 'Failed to hide the picture', at: ({ request }) => getListPath(request) },
)

const deleteFile = createConfirmAction(async ({ db, uploads, tutor, id, request }) => {
  await removeFile(db, uploads, tutor, id)
  return createSaveResult('document', 'deleted', getListPath(request))
})

export const action = createIntentAction({ hide: hideFile }, deleteFile)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteDocument() {
  const { canHide, hiddenBecause, ...question } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete {...question}>
      {hiddenBecause && <p>It is hidden from students already: {hiddenBecause}</p>}
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
