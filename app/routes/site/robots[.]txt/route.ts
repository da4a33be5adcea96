import type { LoaderFunctionArgs } from '@remix-run/node'
import { textAnswer } from '~/http/answers/file-answer.server'
import { methods } from '~/http/errors/refusal'
import { originOf } from '~/http/gate/origin'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** What search engines may ask for. Secret addresses are not told here: they answer noindex (http/gate/gate.ts). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const sitemap = `${originOf(request, context.settings)}${paths.sitemap}`
  const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /dashboard', '', `Sitemap: ${sitemap}`, '']
  return textAnswer(request, lines.join('\n'), { 'Content-Type': 'text/plain; charset=utf-8' })
}

export const action = methods('GET')
