import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPastMembers } from '~/domain/board/board.server'

export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await listPastMembers(context.db))
}
