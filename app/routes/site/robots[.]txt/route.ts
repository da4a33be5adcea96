import type { LoaderFunctionArgs } from '@remix-run/node'
import { createTextResponse } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/**
 * Secret addresses are not listed here: they respond with noindex (http/middleware/request-checks.ts). The same goes for all pages
 * of a website that is not ready: a search engine must be able to read the noindex.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const sitemap = `${getOrigin(request, context.settings)}${paths.sitemap}`
  const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /dashboard', '']
  if (context.settings.centre.isReady) lines.push(`Sitemap: ${sitemap}`, '')
  return createTextResponse(request, lines.join('\n'), { 'Content-Type': 'text/plain; charset=utf-8' })
}

export const action = allowMethods('GET')
