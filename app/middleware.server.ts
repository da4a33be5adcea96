import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import express, { type Response as ExpressResponse, type RequestHandler } from 'express'
import type { QuietTime } from '~/domain/job.server'
import { getNetwork } from '~/domain/limits/limits.server'
import { collectBodyGarbage } from '~/http/limits/bodies'
import { handleReadyz } from '~/operator/readiness.server'
import { getDataVersion } from '~db/open'
import type { Database } from '~db/schema'
import type { AppContext, RequestState } from './app-context.server'
import { isKnownDevice } from './auth/device.server'
import { findSender } from './auth/identity.server'
import { loadCentre } from './domain/centre/live.server'
import { sendResponse } from './http/answers/send.server'
import { createPageCache, isCacheableRequest, type PageCache } from './http/cache/page-cache'
import { createPerResponseValues } from './http/cache/render-cache.server'
import { watchSetUp } from './http/errors/warnings.server'
import { queueLogIns, queueUploads } from './http/limits/queues'
import { queueRequests } from './http/limits/requests-in-turn'
import { handleHealthCheck } from './http/middleware/health.server'
import { observeRequests, REQUEST_ID } from './http/middleware/observe-requests.server'
import {
  drainUnreadBodies,
  handleUnexpectedError,
  redirectToCanonicalPath,
  rejectHugeBodies,
  rejectMalformedRequests,
  rejectResourceData,
  requireSameSite,
  sendNotFound,
} from './http/middleware/request-checks'
import { allowMicrophone, setSecurityHeaders } from './http/middleware/security-headers'
import { createFileServer, FILE_ROUTE } from './http/middleware/static-files'
import { protectRoutes } from './http/remix/protect-routes.server'
import { createRemixHandler } from './http/remix/request-handler.server'
import {
  type DeclaredRoute,
  findFixedSegments,
  findResourcePatterns,
  listDeclaredTabs,
  listTabModules,
  NO_ROUTE,
} from './http/remix/routes'
import { createMetrics } from './operator/metrics.server'
import type { Centre, Settings } from './settings.server'

/** The pattern that the Remix handler stored for the log. */
const getRoutePattern = ({ locals }: ExpressResponse): string => locals.route ?? NO_ROUTE

/** Serves a file of the build, a cached page, or the response of the middleware and Remix. */
export async function createRequestListener(
  build: ServerBuild,
  { context, settings, isDevelopment }: { context: AppContext; settings: Settings; isDevelopment: boolean },
): Promise<RequestListener> {
  const { db } = context
  const operatorContext = { ...context, settings }
  const meter = await createMetrics(operatorContext)
  const cache = createPageCache(db)
  const fixedPathSegments = findFixedSegments(build)
  const app = express()
  app.disable('x-powered-by').set('trust proxy', settings.trustProxy)
  app.use(setRequestId, setSecurityHeaders(settings, isDevelopment))
  app.use(
    collectBodyGarbage(),
    drainUnreadBodies,
    watchSetUp(settings, context.siteWarnings),
    rejectMalformedRequests,
    redirectToCanonicalPath(fixedPathSegments),
  )
  if (!isDevelopment) app.use('/assets', sendNotFound)
  app.use(rejectResourceData(findResourcePatterns(build)))
  app.get(['/healthz', '/up'], nameRoute, handleHealthCheck({ ...context, dataDir: settings.dataDir }))
  app.get('/readyz', nameRoute, handleReadyz(operatorContext))
  if (meter) app.get('/metrics', nameRoute, meter.handler)
  app.use(
    noteUse(context.quietTime),
    requireSameSite(settings, context.securityLog, fixedPathSegments),
    rejectHugeBodies,
  )
  app.use(queueLogIns(build, context.securityLog, ({ headers }) => isKnownDevice(context, headers.cookie)))
  app.use(queueUploads(build, (request, access) => findSender(request, access, context)))
  // After the queues of log-ins and uploads, so that waiting requests take no place here.
  app.use(queueRequests({ refused: context.refusedRequests }))
  app.use(
    refreshCentreDetails(db, settings.centre),
    createRouteHandler(build, context, settings, cache),
    handleUnexpectedError,
  )

  const files = isDevelopment ? null : createFileServer(resolve('build/client'))
  return observeRequests(
    {
      answerFromMemory: (request, response) =>
        files ? (files.answer(request, response) ?? cache.answer(request, response)) : undefined,
      answer: (request, response, name) => {
        const respondWithPage = () => {
          response.prependListener('close', () => name(getRoutePattern(response as ExpressResponse)))
          app(request, response)
        }
        name(FILE_ROUTE)
        return files ? files.serve(request, response, respondWithPage) : respondWithPage()
      },
    },
    meter?.count,
  )
}

