import type { LoaderFunctionArgs } from '@remix-run/node'
import { getWebsiteIcon } from '~/domain/website/pictures.server'
import { allowMethods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** The icon for browser tabs and phone home screens. A new icon gets a new address in pages (root.tsx). */
export async function loader({ context }: LoaderFunctionArgs) {
  const png = await getWebsiteIcon(context.db, context.uploads, context.settings.centre)
  const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' }
  return new Response(new Uint8Array(png), { headers })
}

export const action = allowMethods('GET')
