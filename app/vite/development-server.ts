import type { Connect, Plugin, ViteDevServer } from 'vite'

/** In development the same Express middleware runs before Remix as in production, so that both behave alike. */
export function middlewareFirst(): Plugin {
  return {
    name: 'riverbank-middleware',
    configureServer(server: ViteDevServer) {
      // Made again once any of the server's modules has changed.
      let served: { build?: unknown; made?: Promise<{ app: Connect.NextHandleFunction }> } = {}
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            const build = await server.ssrLoadModule('virtual:remix/server-build')
            if (served.build !== build)
              served = { build, made: build.entry.module.createApp(build, { isDevelopment: true }) }
            const made = await served.made
            made?.app(request, response, next)
          } catch (error) {
            served = {}
            next(error)
          }
        })
      }
    },
  }
}
