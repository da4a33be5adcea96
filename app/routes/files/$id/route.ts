import type { LoaderFunctionArgs } from '@remix-run/node'
import { userOf } from '~/auth/identity.server'
import { logOpened, openFile } from '~/domain/files/opened.server'
import { isPlainPdf } from '~/domain/files/pdf.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { fileAnswer, widthAsked } from '~/http/answers/file-answer.server'
import { methods } from '~/http/errors/refusal'

/** A file's bytes: a download, or with `?inline` an image or PDF to show, also in a smaller `?width`. Access is checked on every request. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const user = userOf(args)
  const id = pathId(params.id)
  const width = widthAsked(request)
  // A picture that is shown may be in a list: its own page and the download say that it was opened.
  const isShown = new URL(request.url).searchParams.has('inline')
  // The original stands in a list where no smaller one is there; by its address alone somebody looks at it.
  const within = request.headers.get('Sec-Fetch-Dest') ?? ''
  const isWithinPage = isShown && (width !== undefined || within === 'image')
  const isInViewer = isShown && ['object', 'embed'].includes(within)
  const opening = { width, isWithinPage, isInViewer }
  const { file, handle } = orNotFound(await openFile(context.db, context.uploads, user, id, opening))
  if (request.method === 'GET' && !isShown) await logOpened(context.db, user, file)
  return fileAnswer(request, { ...file, handle, isPlainPdf: isShown && (await isPlainPdf(file, handle)) })
}

export const action = methods('GET')
