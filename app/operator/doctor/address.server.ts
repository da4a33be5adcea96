import { findNewestMoment } from '~/backups/clock.server'
import { isLoopback } from '~/domain/limits/limits.server'
import type { Settings } from '~/settings.server'
import { commit, version } from '~/version'
import { formatHours } from '../readiness.server'
import { type DoctorCheck, findLastHealthCheck } from './data.server'

/** In ms: the timeout of a request, and the tolerated difference between clocks. */
const REQUEST_TIMEOUT = 10_000
const MAX_CLOCK_DIFFERENCE = 2 * 60_000
/** /healthz writes its row at most once a second. */
const HEALTH_CACHE_TIME = 1500

interface HealthAnswer {
  status: number
  location: string | null
  /** The responder's clock; undefined without a Date header. */
  date?: number
  /** The answer of /healthz; undefined if another program answers. */
  health?: Build & { ok: boolean; reason?: string; starting?: boolean; forwardedFor?: string }
}

async function requestHealth(origin: string): Promise<HealthAnswer> {
  const answer = await fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT) })
  const body = await answer.json().catch(() => undefined)
  const date = Date.parse(answer.headers.get('date') ?? '')
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    date: Number.isNaN(date) ? undefined : date,
    health: typeof body?.ok === 'boolean' ? body : undefined,
  }
}

const describeCause = (error: Error) => {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  return code ? `${code}${message && !message.includes(code) ? `, ${message}` : ''}` : message
}

type Build = { version?: string | null; commit?: string | null }
const describeBuild = ({ version, commit }: Build) =>
  `version ${version ?? 'unknown'}${commit ? `, commit ${commit.slice(0, 7)}` : ''}`
const isThisBuild = (running: Build) => describeBuild(running) === describeBuild({ version, commit })

const getLocalUrl = ({ host, port }: Settings) => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export const checkServer: DoctorCheck = async ({ settings }, { ok, note, fault }) => {
  const here = getLocalUrl(settings)
  try {
    const { health } = await requestHealth(here)
    if (!health) return fault(`Another program answers at ${here}.`, 'Stop it, or choose another PORT.')
    if (!health.ok)
      return fault(
        `The server at ${here} answers, but: ${health.reason}`,
        'See the findings for folder, disk and database.',
      )
    return health.starting
      ? note(`The server at ${here} is starting.`, 'Run the doctor again once it is up.')
      : ok(
          `The server at ${here} answers, and runs ${describeBuild(health)}.${isThisBuild(health) ? '' : ` This folder has ${describeBuild({ version, commit })}.`}`,
        )
  } catch (error) {
    return note(
      `Nothing answers at ${here} (${describeCause(error as Error)}).`,
      'Start Riverbank, unless it runs in another container.',
    )
  }
}

/** Checks whether PUBLIC_URL leads to this server: a request to /healthz writes a row to its database. */
export const checkAddress: DoctorCheck = async ({ settings }, { ok, note, fault }) => {
  const { publicUrl, demo } = settings
  if (!publicUrl) {
    const says = 'PUBLIC_URL is not set: links in mails lead to localhost.'
    return demo ? note(says) : fault(says, 'Set it to the address that people type, with https://')
  }
  const { origin, hostname, protocol } = publicUrl
  if (protocol !== 'https:' && !isLoopback(hostname))
    return fault(
      `${origin} is not encrypted: passwords can be read in transit.`,
      'Put a TLS proxy (Caddy, nginx) in front of Riverbank, and set PUBLIC_URL to its https:// address.',
    )
  const requested = Date.now()
  const reached = await requestHealth(origin).catch((error: Error) => error)
  if (reached instanceof Error)
    return fault(
      `${origin} doesn't answer (${describeCause(reached)}).`,
      'Check DNS, the proxy, its certificate and the firewall. From inside a container the address may be correct but unreachable.',
    )
  const { status, location, health } = reached
  if (location)
    return fault(
      `${origin} redirects to ${location}.`,
      'Set PUBLIC_URL to the address that answers without a redirect.',
    )
  if (!health)
    return fault(
      `Another program answers at ${origin} (status ${status}).`,
      'Make the proxy forward every path to Riverbank, and check where DNS points.',
    )
  if (health.starting) return note(`The Riverbank at ${origin} is starting.`, 'Run the doctor again once it is up.')
  const checked = findLastHealthCheck(settings)
  if (checked !== undefined && health.ok && Math.abs(checked - requested) > REQUEST_TIMEOUT + HEALTH_CACHE_TIME)
    return fault(
      `Another Riverbank answers at ${origin}: it does not use this database.`,
      'Check that DATA_DIR is the server’s folder, and where the proxy forwards to.',
    )
  return ok(`${origin} leads to this server.`)
}

/** Checks whether TRUST_PROXY fits PUBLIC_URL, and whether the running server receives visitors' addresses. */
export const checkProxy: DoctorCheck = async ({ settings }, { ok, fault }) => {
  const { publicUrl, trustProxy } = settings
  if (publicUrl?.protocol === 'https:' && trustProxy === 0)
    return fault(
      'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is 0: all visitors count as one, and may lock each other out.',
      'Set TRUST_PROXY to the number of proxies, usually 1.',
    )
  if (trustProxy === 0) return ok('No proxy is expected.')
  const { health } = await requestHealth(getLocalUrl(settings)).catch(() => ({ health: undefined }))
  if (health?.forwardedFor !== undefined)
    return fault(
      `X-Forwarded-For had “${health.forwardedFor}” instead of the visitor’s address: all such visitors count as one, and may lock each other out.`,
      'Make the proxy send the address in X-Forwarded-For (nginx: $remote_addr), check that TRUST_PROXY is the number of proxies, and restart Riverbank.',
    )
  return ok(`${trustProxy} in front of Riverbank.`)
}

/** Checks the clock against stored dates and against the Date header of PUBLIC_URL. */
export const checkClock: DoctorCheck = async ({ settings }, { ok, fault }) => {
  const todo = 'Set the clock, and turn on time synchronisation: timedatectl set-ntp true'
  const now = Date.now()
  const newest = await findNewestMoment(settings)
  if (newest.at - now > MAX_CLOCK_DIFFERENCE)
    return fault(
      `The clock is behind, or was ahead before: according to it, ${newest.by} ${formatHours(newest.at - now)} from now.`,
      todo,
    )
  const date = settings.publicUrl && (await requestHealth(settings.publicUrl.origin).catch(() => undefined))?.date
  if (date && Math.abs(date - now) > MAX_CLOCK_DIFFERENCE)
    return fault(
      `The clock is ${formatHours(Math.abs(date - now))} ${date > now ? 'behind' : 'ahead of'} that of ${settings.publicUrl?.origin}.`,
      todo,
    )
  const shown = new Intl.DateTimeFormat('en-IE', { dateStyle: 'full', timeStyle: 'short', timeZone: settings.timeZone })
  return ok(`It is ${shown.format(now)} (${settings.timeZone}). Compare this with your own clock.`)
}
