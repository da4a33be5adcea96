import type { LoaderFunctionArgs } from '@remix-run/node'
import { getUser } from '~/auth/identity.server'
import { logOpened, openFile, openFilePage } from '~/domain/files/file-views.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createFileResponse, readRequestedPage, readRequestedWidth } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: { loader: 'user', action: 'anyone' } })

/**
 * A file's bytes as a download, with `?inline` as an image (smaller with `?width`), or with `?page` as a picture of a document's page.
 * Access is checked on every request.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const { db, uploads } = context
  const user = getUser(args)
  const id = parsePathId(params.id)
  const page = readRequestedPage(request)
  if (page) {
    const handle = orNotFound(await openFilePage(db, uploads, user, { id, ...page }))
    return createFileResponse(request, { handle, fileType: 'image/webp' })
  }
  const width = readRequestedWidth(request)
  // An inline picture may be in a list, so only its own page and the download count as opening it.
  const isShown = new URL(request.url).searchParams.has('inline')
  // Lists show the original if there is no smaller version; a request for the address itself is a view.
  const isWithinPage = isShown && (width !== undefined || request.headers.get('Sec-Fetch-Dest') === 'image')
  const { file, handle } = orNotFound(await openFile(db, uploads, user, id, { width, isWithinPage }))
  if (request.method === 'GET' && !isShown) await logOpened(db, user, file)
  return createFileResponse(request, { ...file, handle })
}

export const action = allowMethods('GET')
