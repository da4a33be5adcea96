import { findFile, removeFile } from '~/domain/files/files.server'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { getMyFilesPath } from '~/routes/parts/files/my-files'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Document',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findFile(db, tutor, id),
  ({ title }, { request }) => ({
    what: 'Document',
    name: title,
    cancelTo: getMyFilesPath(new URL(request.url).searchParams),
  }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id, request }) => {
  await removeFile(db, uploads, tutor, id)
  return createSaveResult('document', 'deleted', getMyFilesPath(new URL(request.url).searchParams))
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
