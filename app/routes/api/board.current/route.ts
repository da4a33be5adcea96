import type { LoaderFunctionArgs } from '@remix-run/node'
import { listCurrentMembers } from '~/domain/board/board.server'

export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await listCurrentMembers(context.db))
}
