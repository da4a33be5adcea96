import type { LoaderFunctionArgs } from '@remix-run/node'
import { openLink } from '~/auth/secret-links.server'
import { openFamilyFile } from '~/domain/at-home/family-view.server'
import { parsePathId } from '~/domain/path-id'
import { createFileResponse, readRequestedWidth } from '~/http/answers/file-answer.server'
import { allowMethods, createRefusalResponse } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** A picture or file that a student shows at home, for the family's link. Each request checks that it still is. */
export async function loader({ request, params: { token, id }, context }: LoaderFunctionArgs) {
  const file = await openLink(context, 'family link', token, (db, secret) =>
    openFamilyFile(db, context.uploads, secret, parsePathId(id), readRequestedWidth(request)),
  )
  if (!file) throw createRefusalResponse(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  return createFileResponse(request, file, {
    // A proxy's compression would break range requests.
    'Cache-Control': 'private, no-store, no-transform',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
  })
}

/** Remix would refuse other methods too, but would log the secret address. */
export const action = allowMethods('GET')
