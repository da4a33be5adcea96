import type { LoaderFunctionArgs } from '@remix-run/node'
import { userOf } from '~/auth/identity.server'
import { logOpened, openFile, openFilePage } from '~/domain/files/opened.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { fileAnswer, pageAsked, widthAsked } from '~/http/answers/file-answer.server'
import { methods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: { loader: 'user', action: 'anyone' } })

/**
 * A file's bytes: a download, with `?inline` an image to show, also in a smaller `?width`, or with `?page` a picture of a document's page.
 * Access is checked on every request.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const { db, uploads } = context
  const user = userOf(args)
  const id = pathId(params.id)
  const page = pageAsked(request)
  if (page) {
    const handle = orNotFound(await openFilePage(db, uploads, user, { id, ...page }))
    return fileAnswer(request, { handle, fileType: 'image/webp' })
  }
  const width = widthAsked(request)
  // A picture that is shown may be in a list: its own page and the download say that it was opened.
  const isShown = new URL(request.url).searchParams.has('inline')
  // The original stands in a list where no smaller one is there; by its address alone somebody looks at it.
  const isWithinPage = isShown && (width !== undefined || request.headers.get('Sec-Fetch-Dest') === 'image')
  const { file, handle } = orNotFound(await openFile(db, uploads, user, id, { width, isWithinPage }))
  if (request.method === 'GET' && !isShown) await logOpened(db, user, file)
  return fileAnswer(request, { ...file, handle })
}

export const action = methods('GET')