/** Names routes outside Remix by their path, for the log. */
const nameRoute: RequestHandler = ({ path }, { locals }, next) => {
  locals.route = path
  next()
}

/** Remix's request handler with its load context. */
function createRouteHandler(build: ServerBuild, context: AppContext, settings: Settings, cache: PageCache) {
  const subTabs = listDeclaredTabs(build)
  const tabModules = { student: listTabModules(build, 'student'), tutor: listTabModules(build, 'tutor') }
  return createRemixHandler(protectRoutes(build), {
    mode: settings.production ? 'production' : 'development',
    contextOf: (request, response): AppLoadContext => ({
      ...context,
      subTabs,
      tabModules,
      state: { sessions: new Map() } satisfies RequestState,
      perResponse: createPerResponseValues(response),
      // Computed on demand: few responses need it.
      get network() {
        return getNetwork(request.ip)
      },
      isForAll: isCacheableRequest(request),
      isOverloaded: response.locals.isOverloaded === true,
    }),
    send: (request, response, answer, { state: { route, allowedMethods = 'GET, HEAD' } }) => {
      const pattern = route?.pattern ?? NO_ROUTE
      response.locals.route = pattern
      setCacheHeaders(response, route, settings.centre)
      // Remix drops the header of an action's response when it renders a page.
      if (answer.status === 405) response.set('Allow', allowedMethods)
      const cacheBody = cache.begin(request, response)
      return sendResponse(request, response, answer, (body) => cacheBody(body, pattern))
    },
  })
}

/**
 * Personal pages are never stored or indexed; public ones are revalidated each time, and indexed once the website is ready. A
 * response's own headers override these.
 */
function setCacheHeaders(response: ExpressResponse, route: DeclaredRoute | undefined, { isReady }: Centre): void {
  response.set('Cache-Control', route?.isPublic ? 'no-cache' : 'private, no-store')
  if (!route?.isPublic || !isReady) response.set('X-Robots-Tag', 'noindex')
  if (route?.screen?.referrer) response.set('Referrer-Policy', route.screen.referrer)
  if (route?.screen?.microphone) allowMicrophone(response)
}

/** Returns the request's id to the client. */
const setRequestId: RequestHandler = ({ headers }, response, next) => {
  response.setHeader(REQUEST_ID, String(headers[REQUEST_ID]))
  next()
}

/** Notes each request that neither memory nor a probe's handler answers. */
const noteUse =
  (quietTime: QuietTime): RequestHandler =>
  (_request, response, next) => {
    response.once('close', quietTime.begin())
    next()
  }

/** Reloads the centre's details before a page shows them, after any commit of this or another process. */
function refreshCentreDetails(db: Database, centre: Centre): RequestHandler {
  let seenVersion: number | undefined
  return async (_request, _response, next) => {
    const version = getDataVersion(db)
    if (version === undefined || version !== seenVersion)
      await loadCentre(db, centre).then(
        () => {
          seenVersion = version
        },
        // The details in memory are still valid.
        () => {},
      )
    next()
  }
}
