import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refused } from '~/domain/refused'
import { textAnswer } from '~/http/answers/file-answer.server'
import { methods } from '~/http/errors/refusal'
import { originOf } from '~/http/gate/origin'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { mailtoLink } from '~/ui/site/email-link'

export const handle = defineScreen({ access: 'anyone' })

/** In days; RFC 9116 wants less than a year. */
const VALID_FOR = 180

/** To whom a fault of security is reported (RFC 9116); 404 unless the operator set SECURITY_EMAIL. */
export function loader({ request, context: { settings } }: LoaderFunctionArgs) {
  if (!settings.securityEmail) throw new Refused(404, 'There is no address for reports of security faults here.')
  const expires = new Date()
  expires.setUTCHours(0, 0, 0, 0)
  expires.setUTCDate(expires.getUTCDate() + VALID_FOR)
  const lines = [
    `Contact: ${mailtoLink(settings.securityEmail)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${originOf(request, settings)}${paths.securityContact}`,
    '',
  ]
  return textAnswer(request, lines.join('\n'), { 'Content-Type': 'text/plain; charset=utf-8' })
}

export const action = methods('GET')
