import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Registry } from 'prom-client'
import { countWaitingOfKind, findOldestDue } from '~/domain/deliveries/queue.server'
import { getNetwork } from '~/domain/limits/limits.server'
import type { CompletedRequest } from '~/http/middleware/observe-requests.server'
import type { SecurityLog } from '~/security-log.server'
import { getMailRoute, type Settings } from '~/settings.server'
import { commit, version } from '~/version'
import { findReasons, getFreeBytes, type MonitoredApp, reasonNames } from './readiness.server'

/** Counts responses, and serves the figures to clients with the token. */
export interface Metrics {
  count: (answered: CompletedRequest) => void
  handler: RequestHandler
}

/** Histogram buckets in seconds: pages render in 2 to 20 ms; uploads and passwords take longer. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Node accepts three dozen methods: a client must not create a series for each. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type MeteredApp = MonitoredApp & { settings: Settings; securityLog: SecurityLog }
type Library = typeof import('prom-client')

function addGauges({ Gauge }: Library, register: Registry, operated: MeteredApp): void {
  const { db, settings, backupStatus } = operated
  const gauge = (name: string, help: string, value: () => Promise<number | null> | number | null) =>
    new Gauge({
      name: `riverbank_${name}`,
      help,
      registers: [register],
      async collect() {
        // No value is better than a false zero.
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
    Number(getMailRoute(settings) === 'server'),
  )
  gauge('mail_newsletters_waiting', 'Newsletter mails that wait to be sent.', () =>
    countWaitingOfKind(db, 'newsletter'),
  )
  gauge('mail_others_waiting', 'Other mails that wait to be sent.', () => countWaitingOfKind(db, 'other'))
  gauge('mail_oldest_due_seconds', 'How long the oldest overdue mail has waited.', async () => {
    return ago(await findOldestDue(db)) ?? 0
  })
  gauge('backup_age_seconds', 'The age of the last daily backup.', () => ago(backupStatus.last?.wholeAt))
  gauge(
    'backup_hourly_age_seconds',
    'With BACKUP_EVERY=hour: how old the newest state is that a backup has; unchanged data counts as backed up.',
    () => (backupStatus.last?.isHourly ? ago(backupStatus.last.currentAt) : null),
  )
  gauge('backup_ok', '0 if a backup has failed since the last good one.', () => {
    const { last } = backupStatus
    return last && Number(last.ok)
  })
  gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.', () => getFreeBytes(settings.dataDir))
  new Gauge({
    name: 'riverbank_build_info',
    help: '1, with the running version and commit.',
    labelNames: ['version', 'commit'] as const,
    registers: [register],
  }).set({ version: version ?? '', commit: commit ?? '' }, 1)
  new Gauge({
    name: 'riverbank_not_ready',
    help: '1 for each reason that /readyz gives.',
    labelNames: ['reason'] as const,
    registers: [register],
    async collect() {
      const found = new Set((await findReasons(operated)).map(({ reason }) => reason))
      for (const reason of reasonNames) this.set({ reason }, Number(found.has(reason)))
    },
  })
}

function addCounters(
  { Counter, Histogram }: Library,
  register: Registry,
  { mailStatus, securityLog, refusedRequests }: MeteredApp,
): Metrics['count'] {
  const registers = [register]
  const requests = new Counter({
    name: 'riverbank_requests_total',
    help: 'Requests answered, by route pattern, status, and whether they seem to come from a person or a robot.',
    labelNames: ['method', 'route', 'status', 'visitor'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'riverbank_request_seconds',
    help: 'How long responses took that were not served from memory; those take less than a millisecond.',
    labelNames: ['route'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  })
  /** A counter whose values are counted elsewhere. */
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
    'Security events, logged or not, by event: "log-in refused", "too many" and others.',
    ['event'],
    () => [...securityLog.counts].map(([event, times]) => [{ event }, times]),
  )
  counter(
    'mails',
    'Attempts to send a mail, by its kind and outcome: sent, failed, uncertain, or waiting to be retried.',
    ['kind', 'outcome'],
    () => [...mailStatus.attempts].map(({ what, times }) => [{ ...what }, times]),
  )
  counter('log_ins_refused', 'Refused log-ins: a wrong name, password or code.', [], () => [
    [{}, (securityLog.counts.get('log-in refused') ?? 0) + (securityLog.counts.get('second step refused') ?? 0)],
  ])
  counter('requests_refused', 'Requests answered 503, by reason: memory.', ['reason'], () => [
    [{ reason: 'memory' }, refusedRequests.count],
  ])
  return ({ method, route, status, visitor, seconds }) => {
    requests.inc({ method: METHODS.has(method) ? method : 'other', route, status, visitor })
    if (seconds !== undefined) durations.observe({ route }, seconds)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares the token of a header in constant time. */
function hasToken(token: string, authorization = ''): boolean {
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization.replace(/^bearer /i, 'Bearer ')))
}

/** Metrics for Prometheus, protected by METRICS_TOKEN; undefined without that setting. */
export async function createMetrics(operated: MeteredApp): Promise<Metrics | undefined> {
  const { metricsToken } = operated.settings
  if (!metricsToken) return undefined
  const { default: library } = await import('prom-client')
  const register = new library.Registry()
  library.collectDefaultMetrics({ register })
  addGauges(library, register, operated)
  const count = addCounters(library, register, operated)
  const handler: RequestHandler = async ({ headers, ip, method }, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    if (!hasToken(metricsToken, headers.authorization)) {
      const details = {
        network: getNetwork(ip),
        method,
        place: '/metrics',
        status: 401,
        reason: 'without METRICS_TOKEN',
      }
      operated.securityLog.record('forbidden', details, 'warn')
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
