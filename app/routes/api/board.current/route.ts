import type { LoaderFunctionArgs } from '@remix-run/node'
import { listCurrentMembers } from '~/domain/board/board.server'

/** What the public Board page shows first. */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await listCurrentMembers(context.db))
}
