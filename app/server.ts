import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { hasAccounts } from '~/domain/centre/centre.server'
import { MailStatus } from '~/domain/deliveries/sending.server'
import { startConversion } from '~/domain/documents/conversion.server'
import { trackOpenRequests } from '~/http/middleware/observe-requests.server'
import { whileStarting } from '~/operator/readiness.server'
import { paths } from '~/paths'
import type { Database } from '~db/schema'
import type { AppContext } from './app-context.server'
import { createSetUpAddress, type SetUpAddress } from './auth/secret-links.server'
import { BackupStatus } from './backups/backup-status.server'
import { type TransferVerb, transferWebsite } from './backups/carry-website.server'
import { ClockWatch } from './backups/clock.server'
import { startBackups } from './backups/daily.server'
import { requireBackupFolder } from './backups/folder.server'
import { BackupTurns, backUp } from './backups/make.server'
import { prepareDatabase } from './backups/ready-database.server'
import { type Demonstration, setUpDemonstration } from './demo/demonstration.server'
import { startAbsenceMail } from './domain/absences/absence-mail.server'
import { endAllCardSessions } from './domain/cards/cards.server'
import { loadCentre } from './domain/centre/live.server'
import { getOutboxPath } from './domain/deliveries/outbox.server'
import { countInFlight } from './domain/deliveries/queue.server'
import { clearIncoming, getIncomingFolder, removeOrphanFiles } from './domain/files/store.server'
import { QuietTime, type Running, startJob } from './domain/job.server'
import { startDepartures } from './domain/newsletters/send.server'
import { writeInBackground } from './domain/storage.server'
import { SiteWarnings } from './http/errors/warnings.server'
import { listenEarly } from './http/limits/listen-early.server'
import { RefusedRequests } from './http/limits/requests-in-turn'
import { log } from './log.server'
import { startMailWorker } from './mail/worker.server'
import { createRequestListener } from './middleware.server'
import { startCommandSocket } from './operator/command-socket.server'
import { recordSecret } from './operator/secret.server'
import { startWatch } from './operator/watch.server'
import { isOpenToOthers } from './processes/folder.mjs'
import { lockFolder } from './processes/lock.mjs'
import { startRetention } from './retention.server'
import { SecurityLog } from './security-log.server'
import { findSettingAdvice, readSettings, type Settings, selectSiteSettings } from './settings.server'
import { createSigner, loadSessionSecret } from './signing.server'
import { commit, version } from './version'

/** Development reloads this module after each change: the database stays open, and the mail worker is replaced. */
const reloadState = globalThis as {
  riverbankData?: ReturnType<typeof openData>
  riverbankMail?: Promise<Running>
}

async function replaceMailWorker(options: Parameters<typeof startMailWorker>[0]): Promise<Running> {
  const before = await reloadState.riverbankMail
  await before?.stop()
  return startMailWorker(options)
}

/** Locks DATA_DIR and opens its database. */
async function openData(settings: Settings, startup: { isMigrating: boolean }) {
  lockFolder(settings.dataDir)
  const clockWatch = new ClockWatch()
  const db = await prepareDatabase(settings, { clockWatch, startup })
  if (!clockWatch.doubt()) await removeOrphanFiles(db, join(settings.dataDir, 'uploads'))
  await clearIncoming(getIncomingFolder(settings.dataDir))
  if (!settings.signInCards) await endCardSessions(db)
  const securityLog = new SecurityLog()
  return { db, clockWatch, securityLog, demo: await setUpDemonstration(db, settings, securityLog) }
}

/** Ends sessions started with a card or a code, because SIGN_IN_CARDS is now off. */
async function endCardSessions(db: Database): Promise<void> {
  const ended = await endAllCardSessions(db)
  if (ended > 0) log.info({ ended }, 'SIGN_IN_CARDS is off: ended the sessions started with cards and codes')
}

/**
 * Creates the whole web application: reads the settings, opens and migrates the database. Throws when either fails. Sets
 * `startup.isMigrating` during migrations.
 */
