import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { startConversion } from '~/domain/documents/conversion.server'
import { whileStarting } from '~/operator/readiness.server'
import { paths } from '~/paths'
import type { Database } from '~db/schema'
import { isOpenToOthers } from '../scripts/folder.mjs'
import { lockFolder } from '../scripts/lock.mjs'
import type { AppContext } from './app-context.server'
import { BackupStatus } from './backups/backup-status.server'
import { type CarryVerb, carryWebsite } from './backups/carry-website.server'
import { ClockWatch } from './backups/clock.server'
import { startBackups } from './backups/daily.server'
import { requireBackupFolder } from './backups/folder.server'
import { backUp } from './backups/make.server'
import { readyDatabase } from './backups/ready-database.server'
import { type Demonstration, demonstrationOf } from './demo/demonstration.server'
import { startAbsenceMail } from './domain/absences/absence-mail.server'
import { endAllCardSessions } from './domain/cards/cards.server'
import { loadCentre } from './domain/centre/live.server'
import { hasAccounts } from './domain/centre/set-up.server'
import { MailStatus } from './domain/deliveries/mail-status.server'
import { outboxIn } from './domain/deliveries/outbox.server'
import { inFlight } from './domain/deliveries/queue.server'
import { arrivingIn, clearArriving } from './domain/files/arriving.server'
import { sweep } from './domain/files/store.server'
import { type Running, startJob } from './domain/job.server'
import { startDepartures } from './domain/newsletters/send.server'
import { quietly } from './domain/storage.server'
import { type SetUpAddress, setUpAddress } from './http/gate/set-up.server'
import { heldServer } from './http/limits/held.server'
import { log } from './log.server'
import { startMailWorker } from './mail/worker.server'
import { listenerOf } from './middleware.server'
import { startCommandSocket } from './operator/command-socket.server'
import { recordSecret } from './operator/secret.server'
import { startWatch } from './operator/watch.server'
import { startRetention } from './retention.server'
import { sealWith, sessionSecret } from './seal.server'
import { logSecurity, tellLeftOut } from './security-log.server'
import { readSettings, type Settings, settingAdvice, siteSettings } from './settings.server'
import { commit, version } from './version'

/** In development, which loads this module again after each change: the data stays open, and the mail worker is replaced. */
const acrossReloads = globalThis as {
  riverbankData?: ReturnType<typeof prepareData>
  riverbankMail?: Promise<Running>
}

async function replaceMailWorker(office: Parameters<typeof startMailWorker>[0]): Promise<Running> {
  const before = await acrossReloads.riverbankMail
  await before?.stop()
  return startMailWorker(office)
}

/** Opens the data of DATA_DIR, with the folder's lock. */
async function prepareData(settings: Settings, startup: { isMigrating: boolean }) {
  lockFolder(settings.dataDir)
  const clockWatch = new ClockWatch()
  const db = await readyDatabase(settings, { clockWatch, startup })
  if (!clockWatch.doubt()) await sweep(db, join(settings.dataDir, 'uploads'))
  await clearArriving(arrivingIn(settings.dataDir))
  if (!settings.signInCards) await endCardSessions(db)
  return { db, clockWatch, demo: await demonstrationOf(db, settings) }
}

/** Logs out everybody whom a card or a code let in, since SIGN_IN_CARDS allows none any more. */
async function endCardSessions(db: Database): Promise<void> {
  const ended = await endAllCardSessions(db)
  if (ended > 0) log.info({ ended }, 'SIGN_IN_CARDS is off: ended the sessions that cards and codes began')
}

/**
 * The whole web application. Reads the settings, opens and migrates the database; throws when either fails. `startup` says meanwhile
 * whether it migrates.
 */
