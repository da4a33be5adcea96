import { useLoaderData, useSearchParams } from '@remix-run/react'
import { findFile, removeFile } from '~/domain/files/files.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { myFiles } from '~/routes/parts/files/my-files'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, tutor, id }) => findFile(db, tutor, id),
  (file) => ({ file }),
)
export const action = confirmAction(async ({ db, uploads, tutor, id, request }) => {
  await removeFile(db, uploads, tutor, id)
  return {
    to: myFiles(new URL(request.url).searchParams),
    title: 'Document deleted',
    text: 'The document has been deleted successfully.',
  }
})

export const meta = pageTitle<typeof loader>('Delete Document', { of: ({ file }) => file.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteFile() {
  const { file } = useLoaderData<typeof loader>()
  const [parameters] = useSearchParams()
  return <ConfirmDelete what="Document" name={file.title} cancelTo={myFiles(parameters)} />
}
