import { data } from '@remix-run/node'
import type { DocumentViewData, FailureReason } from '~/domain/documents/document-view.server'
import { isImage } from '~/domain/files/kinds'

/** Reload interval in seconds. */
const REFRESH_SECONDS = 3

const FAILURE_ADVICE: Record<FailureReason, string> = {
  damaged: 'It is damaged.',
  password: 'It needs a password. Save a copy without one, and upload that.',
  'too much': 'It is too large or too complex. Save it again as a simpler PDF, and upload that.',
  empty: 'It has no text or pictures that we can show. Save it as a PDF, and upload that.',
}

/** True for a picture, and for a document once its pages are ready. Only then is the visit logged. */
export const isDocumentReady = ({ fileType }: { fileType: string }, shown: DocumentViewData | null) =>
  isImage(fileType) || shown !== null

/** The data of a file's page, which the browser reloads until the document is ready. */
export function respondWithFileView<Shown extends { isTutor: boolean; shown: DocumentViewData | null }>(
  file: { fileType: string },
  page: Shown,
) {
  const { isTutor, shown } = page
  const advice = isTutor && shown?.state === 'failed' ? FAILURE_ADVICE[shown.reason] : undefined
  return data(
    { ...page, advice },
    { headers: isDocumentReady(file, shown) ? {} : { Refresh: String(REFRESH_SECONDS) } },
  )
}
