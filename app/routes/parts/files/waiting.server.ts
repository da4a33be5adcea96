import { data } from '@remix-run/node'
import type { DocumentViewData, FailureReason } from '~/domain/documents/shown.server'
import { isImage } from '~/domain/files/kinds'

/** In seconds. */
const AGAIN = 3

const ADVICE: Record<FailureReason, string> = {
  damaged: 'It is damaged.',
  password: 'It asks for a password. Save a copy without one, and upload that.',
  'too much': 'It is too large or too complex. Save it again as a simpler PDF, and upload that.',
  empty: 'There are no words or pictures in it that we can show. Save it as a PDF, and upload that.',
}

/** True for a picture, and for a document once it is made ready: only then does its page count as a look. */
export const isReady = ({ fileType }: { fileType: string }, shown: DocumentViewData | null) =>
  isImage(fileType) || shown !== null

/** What a file's page shows. The browser loads the page again while the document is being made ready. */
export function waitingFor<Shown extends { isTutor: boolean; shown: DocumentViewData | null }>(
  file: { fileType: string },
  page: Shown,
) {
  const { isTutor, shown } = page
  const advice = isTutor && shown?.state === 'failed' ? ADVICE[shown.reason] : undefined
  return data({ ...page, advice }, { headers: isReady(file, shown) ? {} : { Refresh: String(AGAIN) } })
}
