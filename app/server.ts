import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import { installGlobals } from '@remix-run/node'
import compression from 'compression'
import express, { type Express } from 'express'
import { sql } from 'kysely'
import { fillWithDemo } from '~db/demo'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { sweep } from './domain/files/store.server'
import {
  caching,
  knownRequests,
  noCrowd,
  noHugeBodies,
  sameSiteOnly,
  securityHeaders,
  unexpected,
  unreadBodies,
} from './http/gate'
import { log } from './http/log.server'
import { networkOf } from './http/network'
import { pageCache } from './http/page-cache'
import { tellLeftOut } from './http/security-log.server'
import { type MailWorker, startMailWorker } from './mail/worker.server'
import { type Seal, sealWith } from './seal.server'
import { readSettings, type Settings, type SiteSettings, siteSettings } from './settings.server'

declare module '@remix-run/node' {
  interface AppLoadContext {
    db: Database
    settings: SiteSettings
    /** Seals what has to come back unchanged, without giving the secret away. */
    seal: Seal
    /** The folder that uploaded files are kept in. */
    uploads: string
    /** The Content-Security-Policy nonce of this answer. */
    nonce: string
    /** The network the request comes from, as far as TRUST_PROXY lets us believe it. */
    network: string
  }
}

export interface Riverbank {
  app: Express
  settings: Settings
  db: Database
}

// Development reloads this module; the database stays open across reloads, and the mail worker gives way to a fresh one.
const shared = globalThis as { riverbankDatabase?: Promise<Database>; riverbankMail?: Promise<MailWorker> }
let developmentMail: Promise<MailWorker> | undefined

/** Development's mail worker, once for each time that this module is loaded; never two at once. */
async function freshMailWorker(db: Database, settings: Settings): Promise<MailWorker> {
  const before = await shared.riverbankMail
  await before?.stop()
  return startMailWorker({ db, settings, origin: settings.publicUrl?.origin ?? `http://localhost:${settings.port}` })
}

async function prepareDatabase(settings: Settings): Promise<Database> {
  const db = openDatabase(join(settings.dataDir, 'riverbank.sqlite'))
  await migrate(db)
  await sweep(db, join(settings.dataDir, 'uploads'))
  if (settings.demo) await fillWithDemo(db, join(settings.dataDir, 'uploads'), settings.demo.password)
  return db
}

/** The whole web application: the gate, static files, then Remix. Reads the settings, opens and migrates the database; throws when either can't be. */
export async function createApp(build: ServerBuild, { development = false } = {}): Promise<Riverbank> {
  installGlobals({ nativeFetch: true })
  const settings = readSettings(process.env)
  shared.riverbankDatabase ??= prepareDatabase(settings)
  const db = await shared.riverbankDatabase
  if (development) {
    developmentMail ??= freshMailWorker(db, settings)
    shared.riverbankMail = developmentMail
  }

  const app = express()
  app.disable('x-powered-by').set('trust proxy', settings.trustProxy)
  app.use(unreadBodies, securityHeaders(settings, development), knownRequests)
  if (!development) {
    const files = resolve('build/client')
    app.use(compression())
    app.use('/assets', express.static(join(files, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }))
    app.use(express.static(files, { maxAge: '1h', redirect: false }))
  }
  app.get('/healthz', async (_request, response) => {
    const writable = await sql`update users set id = id where id = 0`.execute(db).then(
      () => true,
      () => false,
    )
    response
      .status(writable ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ ok: writable })
  })
  app.use(caching, sameSiteOnly(settings), noHugeBodies, noCrowd())
  if (!development) app.use(pageCache())
  app.all(
    '*',
    createRequestHandler({
      build,
      mode: settings.production ? 'production' : 'development',
      getLoadContext: (request, response) => ({
        db,
        settings: siteSettings(settings),
        seal: sealWith(settings.sessionSecret),
        uploads: join(settings.dataDir, 'uploads'),
        nonce: response.locals.nonce,
        network: networkOf(request.ip),
      }),
    }),
  )
  app.use(unexpected)
  return { app, settings, db }
}

/** Serves `build` and sends mail until SIGTERM or SIGINT; requests and a mail under way are finished first, for at most ten seconds. */
export async function start(build: ServerBuild): Promise<void> {
  const { app, settings, db } = await createApp(build)
  const server = createServer(app)
  await new Promise<void>((listening, failed) =>
    server.once('error', failed).listen(settings.port, settings.host, listening),
  )
  const address = settings.publicUrl?.origin ?? `http://localhost:${(server.address() as AddressInfo).port}`
  log.info(`Riverbank is at ${address}`)
  if (settings.demo)
    log.info(
      `Demonstration: log in as demo.tutor, demo.student or demo.student2 with the password ${settings.demo.password}`,
    )

  const mail = startMailWorker({ db, settings, origin: address })
  const stop = async () => {
    const impatient = setTimeout(() => server.closeAllConnections(), 10_000)
    server.closeIdleConnections()
    await Promise.all([new Promise((closed) => server.close(closed)), mail.stop()])
    clearTimeout(impatient)
    tellLeftOut()
    await db.destroy()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)))
}
