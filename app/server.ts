import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import express, { type RequestHandler } from 'express'
import { versionOf } from '~db/open'
import type { Database } from '~db/schema'
import { isOpenToOthers } from '../scripts/folder.mjs'
import { lockFolder } from '../scripts/lock.mjs'
import { isKnownDevice } from './auth/device.server'
import { whoMayAddFiles } from './auth/identity.server'
import { clockHold } from './backups/clock-leap.server'
import { startBackups } from './backups/daily.server'
import { requireBackupFolder } from './backups/folder.server'
import { readyDatabase } from './backups/ready-database.server'
import { fillWithDemo } from './demo/fill'
import { closeDemonstration, openDemonstration, randomPassword } from './domain/accounts/demonstration.server'
import { loadCentre } from './domain/centre/live.server'
import { hasAccounts } from './domain/centre/set-up.server'
import { outboxIn } from './domain/deliveries/outbox.server'
import { inFlight } from './domain/deliveries/queue.server'
import { arrivingIn, clearArriving } from './domain/files/arriving.server'
import { sweep } from './domain/files/store.server'
import { pageCache } from './http/cache/page-cache'
import { type Unique, uniqueOf } from './http/cache/unique'
import { logSecurity, tellLeftOut } from './http/errors/security-log.server'
import { watchSetUp } from './http/errors/warnings.server'
import {
  caching,
  knownRequests,
  noHugeBodies,
  notThere,
  oneSpelling,
  sameSiteOnly,
  securityHeaders,
  unexpected,
  unreadBodies,
} from './http/gate/gate'
import { health } from './http/gate/health.server'
import { type Answering, observing, REQUEST_ID } from './http/gate/observing.server'
import { pacing } from './http/gate/pace'
import { patternFinder, routeGroups, routerQuestions, spellingOf } from './http/gate/routing'
import { keepingSetUpSecret, type SetUpAddress, setUpAddress } from './http/gate/set-up.server'
import { staticFiles } from './http/gate/static-files'
import { answering } from './http/handler.server'
import { whileThereIsRoom } from './http/limits/full-heap'
import { heldServer } from './http/limits/held.server'
import { logInsInTurn } from './http/limits/login-queue'
import { networkOf } from './http/limits/network'
import { uploadsInTurn } from './http/limits/uploads-in-turn'
import { log } from './log.server'
import { startDepartures } from './mail/departures.server'
import { type MailWorker, startMailWorker } from './mail/worker.server'
import { meterOf } from './operator/metrics.server'
import { readyz, whileStarting } from './operator/readyz.server'
import { startWatch } from './operator/watch.server'
import { startRetention } from './retention.server'
import { type Seal, sealWith } from './seal.server'
import { sessionSecret } from './session-secret.server'
import { type Centre, readSettings, type Settings, type SiteSettings, siteSettings } from './settings.server'
import { commit, version } from './version'

declare module '@remix-run/node' {
  interface AppLoadContext {
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
    /** What this answer alone has. */
    unique: Unique
    /** The first start's form. */
    setUp: SetUpAddress
    /** True for a log-in in a queue so long that its password is not to be checked. */
    isCrowded: boolean
    /** The same answer, read at the pace of its client (http/gate/pace.ts). */
    paced: (answer: Response) => Response
    /** The network of the request's address, as TRUST_PROXY determines it. */
    network: string
  }
}

export interface Riverbank {
  /** Answers a request: with a file of the build, with a cached page, else through the gate and by Remix. */
  app: RequestListener
  settings: Settings
  db: Database
  /** The part of the load context that all requests share. */
  context: Omit<AppLoadContext, 'unique' | 'paced' | 'network' | 'isCrowded'>
  setUp: SetUpAddress
  /** Who can log in to the demonstration, and with which password; null without one. */
  demo: Demonstration | null
}

interface Demonstration {
  usernames: string[]
  password: string
}

// Development reloads this module: the database stays open, and the mail worker is replaced.
const shared = globalThis as { riverbankData?: ReturnType<typeof prepareData>; riverbankMail?: Promise<MailWorker> }
let developmentMail: Promise<MailWorker> | undefined

