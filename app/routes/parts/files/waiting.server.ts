import { data } from '@remix-run/node'
import type { ShownDocument } from '~/domain/documents/shown.server'
import { isImage } from '~/domain/files/kinds'

/** In seconds. */
const AGAIN = 3

/** What a file's page shows. The browser loads the page again while the document is being made ready. */
export function waitingFor<Shown extends { shown: ShownDocument | null }>(
  { fileType }: { fileType: string },
  shown: Shown,
) {
  const isReady = isImage(fileType) || shown.shown !== null
  return data(shown, { headers: isReady ? {} : { Refresh: String(AGAIN) } })
}
