import { data } from '@remix-run/node'
import type { DocumentViewData, FailureReason } from '~/domain/documents/document-view.server'
import { CONTAINER_NOTES } from '~/domain/documents/remarks'
import { isImage } from '~/domain/files/kinds'

/** Reload interval in seconds. */
const REFRESH_SECONDS = 3

const FAILURE_ADVICE: Record<FailureReason, string> = {
  damaged: 'It is damaged.',
  password: 'It needs a password. Save a copy without one, and upload that.',
  'too much': 'It is too large or too complex. Save it again as a simpler PDF, and upload that.',
  ended: 'We tried twice and could not show it. Save it again as a simpler PDF, and upload that.',
  ...CONTAINER_NOTES,
  empty: 'It has no text or pictures that we can show. Save it as a PDF, and upload that.',
}

/** For tutors: why a document can only be downloaded, and what to do. */
export const describeFailure = (reason: FailureReason): string => FAILURE_ADVICE[reason]

/** Whether the file can be read: a picture at once, a document once its pages are ready. Views are logged only from then on. */
export const isDocumentReady = ({ fileType }: { fileType: string }, documentView: DocumentViewData | null) =>
  isImage(fileType) || documentView !== null

interface FilePageData {
  isTutor: boolean
  documentView: DocumentViewData | null
  unseen: string
}

/** Responds with the data of a file's page. The browser reloads it until the document is ready. */
export function respondWithFileView<PageData extends FilePageData>(
  file: { fileType: string },
  { unseen, ...page }: PageData,
) {
  const { isTutor, documentView } = page
  const failure = documentView?.state === 'failed' ? FAILURE_ADVICE[documentView.reason] : undefined
  return data(
    { ...page, advice: isTutor ? (failure ?? (unseen || undefined)) : undefined },
    { headers: isDocumentReady(file, documentView) ? {} : { Refresh: String(REFRESH_SECONDS) } },
  )
}
