import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import express, { type RequestHandler } from 'express'
import { readyz } from '~/operator/readiness.server'
import { versionOf } from '~db/open'
import type { Database } from '~db/schema'
import { isKnownDevice } from './auth/device.server'
import { whoMayAddFiles } from './auth/identity.server'
import { loadCentre } from './domain/centre/live.server'
import { pageCache } from './http/cache/page-cache'
import { type Unique, uniqueOf } from './http/cache/render-cache.server'
import { watchSetUp } from './http/errors/warnings.server'
import {
  caching,
  knownRequests,
  noHugeBodies,
  notThere,
  oneSpelling,
  replacing,
  sameSiteOnly,
  securityHeaders,
  unexpected,
  unreadBodies,
} from './http/gate/gate'
import { health } from './http/gate/health.server'
import { observing, REQUEST_ID } from './http/gate/observing.server'
import { pacing } from './http/gate/pace'
import { noResourceData, patternFinder, routeGroups, routerQuestions, spellingOf } from './http/gate/routing'
import { keepingSetUpSecret, type SetUpAddress } from './http/gate/set-up.server'
import { staticFiles } from './http/gate/static-files'
import { answering } from './http/handler.server'
import { rejectWhenOverloaded } from './http/limits/full-heap'
import { networkOf } from './http/limits/network'
import { logInsInTurn, uploadsInTurn } from './http/limits/queues'
import { meterOf } from './operator/metrics.server'
import type { Seal } from './seal.server'
import type { Centre, Settings, SiteSettings } from './settings.server'

/** The part of the load context that all requests share. */
export interface SharedContext {
  db: Database
  settings: SiteSettings
  /** Seals what a client has to return unchanged. */
  seal: Seal
  /** The folder of uploaded files. */
  uploads: string
  /** The folder of files that are being sent. */
  arriving: string
  /** The folder that mails are written to without a mail server. */
  outbox: string
  /** The first start's form. */
  setUp: SetUpAddress
}

declare module '@remix-run/node' {
  interface AppLoadContext extends SharedContext {
    /** What this answer alone has. */
    unique: Unique
    /** True for a log-in in a queue so long that its password is not to be checked. */
    isOverloaded: boolean
    /** The same answer, read at the pace of its client (http/gate/pace.ts). */
    paced: (answer: Response) => Response
    /** The network of the request's address, as TRUST_PROXY determines it. */
    network: string
    /** True once the request's form was not saved. */
    isRefused?: boolean
  }
}

/** What the files of the build are called among the routes' patterns. */
const FILE = '(file)'

/** Answers a request: with a file of the build, with a cached page, else through the middleware and by Remix. */
export async function listenerOf(
  build: ServerBuild,
  { context, settings, development }: { context: SharedContext; settings: Settings; development: boolean },
): Promise<RequestListener> {
  const { db } = context
  const meter = await meterOf({ db, settings })
  const cache = pageCache(db)
  const routeOf = patternFinder(build)
  const app = express()
  app.disable('x-powered-by').set('trust proxy', settings.trustProxy)
  app.use(numbered, securityHeaders(settings, development))
  app.use(unreadBodies, watchSetUp(settings), knownRequests)
  app.use(oneSpelling((address) => spellingOf(address, routeOf)))
  if (!development) app.use('/assets', notThere)
  app.use(noResourceData(build, routeOf))
  app.get(['/healthz', '/up'], health(db, settings.dataDir)).get('/readyz', readyz({ db, settings }))
  if (meter) app.get('/metrics', meter.handler)
  // After these, which say why others are refused.
  app.use(rejectWhenOverloaded())
  app.use(routerQuestions(routeOf), caching, keepingSetUpSecret(context.setUp), sameSiteOnly(settings), noHugeBodies)
  app.use(logInsInTurn(({ headers }) => isKnownDevice(context, headers.cookie)))
  app.use(uploadsInTurn((request) => whoMayAddFiles(request, context)))
  // The cache looks at the version first: what it keeps for it is then rendered from these details or newer ones.
  if (!development) app.use(cache.keeping)
  app.use(rereading(db, settings.centre), replacing, routes(build, context, settings), unexpected)

  const files = development ? null : staticFiles(resolve('build/client'))
  return observing(
    {
      routeOf: ({ url = '' }) => routeOf(url),
      kept: (request, response) => {
        const file = files?.answer(request, response)
        return file ? { ...file, route: FILE } : files ? cache.answer(request, response) : undefined
      },
      answer: (request, response, at) => {
        const page = () => {
          at(routeOf(request.url ?? ''))
          app(request, response)
        }
        at(FILE)
        return files ? files.serve(request, response, page) : page()
      },
    },
    meter?.count,
  )
}

/** Remix, with what its loaders and actions get. */
function routes(build: ServerBuild, context: SharedContext, { production }: Settings) {
  return routeGroups(answering(build), {
    mode: production ? 'production' : 'development',
    getLoadContext: (request, response): AppLoadContext => ({
      ...context,
      unique: uniqueOf(response),
      paced: pacing(response),
      // Most answers never ask for it.
      get network() {
        return networkOf(request.ip)
      },
      isOverloaded: response.locals.isOverloaded === true,
    }),
  })
}

/** Tells the client the number of its request. */
const numbered: RequestHandler = ({ headers }, response, next) => {
  response.setHeader(REQUEST_ID, String(headers[REQUEST_ID]))
  next()
}

/** Reads the centre's details anew once anything was committed, by whomever, before a page shows them. */
function rereading(db: Database, centre: Centre): RequestHandler {
  let read: number | undefined
  return async (_request, _response, next) => {
    const version = versionOf(db)
    if (version === undefined || version !== read)
      await loadCentre(db, centre).then(
        () => {
          read = version
        },
        // Those in memory are still right.
        () => {},
      )
    next()
  }
}
