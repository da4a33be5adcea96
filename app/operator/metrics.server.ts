import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Registry } from 'prom-client'
import { oldestDue, waiting } from '~/domain/deliveries/queue.server'
import { networkOf } from '~/domain/limits/network'
import type { Answered } from '~/http/gate/observing.server'
import { requestRefusals } from '~/http/limits/refusals'
import { logSecurity, securityEvents } from '~/security-log.server'
import { mailRoute, type Settings } from '~/settings.server'
import { commit, version } from '~/version'
import { freeOn, type Operated, reasonNames, reasonsNow } from './readiness.server'

/** Counts the answers, and gives the figures to whoever has the token. */
export interface Meter {
  count: (answered: Answered) => void
  handler: RequestHandler
}

/** In seconds; pages are rendered in 2 to 20 ms, uploads and passwords take longer. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Node takes three dozen methods: a stranger must not make a series of each. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Metered = Operated & { settings: Settings }
type Library = typeof import('prom-client')

function addGauges({ Gauge }: Library, register: Registry, operated: Metered): void {
  const { db, settings, backupStatus } = operated
  const gauge = (name: string, help: string, value: () => Promise<number | null> | number | null) =>
    new Gauge({
      name: `riverbank_${name}`,
      help,
      registers: [register],
      async collect() {
        // Without a figure there is none: a zero would be a lie.
        const found = await Promise.resolve()
          .then(value)
          .catch(() => null)
        if (found === null) this.remove()
        else this.set(found)
      },
    })
  const ago = (moment: string | null | undefined) =>
    moment ? Math.max(0, (Date.now() - Date.parse(moment)) / 1000) : null
  gauge('mail_set_up', '1 with a mail server; 0 without SMTP_URL, when mails wait.', () =>
    Number(mailRoute(settings) === 'server'),
  )
  gauge('mail_newsletters_waiting', 'Newsletter mails that wait to be sent.', () => waiting(db, 'newsletter'))
  gauge('mail_others_waiting', 'Other mails that wait to be sent.', () => waiting(db, 'other'))
  gauge('mail_oldest_due_seconds', 'For how long the mail that has been due the longest has waited.', async () => {
    return ago(await oldestDue(db)) ?? 0
  })
  gauge('backup_age_seconds', 'The age of the last daily backup.', () => ago(backupStatus.last?.wholeAt))
  gauge(
    'backup_hourly_age_seconds',
    'With BACKUP_EVERY=hour: the age of the newest backup, or the time since nothing was seen to have changed after it.',
    () => (backupStatus.last?.isHourly ? ago(backupStatus.last.currentAt) : null),
  )
  gauge('backup_ok', '0 when a backup has failed since the last good one.', () => {
    const { last } = backupStatus
    return last && Number(last.ok)
  })
  gauge('disk_free_bytes', 'What is free on the disk of DATA_DIR.', () => freeOn(settings.dataDir))
  new Gauge({
    name: 'riverbank_build_info',
    help: '1, with the version and the commit that run.',
    labelNames: ['version', 'commit'] as const,
    registers: [register],
  }).set({ version: version ?? '', commit: commit ?? '' }, 1)
  new Gauge({
    name: 'riverbank_not_ready',
    help: '1 for each reason that /readyz gives.',
    labelNames: ['reason'] as const,
    registers: [register],
    async collect() {
      const found = new Set((await reasonsNow(operated)).map(({ reason }) => reason))
      for (const reason of reasonNames) this.set({ reason }, Number(found.has(reason)))
    },
  })
}

function addCounters({ Counter, Histogram }: Library, register: Registry, { mailStatus }: Metered): Meter['count'] {
  const registers = [register]
  const requests = new Counter({
    name: 'riverbank_requests_total',
    help: 'Requests answered, by the pattern of their route, status, and whether a person or a robot seems to have asked.',
    labelNames: ['method', 'route', 'status', 'visitor'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'riverbank_request_seconds',
    help: 'How long answers took that were made for their request; those kept in memory take less than a thousandth.',
    labelNames: ['route'] as const,
    buckets: DURATIONS,
    registers,
  })
  /** A counter of what is counted elsewhere. */
  const counter = (
    name: string,
    help: string,
    labelNames: string[],
    counted: () => [Record<string, string>, number][],
  ) =>
    new Counter({
      name: `riverbank_${name}_total`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [labels, times] of counted()) this.inc(labels, times)
      },
    })
  counter(
    'security_events',
    'Lines of the security log and those left out of it, by event: "log-in refused", "too many" and others.',
    ['event'],
    () => [...securityEvents].map(([event, times]) => [{ event }, times]),
  )
  counter(
    'mails',
    'Tries to send a mail, by its kind and outcome: sent, failed, uncertain, or waiting to be tried again.',
    ['kind', 'outcome'],
    () => [...mailStatus.attempts].map(({ what, times }) => [{ ...what }, times]),
  )
  counter('log_ins_refused', 'Log-ins that were refused: a wrong name, password or code.', [], () => [
    [{}, (securityEvents.get('log-in refused') ?? 0) + (securityEvents.get('second step refused') ?? 0)],
  ])
  counter('requests_refused', 'Requests that were answered 503, by the reason: memory.', ['reason'], () => [
    [{ reason: 'memory' }, requestRefusals().count],
  ])
  return ({ method, route, status, visitor, seconds }) => {
    requests.inc({ method: METHODS.has(method) ? method : 'other', route, status, visitor })
    if (seconds !== undefined) durations.observe({ route }, seconds)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** True when a header brings the token; takes as long for any wrong one. */
function brings(token: string, authorization = ''): boolean {
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization.replace(/^bearer /i, 'Bearer ')))
}

/** The figures of this process for Prometheus, behind METRICS_TOKEN; undefined, and nothing is counted, without that setting. */
export async function meterOf(operated: Metered): Promise<Meter | undefined> {
  const { metricsToken } = operated.settings
  if (!metricsToken) return undefined
  const { default: library } = await import('prom-client')
  const register = new library.Registry()
  library.collectDefaultMetrics({ register })
  addGauges(library, register, operated)
  const count = addCounters(library, register, operated)
  const handler: RequestHandler = async ({ headers, ip, method }, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    if (!brings(metricsToken, headers.authorization)) {
      const details = {
        network: networkOf(ip),
        method,
        place: '/metrics',
        status: 401,
        reason: 'without METRICS_TOKEN',
      }
      logSecurity('forbidden', details, 'warn')
      return void response
        .status(401)
        .set('WWW-Authenticate', 'Bearer')
        .type('text')
        .send('Send METRICS_TOKEN as a Bearer token.\n')
    }
    try {
      const figures = await register.metrics()
      response.set('Content-Type', register.contentType).send(figures)
    } catch (error) {
      next(error)
    }
  }
  return { count, handler }
}
