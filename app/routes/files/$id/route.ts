import type { FileHandle } from 'node:fs/promises'
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/auth/identity.server'
import { contentDisposition } from '~/domain/files/file-name'
import { openFile } from '~/domain/files/files.server'
import { isImage, SMALL_WIDTHS } from '~/domain/files/kinds'
import { pathId } from '~/domain/path-id'
import { methods } from '~/http/api.server'
import { notFound } from '~/http/refusal'

/** A file's bytes: to keep, or with `?inline` an image to show, also in a smaller `?width`. Whose it is, is asked every time. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireUser(args)
  const asked = new URL(request.url).searchParams
  const width = SMALL_WIDTHS.find((candidate) => String(candidate) === asked.get('width'))
  const found = await openFile(context.db, context.uploads, user, pathId(params.id), width)
  if (!found) throw notFound(request)
  const { file, handle } = found
  const shown = isImage(file.fileType) && asked.has('inline')
  const headers = {
    'Content-Type': file.fileType,
    'Content-Length': String((await handle.stat()).size),
    'Content-Disposition': contentDisposition(shown ? 'inline' : 'attachment', file.fileName),
    // Beside the site's own policy (http/gate.ts): whatever a file holds, it runs nothing.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  return new Response(await body(request, handle), { headers })
}

async function body(request: Request, handle: FileHandle) {
  if (request.method !== 'HEAD') return createReadableStreamFromReadable(handle.createReadStream())
  await handle.close()
  return null
}

export const action = methods('GET')