export async function createApp(build: ServerBuild, { isDevelopment = false, startup = { isMigrating: false } } = {}) {
  const settings = readSettings(process.env)
  log.level = settings.logLevel
  acrossReloads.riverbankData ??= prepareData(settings, startup)
  const { db, demo, clockWatch } = await acrossReloads.riverbankData
  await loadCentre(db, settings.centre)
  const context: AppContext = {
    db,
    settings: siteSettings(settings),
    seal: sealWith(settings.sessionSecret ?? sessionSecret(settings.dataDir)),
    uploads: join(settings.dataDir, 'uploads'),
    arriving: arrivingIn(settings.dataDir),
    outbox: outboxIn(settings),
    mailStatus: new MailStatus(),
    setUp: setUpAddress(),
    clockWatch,
    backupStatus: new BackupStatus(),
  }
  if (isDevelopment) {
    const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`
    acrossReloads.riverbankMail = replaceMailWorker({ ...context, settings, origin })
  }
  return { app: await listenerOf(build, { context, settings, isDevelopment }), settings, context, demo }
}

/** Serves `build` until SIGTERM or SIGINT. Throws, with no data touched, when another process has it, or the port. */
export async function start(build: ServerBuild): Promise<{ address: string; demo: Demonstration | null }> {
  const given = readSettings(process.env)
  // Others read it too, and Docker may have left quotation marks around it.
  if (process.env.TZ) process.env.TZ = given.timeZone
  await requireBackupFolder(given)
  const lock = lockFolder(given.dataDir)
  const startup = { isMigrating: false }
  const { server, serve } = await heldServer(given, whileStarting(startup))
  log.level = given.logLevel
  log.info({ version, commit, node: process.version }, 'Riverbank starts')
  for (const advice of settingAdvice(process.env)) log.warn(advice)
  if (isOpenToOthers('.env')) log.warn('Other users of this machine can read .env, which holds secrets: chmod 600 .env')

  const { app, settings, context, demo } = await createApp(build, { startup })
  const { db, clockWatch } = context
  await quietly('which SESSION_SECRET is in use could not be stored', recordSecret(db, context.seal))
  serve(app)
  const address = settings.publicUrl?.origin ?? `http://localhost:${(server.address() as AddressInfo).port}`
  await askForSetUp(db, context.setUp, address)
  const whole = { ...context, settings, origin: address }
  const running = [
    startMailWorker(whole),
    startDepartures(db),
    startAbsenceMail(db, { isClockDoubted: () => clockWatch.doubt() !== null }),
    startRetention(context),
    startConversion(context),
    startBackups(whole),
    startReading(db, settings),
    startWatch(whole),
    await startCommands(db, settings),
  ]
  stopOnSignals(server, running, async () => {
    tellLeftOut()
    const mails = await inFlight(db).catch(() => 0)
    await db.destroy()
    lock.release()
    return mails
  })
  // Told last: whoever reads it may stop the server at once.
  log.info(`Riverbank is at ${address}`)
  logSecurity('settings at start', { settings: weighty(settings) })
  return { address, demo }
}

/** Reads the centre's details once a minute, as every request does: an operator's import has to reach mails too, which nobody asks for. */
const startReading = (db: Database, { centre }: Settings) =>
  startJob(() => loadCentre(db, centre), { every: 60_000, failure: 'the centre’s details could not be read' })

/** Does the operator's commands that would otherwise need a second process as large as this one. */
const startCommands = (db: Database, { dataDir }: Settings) =>
  startCommandSocket(dataDir, {
    backup: ([to = ''], how) => backUp(dataDir, to, how),
    website: ([verb, file = ''], how) => carryWebsite(verb as CarryVerb, file, { db, dataDir, ...how }),
  })

/** Tells where the website is set up while nobody has an account. */
async function askForSetUp(db: Database, setUp: SetUpAddress, address: string): Promise<void> {
  if (await hasAccounts(db)) return
  log.warn(
    `Nobody has an account yet. Open ${address}${paths.setup(setUp.open())} within an hour to set the website up, and tell nobody ` +
      'that address. Each start prints another one, until there is an account.',
  )
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

/** In milliseconds: how long a stop waits for requests and mails under way, and how long it may take. Docker kills after ten seconds. */
const FINISH_WITHIN = 6_000
const STOP_WITHIN = 7_500

/** Ends the process at the first SIGTERM or SIGINT, once what runs is over, and `finish` has said how many mails were cut. */
function stopOnSignals(server: Server, running: Running[], finish: () => Promise<number>): void {
  async function stop(signal: string) {
    const begun = performance.now()
    const cut = { requests: 0, mails: 0 }
    const end = (isWhole: boolean) => {
      const seconds = Math.round((performance.now() - begun) / 100) / 10
      const isClean = isWhole && cut.requests + cut.mails === 0
      const words = isWhole ? 'Riverbank stopped' : 'Riverbank stopped unfinished'
      log[isClean ? 'info' : 'warn']({ signal, seconds, cut }, words)
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
    await Promise.all([new Promise((closed) => server.close(closed)), ...running.map((each) => each.stop())])
    clearInterval(idle)
    clearTimeout(impatient)
    cut.mails = await finish()
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
}
