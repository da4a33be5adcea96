import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { describeUnseen, readFileView } from '~/domain/files/file-views.server'
import { isImage, openableOrNull } from '~/domain/files/kinds'
import { getFileId } from '~/domain/files/places'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { findTimetable, logTimetableView } from '~/domain/timetables/timetables.server'
import { paths } from '~/paths'
import { FilePage } from '~/routes/parts/files/file-page'
import { isDocumentReady, respondWithFileView } from '~/routes/parts/files/file-view.server'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user' },
  title: 'Timetable',
  detail: ({ timetable }) => timetable.title,
})

/** Shows a timetable that is a picture or PDF; others can only be downloaded. */
export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db, uploads } = args.context
  const timetable = orNotFound(openableOrNull(await findTimetable(db, user, parsePathId(args.params.id))))
  const id = getFileId(timetable)
  const documentView = isImage(timetable.fileType) ? null : await readFileView(db, uploads, user, id)
  if (isDocumentReady(timetable, documentView)) await logTimetableView(db, user, timetable.id)
  const unseen = isTutor(user) ? await describeUnseen(db, uploads, user, id) : ''
  return respondWithFileView(timetable, { isTutor: isTutor(user), unseen, timetable, documentView })
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function OpenedTimetable() {
  const { isTutor: canEdit, timetable, documentView, advice } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <FilePage
      file={timetable}
      documentView={documentView}
      advice={advice}
      noun="timetable"
      backTo={`${paths.dashboard.timetable.list}#timetable-${timetable.id}`}
      backLabel={`Back to ${shortName} Timetable`}
      editPath={canEdit ? paths.dashboard.timetable.edit(timetable.id) : undefined}
    />
  )
}
