import { findFile, removeFile } from '~/domain/files/files.server'
import { confirmAction, recordDone, recordLoader } from '~/http/forms/pages.server'
import { myFiles } from '~/routes/parts/files/my-files'

export const loader = recordLoader(
  ({ db, tutor, id }) => findFile(db, tutor, id),
  ({ title }, { request }) => ({ what: 'Document', name: title, cancelTo: myFiles(new URL(request.url).searchParams) }),
)
export const action = confirmAction(async ({ db, uploads, tutor, id, request }) => {
  await removeFile(db, uploads, tutor, id)
  return recordDone('document', 'deleted', myFiles(new URL(request.url).searchParams))
})

export { default, meta } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
