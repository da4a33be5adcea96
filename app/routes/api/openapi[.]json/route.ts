import type { LoaderFunctionArgs } from '@remix-run/node'
import { openApiOf } from '~/http/contract/openapi.server'

/** The OpenAPI document. */
export function loader({ context }: LoaderFunctionArgs) {
  return Response.json(openApiOf(context.settings.centre))
}
