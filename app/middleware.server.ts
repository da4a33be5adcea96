import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import express, { type Response as ExpressResponse, type RequestHandler } from 'express'
import { readyz } from '~/operator/readiness.server'
import { versionOf } from '~db/open'
import type { Database } from '~db/schema'
import { isKnownDevice } from './auth/device.server'
import { whoMayAddFiles } from './auth/identity.server'
import type { Session } from './auth/sessions.server'
import { loadCentre } from './domain/centre/live.server'
import type { MailStatus } from './domain/deliveries/mail-status.server'
import { networkOf } from './domain/limits/network'
import { sendAnswer } from './http/answers/send.server'
import { isForAll, type PageCache, pageCache } from './http/cache/page-cache'
import { type Unique, uniqueOf } from './http/cache/render-cache.server'
import { watchSetUp } from './http/errors/warnings.server'
import {
  knownRequests,
  noHugeBodies,
  noResourceData,
  notThere,
  oneSpelling,
  sameSiteOnly,
  securityHeaders,
  unexpected,
  unreadBodies,
} from './http/gate/gate'
import { health } from './http/gate/health.server'
import { observing, REQUEST_ID } from './http/gate/observing.server'
import type { SetUpAddress } from './http/gate/set-up.server'
import { staticFiles } from './http/gate/static-files'
import { rejectWhenOverloaded } from './http/limits/full-heap'
import { logInsInTurn, uploadsInTurn } from './http/limits/queues'
import { protectRoutes } from './http/remix/protect-routes.server'
import { remixHandler } from './http/remix/request-handler.server'
import {
  type DeclaredRoute,
  type DeclaredTab,
  declaredTabs,
  fixedSegments,
  NO_ROUTE,
  resourcePatterns,
} from './http/remix/routes'
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
  /** Trouble with the mail server, and the attempts to send mail. */
  mailStatus: MailStatus
  /** The first start's form. */
  setUp: SetUpAddress
}

declare module '@remix-run/node' {
  interface AppLoadContext extends SharedContext {
    /** What this answer alone has. */
    unique: Unique
    /** True for a log-in in a queue so long that its password is not to be checked. */
    isOverloaded: boolean
    /** True where an answer that is the same for everybody may be cached. */
    isForAll?: boolean
    /** The innermost route that answers, once Remix has found it. */
    route?: DeclaredRoute
    /** The sub-tabs of the portal that routes declare. */
    subTabs?: DeclaredTab[]
    /** The session that the request was let in with; undefined where anyone may ask. */
    session?: Session
    /** The network of the request's address, as TRUST_PROXY determines it. */
    network: string
    /** True once the request's form was not saved. */
    isRefused?: boolean
  }
}

/** What the files of the build are called among the routes' patterns. */
const FILE = '(file)'

/** Where Remix leaves the pattern of its route, for the log. */
const routeOf = ({ locals }: ExpressResponse): string => locals.route ?? NO_ROUTE

/** Answers a request: with a file of the build, with a cached page, else through the middleware and by Remix. */
export async function listenerOf(
  build: ServerBuild,
  { context, settings, development }: { context: SharedContext; settings: Settings; development: boolean },
): Promise<RequestListener> {
  const { db, mailStatus } = context
  const meter = await meterOf({ db, settings, mailStatus })
  const cache = pageCache(db)
  const fixed = fixedSegments(build)
  const app = express()
  app.disable('x-powered-by').set('trust proxy', settings.trustProxy)
  app.use(numbered, securityHeaders(settings, development))
  app.use(unreadBodies, watchSetUp(settings), knownRequests, oneSpelling(fixed))
  if (!development) app.use('/assets', notThere)
  app.use(noResourceData(resourcePatterns(build)))
  app
    .get(['/healthz', '/up'], named, health(db, settings.dataDir))
    .get('/readyz', named, readyz({ db, settings, mailStatus }))
  if (meter) app.get('/metrics', named, meter.handler)
  // After these, which say why others are refused.
  app.use(rejectWhenOverloaded())
  app.use(sameSiteOnly(settings, fixed), noHugeBodies)
  app.use(logInsInTurn(({ headers }) => isKnownDevice(context, headers.cookie)))
  app.use(uploadsInTurn((request) => whoMayAddFiles(request, context)))
  app.use(rereading(db, settings.centre), routes(build, context, settings, cache), unexpected)

  const files = development ? null : staticFiles(resolve('build/client'))
  return observing(
    {
      kept: (request, response) => {
        const file = files?.answer(request, response)
        return file ? { ...file, route: FILE } : files ? cache.answer(request, response) : undefined
      },
      answer: (request, response, name) => {
        const page = () => {
          response.prependListener('close', () => name(routeOf(response as ExpressResponse)))
          app(request, response)
        }
        name(FILE)
        return files ? files.serve(request, response, page) : page()
      },
    },
    meter?.count,
  )
}

/** Names what Remix doesn't answer by its address. */
const named: RequestHandler = ({ path }, { locals }, next) => {
  locals.route = path
  next()
}

/** Remix, with what its loaders and actions get. */
function routes(build: ServerBuild, context: SharedContext, { production }: Settings, cache: PageCache) {
  const subTabs = declaredTabs(build)
  return remixHandler(protectRoutes(build), {
    mode: production ? 'production' : 'development',
    contextOf: (request, response): AppLoadContext => ({
      ...context,
      subTabs,
      unique: uniqueOf(response),
      // Most answers never ask for it.
      get network() {
        return networkOf(request.ip)
      },
      isForAll: isForAll(request),
      isOverloaded: response.locals.isOverloaded === true,
    }),
    send: (request, response, answer, { route }) => {
      const pattern = route?.pattern ?? NO_ROUTE
      response.locals.route = pattern
      setCaching(response, route)
      const keep = cache.begin(request, response)
      return sendAnswer(request, response, answer, (body) => keep(body, pattern))
    },
  })
}

/** Personal pages are never stored or indexed; public ones are revalidated each time. What an answer says for itself takes their place. */
function setCaching(response: ExpressResponse, route: DeclaredRoute | undefined): void {
  response.set('Cache-Control', route?.isPublic ? 'no-cache' : 'private, no-store')
  if (!route?.isPublic) response.set('X-Robots-Tag', 'noindex')
  if (route?.screen?.referrer) response.set('Referrer-Policy', route.screen.referrer)
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