/** Development's mail worker, started anew each time this module is loaded; never two at once. */
async function freshMailWorker(db: Database, settings: Settings): Promise<MailWorker> {
  const before = await shared.riverbankMail
  await before?.stop()
  return startMailWorker({ db, settings, origin: settings.publicUrl?.origin ?? `http://localhost:${settings.port}` })
}

async function prepareData(settings: Settings): Promise<{ db: Database; demo: Demonstration | null }> {
  lockFolder(settings.dataDir)
  const db = await readyDatabase(settings, { isAlone: true })
  if (!clockHold()) await sweep(db, join(settings.dataDir, 'uploads'))
  await clearArriving(arrivingIn(settings.dataDir))
  return { db, demo: settings.demo ? await demonstrate(db, settings, settings.demo) : await endDemonstration(db) }
}

async function demonstrate(
  db: Database,
  settings: Settings,
  given: { password?: string },
): Promise<Demonstration | null> {
  const password = given.password ?? randomPassword()
  await fillWithDemo(db, join(settings.dataDir, 'uploads'), password)
  const usernames = await openDemonstration(db, password)
  if (usernames.length === 0) return null
  logSecurity('demonstration on', {}, 'warn')
  const names = new Intl.ListFormat('en-IE', { type: 'disjunction' }).format(usernames)
  // A generated password is stored nowhere else, so it is logged at warn.
  log[given.password ? 'info' : 'warn'](`Demonstration: log in as ${names} with the password ${password}`)
  return { usernames, password }
}

async function endDemonstration(db: Database): Promise<null> {
  const closed = await closeDemonstration(db)
  if (closed > 0) {
    logSecurity('demonstration closed', {})
    log.warn(
      { closed },
      'This was a demonstration. Its accounts are closed while DEMO is off, and its made-up content stays until someone ' +
        'deletes it: start a real centre with an empty DATA_DIR. One account is made the centre’s own by "npm run user -- password USERNAME".',
    )
  }
  return null
}

/** The whole web application: the gate, static files, then Remix. Reads the settings, opens and migrates the database; throws when either fails. */
export async function createApp(build: ServerBuild, { development = false } = {}): Promise<Riverbank> {
  const settings = readSettings(process.env)
  log.level = settings.logLevel
  shared.riverbankData ??= prepareData(settings)
  const { db, demo } = await shared.riverbankData
  await loadCentre(db, settings.centre)
  const seal = sealWith(settings.sessionSecret ?? sessionSecret(settings.dataDir))
  if (development) {
    developmentMail ??= freshMailWorker(db, settings)
    shared.riverbankMail = developmentMail
  }

  const context = {
    db,
    settings: siteSettings(settings),
    seal,
    uploads: join(settings.dataDir, 'uploads'),
    arriving: arrivingIn(settings.dataDir),
    outbox: outboxIn(settings),
    setUp: setUpAddress(),
  }

  const meter = await meterOf({ db, settings })
  const cache = pageCache(db)
  const app = express()
  app.disable('x-powered-by').set('trust proxy', settings.trustProxy)
  app.use(numbered, securityHeaders(settings, development), whileThereIsRoom())
  const routeOf = patternFinder(build)
  app.use(unreadBodies, watchSetUp(settings), knownRequests)
  app.use(oneSpelling((address) => spellingOf(address, routeOf)))
  if (!development) app.use('/assets', notThere)
  app.get(['/healthz', '/up'], health(db, settings.dataDir)).get('/readyz', readyz({ db, settings }))
  if (meter) app.get('/metrics', meter.handler)
  app.use(routerQuestions(routeOf), caching, keepingSetUpSecret(context.setUp), sameSiteOnly(settings), noHugeBodies)
  app.use(logInsInTurn(({ headers }) => isKnownDevice({ db, seal, settings }, headers.cookie)))
  app.use(uploadsInTurn((request) => whoMayAddFiles(request, context)))
  // The cache looks at the version first: what it keeps for it is then rendered from these details or newer ones.
  if (!development) app.use(cache.keeping)
  app.use(rereading(db, settings.centre))
  app.use(
    routeGroups(answering(build), {
      mode: settings.production ? 'production' : 'development',
      getLoadContext: (request, response) => ({
        ...context,
        unique: uniqueOf(response),
        paced: pacing(response),
        // Most answers never ask for it.
        get network() {
          return networkOf(request.ip)
        },
        isCrowded: response.locals.isCrowded === true,
      }),
    }),
  )
  app.use(unexpected)
  const files = development ? null : staticFiles(resolve('build/client'))
  const answers: Answering = {
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
  }
  return { app: observing(answers, meter?.note), settings, db, context, setUp: context.setUp, demo }
}

