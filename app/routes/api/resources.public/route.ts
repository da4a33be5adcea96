import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPublicResources } from '~/domain/resources/resources.server'

export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await listPublicResources(context.db))
}
