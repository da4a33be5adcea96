import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPastMembers } from '~/domain/board/board.server'

/** What the public Board page shows as its past members. */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await listPastMembers(context.db))
}
