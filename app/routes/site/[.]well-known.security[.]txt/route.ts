import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refused } from '~/domain/refused'
import { createTextResponse } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { getMailtoLink } from '~/ui/site/contact-links'

export const handle = defineScreen({ access: 'anyone' })

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** The contact for security reports (RFC 9116); 404 unless SECURITY_EMAIL is set. */
export function loader({ request, context: { settings } }: LoaderFunctionArgs) {
  if (!settings.securityEmail) throw new Refused('notFound', 'There is no address for reports of security faults here.')
  const expires = new Date()
  expires.setUTCHours(0, 0, 0, 0)
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS)
  const lines = [
    `Contact: ${getMailtoLink(settings.securityEmail)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${getOrigin(request, settings)}${paths.securityContact}`,
    '',
  ]
  return createTextResponse(request, lines.join('\n'), { 'Content-Type': 'text/plain; charset=utf-8' })
}

export const action = allowMethods('GET')
