// The product's own build for @remix-run/serve. That server passes loaders no load context, so here each gets the product's.
// Everything else (routes, rendering, database, demonstration) is the same.
import { randomUUID } from 'node:crypto'
import { importBuild } from '../../../app/processes/bundle.mjs'

const build = await importBuild('index.js')
const { entry } = build
const { routes } = entry.module.protectRoutes(build)
const { context } = await entry.module.createApp(build)
const createContext = () => ({
  ...context,
  perResponse: { nonce: randomUUID() },
  state: {},
  subTabs: [],
  network: '127.0.0.1',
  isOverloaded: false,
})

const inContext = (handler) => handler && ((args) => handler({ ...args, context: createContext() }))
const routeInContext = (route) => {
  const { loader, action } = route.module
  return { ...route, module: { ...route.module, loader: inContext(loader), action: inContext(action) } }
}

const inEveryRoute = Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, routeInContext(route)]))
const entryInContext = {
  module: {
    ...entry.module,
    default: (request, status, headers, remix) =>
      entry.module.default(request, status, headers, remix, createContext()),
  },
}

export const { assets, assetsBuildDirectory, basename, future, isSpaMode, mode, publicPath } = build
export { entryInContext as entry, inEveryRoute as routes }
