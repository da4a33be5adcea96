import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { changeNewsletter, findNewsletter, removeNewsletter } from '~/domain/newsletters/newsletters.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readChange } from '~/http/contract/api.server'

export async function loader(args: LoaderFunctionArgs) {
  return Response.json(orNotFound(await findNewsletter(args.context.db, pathId(args.params.id))))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  if (request.method === 'DELETE') {
    await removeNewsletter(context.db, context.uploads, user, id)
    return new Response(null, { status: 204 })
  }
  const change = await readChange(request, id)
  return Response.json(await changeNewsletter(context.db, user, id, change))
}
