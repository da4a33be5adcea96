import { newestMoment } from '~/backups/clock.server'
import { isLoopback } from '~/domain/limits/network'
import type { Settings } from '~/settings.server'
import { commit, version } from '~/version'
import { inHours } from '../readiness.server'
import { lastHealthCheck } from './data.server'
import type { Check } from './finding'

/** In milliseconds: how long an answer is waited for, and by how much clocks may differ. */
const PATIENCE = 10_000
const AWRY = 2 * 60_000
/** /healthz writes its row at most once a second. */
const STANDS = 1500

interface Answer {
  status: number
  location: string | null
  /** The clock of whoever answered; undefined where they don't tell. */
  date?: number
  /** What /healthz says; undefined where something else answers. */
  health?: Build & { ok: boolean; reason?: string; starting?: boolean; forwardedFor?: string }
}

async function askHealth(origin: string): Promise<Answer> {
  const answer = await fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
  const body = await answer.json().catch(() => undefined)
  const date = Date.parse(answer.headers.get('date') ?? '')
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    date: Number.isNaN(date) ? undefined : date,
    health: typeof body?.ok === 'boolean' ? body : undefined,
  }
}

const causeOf = (error: Error) => {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  return code ? `${code}${message && !message.includes(code) ? `, ${message}` : ''}` : message
}

type Build = { version?: string | null; commit?: string | null }
const build = ({ version, commit }: Build) =>
  `version ${version ?? 'unknown'}${commit ? `, commit ${commit.slice(0, 7)}` : ''}`
const isThis = (running: Build) => build(running) === build({ version, commit })

const hereOf = ({ host, port }: Settings) => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Whether a server answers on HOST and PORT. */
export const server: Check = async ({ settings }, { ok, note, fault }) => {
  const here = hereOf(settings)
  try {
    const { health } = await askHealth(here)
    if (!health) return fault(`Another program answers at ${here}.`, 'Stop it, or choose another PORT.')
    if (!health.ok)
      return fault(
        `It answers at ${here}, but: ${health.reason}`,
        'See what this says about the folder, the disk and the database.',
      )
    return health.starting
      ? note(`It is starting at ${here}.`, 'Ask again when it runs.')
      : ok(
          `It answers at ${here}, and runs ${build(health)}.${isThis(health) ? '' : ` This folder has ${build({ version, commit })}.`}`,
        )
  } catch (error) {
    return note(
      `Nothing answers at ${here} (${causeOf(error as Error)}).`,
      'Start it, unless it runs in another container.',
    )
  }
}

/** Whether PUBLIC_URL leads to this very server: its answer to /healthz leaves a row in this database. */
export const address: Check = async ({ settings }, { ok, note, fault }) => {
  const { publicUrl, demo } = settings
  if (!publicUrl) {
    const says = 'PUBLIC_URL is not set: links in mails lead to localhost.'
    return demo ? note(says) : fault(says, 'Set it to the address that people type, with https://')
  }
  const { origin, hostname, protocol } = publicUrl
  if (protocol !== 'https:' && !isLoopback(hostname))
    return fault(
      `${origin} is not encrypted: passwords can be read on the way.`,
      'Put a proxy with TLS before it (Caddy, nginx), and set PUBLIC_URL to https://',
    )
  const asked = Date.now()
  const reached = await askHealth(origin).catch((error: Error) => error)
  if (reached instanceof Error)
    return fault(
      `${origin} doesn't answer (${causeOf(reached)}).`,
      'Look at the name’s DNS, the proxy, its certificate and the firewall. From inside a container it may be right and still not be reached.',
    )
  const { status, location, health } = reached
  if (location)
    return fault(`${origin} leads elsewhere, to ${location}.`, 'Set PUBLIC_URL to the address that answers itself.')
  if (!health)
    return fault(
      `Something else answers at ${origin} (status ${status}, and not as Riverbank does).`,
      'Let the proxy pass every path on to Riverbank, and look where the name leads (DNS).',
    )
  if (health.starting) return note(`${origin} leads to a Riverbank that is starting.`, 'Ask again when it runs.')
  const checked = lastHealthCheck(settings)
  if (checked !== undefined && health.ok && Math.abs(checked - asked) > PATIENCE + STANDS)
    return fault(
      `Another Riverbank answers at ${origin}: this database didn't notice.`,
      'Look whether DATA_DIR is the folder that the server has, and where the proxy leads.',
    )
  return ok(`${origin} leads here.`)
}

/** Whether Riverbank knows of the proxy that encrypts for it, and is sent visitors' addresses, as the server that runs has seen. */
export const proxy: Check = async ({ settings }, { ok, fault }) => {
  const { publicUrl, trustProxy } = settings
  if (publicUrl?.protocol === 'https:' && trustProxy === 0)
    return fault(
      'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is 0: all visitors count as one, and may lock each other out.',
      'Set TRUST_PROXY to the number of proxies, usually 1.',
    )
  if (trustProxy === 0) return ok('None is expected.')
  const { health } = await askHealth(hereOf(settings)).catch(() => ({ health: undefined }))
  if (health?.forwardedFor !== undefined)
    return fault(
      `X-Forwarded-For had “${health.forwardedFor}” where the visitor’s address belongs: all such visitors count as one, and may lock each other out.`,
      'Let the proxy send the address in X-Forwarded-For (nginx: $remote_addr), look whether TRUST_PROXY is the number of proxies, and start Riverbank again.',
    )
  return ok(`${trustProxy} before Riverbank.`)
}

/** Whether the clock is right, as far as can be told: by what was written before, and by the clock of PUBLIC_URL. */
export const clock: Check = async ({ settings }, { ok, fault }) => {
  const todo = 'Set it, and let it be kept right: timedatectl set-ntp true'
  const now = Date.now()
  const newest = await newestMoment(settings)
  if (newest.at - now > AWRY)
    return fault(
      `The clock is behind, or was ahead once: by it, ${newest.by} ${inHours(newest.at - now)} from now.`,
      todo,
    )
  const date = settings.publicUrl && (await askHealth(settings.publicUrl.origin).catch(() => undefined))?.date
  if (date && Math.abs(date - now) > AWRY)
    return fault(
      `The clock is ${inHours(Math.abs(date - now))} ${date > now ? 'behind' : 'ahead of'} that of ${settings.publicUrl?.origin}.`,
      todo,
    )
  const shown = new Intl.DateTimeFormat('en-IE', { dateStyle: 'full', timeStyle: 'short', timeZone: settings.timeZone })
  return ok(`It is ${shown.format(now)} (${settings.timeZone}). Compare it with your own.`)
}
