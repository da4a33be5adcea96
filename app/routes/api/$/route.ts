import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '~/http/refusal'

/** An address that is no call: 404 in JSON, never the site's page. */
export function loader({ request }: LoaderFunctionArgs): never {
  throw notFound(request)
}

export const action = loader
