import type { LoaderFunctionArgs } from '@remix-run/node'
import { listActivePlans } from '~/domain/plans/plans.server'

export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await listActivePlans(context.db))
}
