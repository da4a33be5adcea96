import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import { log } from './log.server'

type Door = (args: ActionFunctionArgs) => unknown

/** The same door, whose faults of ours are answered as the API answers everything: in JSON. Refusals are Responses, and pass. */
function guarded(door: Door | undefined): Door | undefined {
  return (
    door &&
    (async (args) => {
      try {
        return await door(args)
      } catch (error) {
        if (error instanceof Response) throw error
        log.error({ err: error }, 'a call failed')
        return Response.json(
          { message: 'Something went wrong here. Please try again in a few minutes.' },
          { status: 500, headers: { 'Cache-Control': 'no-store' } },
        )
      }
    })
  )
}

/** The build, with every route under routes/api guarded so that Remix never answers for it in plain text. */
export function answeringInJson(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route || !id.startsWith('routes/api/')) return [id, route] as const
    const { loader, action } = route.module as { loader?: Door; action?: Door }
    return [id, { ...route, module: { ...route.module, loader: guarded(loader), action: guarded(action) } }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}