/** What the files of the build are called among the routes' patterns. */
const FILE = '(file)'

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

/** The settings that affect security, for the log: what they were is the first question after a break-in. */
function weighty({ production, publicUrl, trustProxy, secondStep, demo, newsletter }: Settings) {
  return {
    production,
    https: publicUrl?.protocol === 'https:',
    trustProxy,
    secondStepRequired: secondStep === 'required',
    demonstration: demo !== undefined,
    doubleOptIn: newsletter.doubleOptIn,
  }
}

const ENV_IS_OPEN = 'Other users of this machine can read .env, which holds secrets: chmod 600 .env'

/** In milliseconds: how long a stop waits for requests and mails under way, and how long it may take. Docker kills after ten seconds. */
const FINISH_WITHIN = 6_000
const STOP_WITHIN = 7_500

/**
 * Serves `build`, sends mail and applies the retention periods until SIGTERM or SIGINT; requests and a mail under way are finished
 * first, within eight seconds. Returns the site's address, and how to log in where it is a demonstration. Throws before it touches
 * any data when another process has it, or the port.
 */
export async function start(build: ServerBuild): Promise<{ address: string; demo: Demonstration | null }> {
  const given = readSettings(process.env)
  // Others read it too, and Docker may have left quotation marks around it.
  if (process.env.TZ) process.env.TZ = given.timeZone
  await requireBackupFolder(given)
  const lock = lockFolder(given.dataDir)
  const { server, serve } = await heldServer(given, whileStarting)
  log.level = given.logLevel
  log.info({ version, commit, node: process.version }, 'Riverbank starts')
  if (isOpenToOthers('.env')) log.warn(ENV_IS_OPEN)
  const { app, settings, db, setUp, demo } = await createApp(build)
  serve(app)
  const address = settings.publicUrl?.origin ?? `http://localhost:${(server.address() as AddressInfo).port}`
  if (!(await hasAccounts(db)))
    log.warn(
      `Nobody has an account yet. Open ${address}/setup/${setUp.open()} within an hour to set the website up, and tell nobody ` +
        'that address. Each start prints another one, until there is an account.',
    )
  const mail = startMailWorker({ db, settings, origin: address })
  const departures = startDepartures(db)
  const retention = startRetention({ db, outbox: outboxIn(settings), uploads: join(settings.dataDir, 'uploads') })
  const backups = startBackups({ db, settings })
  const watch = startWatch({ db, settings, origin: address })
  const stop = async (signal: string) => {
    const begun = performance.now()
    const cut = { requests: 0, mails: 0 }
    const end = (isWhole: boolean) => {
      const seconds = Math.round((performance.now() - begun) / 100) / 10
      const isClean = isWhole && cut.requests + cut.mails === 0
      log[isClean ? 'info' : 'warn'](
        { signal, seconds, cut },
        isWhole ? 'Riverbank stopped' : 'Riverbank stopped unfinished',
      )
      process.exit(0)
    }
    setTimeout(end, STOP_WITHIN, false)
    // Answered connections that are kept open count as requests otherwise, and hold the stop up.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const impatient = setTimeout(() => {
      server.getConnections((_error, open = 0) => {
        cut.requests = open
        server.closeAllConnections()
      })
    }, FINISH_WITHIN)
    const working = [mail, departures, retention, backups, watch]
    await Promise.all([new Promise((closed) => server.close(closed)), ...working.map((each) => each.stop())])
    clearInterval(idle)
    clearTimeout(impatient)
    tellLeftOut()
    cut.mails = await inFlight(db).catch(() => 0)
    await db.destroy()
    lock.release()
    end(true)
  }
  // A second signal cuts nothing that is being finished.
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, isStopping ? 'already stopping' : 'stopping: what is under way is finished first')
      if (!isStopping) void stop(signal)
      isStopping = true
    })
  // Told last: whoever reads it may stop the server at once.
  log.info(`Riverbank is at ${address}`)
  logSecurity('settings at start', { settings: weighty(settings) })
  return { address, demo }
}
