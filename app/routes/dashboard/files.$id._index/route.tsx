import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { findFileChoice } from '~/domain/at-home/at-home.server'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { describeUnseen, listOpenings, logOpened, logView, readFileView } from '~/domain/files/file-views.server'
import { isImage, openableOrNull } from '~/domain/files/kinds'
import { findDocument } from '~/domain/files/lists.server'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { OpenedStatus } from '~/routes/parts/files/document-row'
import { FilePage } from '~/routes/parts/files/file-page'
import { isDocumentReady, respondWithFileView } from '~/routes/parts/files/file-view.server'
import { getMyFilesPath } from '~/routes/parts/files/my-files'
import { ShowAtHome } from '~/routes/parts/home/show-at-home'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user' },
  title: 'File',
  detail: ({ file }) => file.title,
})

/** Shows a picture or PDF from My Files; other documents can only be downloaded. */
export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db, uploads } = args.context
  const file = orNotFound(openableOrNull(await findDocument(db, user, parsePathId(args.params.id))))
  const documentView = isImage(file.fileType) ? null : await readFileView(db, uploads, user, file.id)
  if (isDocumentReady(file, documentView)) {
    await logOpened(db, user, file)
    await logView(db, user, { ...file, album: null })
  }
  const home = await findFileChoice(db, user, file.id)
  const unseen = isTutor(user) ? await describeUnseen(db, uploads, user, file.id) : ''
  const reasons = isTutor(user) && file.isShared ? await findHiddenReasons(db, user, 'file', [file.id]) : {}
  const hiddenBecause = reasons[file.id] ?? null
  const openings =
    isTutor(user) && file.isShared
      ? { students: await listStudentChoices(db, user), openedBy: (await listOpenings(db, user, [file.id]))[file.id] }
      : null
  return respondWithFileView(file, {
    isTutor: isTutor(user),
    unseen,
    file,
    documentView,
    home,
    hiddenBecause,
    openings,
  })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function OpenedDocument() {
  const { isTutor: canEdit, file, documentView, advice, home, hiddenBecause, openings } = useLoaderData<typeof loader>()
  const [parameters] = useSearchParams()
  const card = `#file-${file.id}`
  return (
    <FilePage
      file={file}
      documentView={documentView}
      advice={advice}
      hiddenBecause={hiddenBecause}
      noun="document"
      backTo={`${getMyFilesPath(parameters)}${card}`}
      backLabel="Back to My Files"
      editPath={canEdit ? `${getMyFilesPath(parameters, file.id)}${card}` : undefined}
    >
      <ShowAtHome choice={home} fileId={file.id} />
      {openings && (
        <div className="no-print mt-6">
          <OpenedStatus file={file} {...openings} />
        </div>
      )}
    </FilePage>
  )
}