export async function createApp(build: ServerBuild, { isDevelopment = false, startup = { isMigrating: false } } = {}) {
  const settings = readSettings(process.env)
  log.level = settings.logLevel
  reloadState.riverbankData ??= openData(settings, startup)
  const { db, demo, clockWatch, securityLog } = await reloadState.riverbankData
  await loadCentre(db, settings.centre)
  const context: AppContext = {
    db,
    settings: selectSiteSettings(settings),
    sign: createSigner(settings.sessionSecret ?? loadSessionSecret(settings.dataDir)),
    uploads: join(settings.dataDir, 'uploads'),
    incomingUploads: getIncomingFolder(settings.dataDir),
    outbox: getOutboxPath(settings),
    mailStatus: new MailStatus(),
    setUp: createSetUpAddress(),
    siteWarnings: new SiteWarnings(),
    securityLog,
    clockWatch,
    quietTime: new QuietTime(),
    backupStatus: new BackupStatus(),
    backupTurns: new BackupTurns(),
    refusedRequests: new RefusedRequests(),
  }
  if (isDevelopment) {
    const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`
    reloadState.riverbankMail = replaceMailWorker({ ...context, settings, origin })
  }
  return { app: await createRequestListener(build, { context, settings, isDevelopment }), settings, context, demo }
}

/** Serves `build` until SIGTERM or SIGINT. Throws, without touching data, if another process holds the data folder or the port. */
export async function start(build: ServerBuild): Promise<{ address: string; demo: Demonstration | null }> {
  const initialSettings = readSettings(process.env)
  // Libraries read TZ too, and Docker may have left quotation marks around it.
  if (process.env.TZ) process.env.TZ = initialSettings.timeZone
  await requireBackupFolder(initialSettings)
  const lock = lockFolder(initialSettings.dataDir)
  const startup = { isMigrating: false }
  const { server, serve } = await listenEarly(initialSettings, whileStarting(startup))
  const { refuseOpenRequests } = trackOpenRequests(server)
  log.level = initialSettings.logLevel
  log.info({ version, commit, node: process.version }, 'Riverbank starts')
  for (const advice of findSettingAdvice(process.env)) log.warn(advice)
  if (isOpenToOthers('.env'))
    log.warn('Other users of this machine can read .env, which contains secrets. Run: chmod 600 .env')

  const { app, settings, context, demo } = await createApp(build, { startup })
  const { db, clockWatch } = context
  await writeInBackground('could not record which SESSION_SECRET is in use', recordSecret(db, context.sign))
  serve(app)
  const address = settings.publicUrl?.origin ?? `http://localhost:${(server.address() as AddressInfo).port}`
  await logSetUpAddress(db, context.setUp, address)
  const jobContext = { ...context, settings, origin: address }
  const jobs = [
    startMailWorker(jobContext),
    startDepartures(db),
    startAbsenceMail(db, { isClockDoubted: () => clockWatch.doubt() !== null }),
    startRetention(context),
    startConversion(context),
    startBackups(jobContext),
    startCentreRefresh(db, settings),
    startWatch(jobContext),
    await startOperatorCommands(context, settings),
  ]
  const finish = async () => {
    context.securityLog.logSuppressed()
    const mails = await countInFlight(db).catch(() => 0)
    await db.destroy()
    lock.release()
    return mails
  }
  stopOnSignals(server, { jobs, refuseOpenRequests, finish })
  // Log this last: a reader may stop the server as soon as it appears.
  log.info(`Riverbank is at ${address}`)
  context.securityLog.record('settings at start', { settings: summarizeSecuritySettings(settings) })
  return { address, demo }
}

/** Reloads the centre's details once a minute, so that mails have them after an operator's import even without a request. */
const startCentreRefresh = (db: Database, { centre }: Settings) =>
  startJob(() => loadCentre(db, centre), { every: 60_000, failure: 'could not read the centre’s details' })

/** Runs operator commands that would otherwise need a second process as large as this one. */
const startOperatorCommands = ({ db, quietTime, backupTurns }: AppContext, { dataDir }: Settings) =>
  startCommandSocket(
    dataDir,
    {
      backup: ([to = ''], options) => backUp(dataDir, to, options, backupTurns),
      // Any command frees memory first (command-socket.server.ts).
      memory: async () => 'Memory was freed.',
      website: ([verb, file = ''], options) => transferWebsite(verb as TransferVerb, file, { db, dataDir, ...options }),
    },
    quietTime,
  )

/** Logs the address of the set-up form while there is no account. */
async function logSetUpAddress(db: Database, setUp: SetUpAddress, address: string): Promise<void> {
  if (await hasAccounts(db)) return
  log.warn(
    `There are no accounts yet. To set up the website, open ${address}${paths.setup(setUp.open())} within an hour. ` +
      'Keep this address secret. Each start prints a new one until there is an account.',
  )
}

/** Returns the settings that affect security, for the log, since investigators need them first. */
function summarizeSecuritySettings({ production, publicUrl, trustProxy, secondStep, demo, newsletter }: Settings) {
  return {
    production,
    https: publicUrl?.protocol === 'https:',
    trustProxy,
    secondStepRequired: secondStep === 'required',
    demonstration: demo !== undefined,
    doubleOptIn: newsletter.doubleOptIn,
  }
}

/** Time that a stop gives running requests and mails, in milliseconds. */
const GRACE_PERIOD = 6_000
/** Time limit of a whole stop, in milliseconds. Docker kills the process after ten seconds. */
const STOP_WITHIN = 7_500

interface StopWork {
  jobs: Running[]
  /** Answers the requests that take too long. */
  refuseOpenRequests: () => void
  /** Runs last. Returns the number of interrupted mails. */
  finish: () => Promise<number>
}

/** Ends the process at the first SIGTERM or SIGINT, after running requests and jobs. */
function stopOnSignals(server: Server, { jobs, refuseOpenRequests, finish }: StopWork): void {
  async function stop(signal: string) {
    const startedAt = performance.now()
    const cut = { requests: 0, mails: 0 }
    const exit = (isWhole: boolean) => {
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      const isClean = isWhole && cut.requests + cut.mails === 0
      const message = isWhole ? 'Riverbank stopped' : 'Riverbank stopped before everything was finished'
      log[isClean ? 'info' : 'warn']({ signal, seconds, cut }, message)
      process.exit(0)
    }
    setTimeout(exit, STOP_WITHIN, false)
    // Idle keep-alive connections would otherwise count as requests and delay the stop.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const forceTimer = setTimeout(() => {
      server.getConnections((_error, open = 0) => {
        cut.requests = open
        refuseOpenRequests()
        server.closeAllConnections()
      })
    }, GRACE_PERIOD)
    await Promise.all([new Promise((resolve) => server.close(resolve)), ...jobs.map((job) => job.stop())])
    clearInterval(idle)
    clearTimeout(forceTimer)
    cut.mails = await finish()
    exit(true)
  }
  // A second signal must not interrupt the shutdown.
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, isStopping ? 'already stopping' : 'stopping: finishing requests and mails first')
      if (!isStopping) void stop(signal)
      isStopping = true
    })
}
