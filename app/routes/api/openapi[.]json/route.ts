import type { LoaderFunctionArgs } from '@remix-run/node'
import { openApiOf } from '~/http/openapi.server'

/** What the calls take and answer, for machines; README.md says it for people. */
export function loader({ context }: LoaderFunctionArgs) {
  return Response.json(openApiOf(context.settings.centre))
}
