import type { RequestHandler } from 'express'
import { isLocal, isLoopback, parseAddress } from '~/domain/limits/limits.server'
import { toOneLine } from '~/domain/text'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'

/** A fault in the configuration, explained for tutors, who can pass it on to the operator. */
export interface SiteWarning {
  title: string
  text: string
}

const warnings = {
  address: {
    title: 'The website’s address is not secure',
    text:
      'Other people may be able to read passwords and personal details as they are sent, and links in emails may not work. ' +
      'Please tell whoever looks after the website: PUBLIC_URL is not an https address.',
    forOperators: 'PUBLIC_URL is not an https address: cookies are sent unprotected, and links in emails may not work',
  },
  proxy: {
    title: 'The website can’t tell visitors apart',
    text:
      'If one visitor gets the password wrong too often, everyone may have to wait before they can log in. ' +
      'Please tell whoever looks after the website: TRUST_PROXY is 0, but there is a proxy.',
    forOperators:
      'a nearby machine sends X-Forwarded-For while TRUST_PROXY is 0: if it is your proxy, set TRUST_PROXY, or all visitors count as one',
  },
  forwarded: {
    title: 'The website can’t tell visitors apart',
    text:
      'If one visitor gets the password wrong too often, everyone may have to wait before they can log in. ' +
      'Please tell whoever looks after the website: the proxy does not send the visitor’s address.',
    forOperators: 'X-Forwarded-For has no address where the visitor’s belongs, so that all visitors count as one',
  },
} satisfies Record<string, SiteWarning & { forOperators: string }>

/** The faults in the configuration that this server has found. In memory only: the next start checks again. */
export class SiteWarnings {
  private readonly raised = new Set<keyof typeof warnings>()
  /** The first value since the start that the proxy sent instead of an address. */
  strangeAddress: string | undefined

  /** For tutors; empty when all is well. */
  get list(): SiteWarning[] {
    return [...this.raised].map((name) => ({ title: warnings[name].title, text: warnings[name].text }))
  }

  /** Adds a fault, and logs it once for operators, with `found`. */
  raise(name: keyof typeof warnings, found = ''): void {
    if (this.raised.has(name)) return
    this.raised.add(name)
    log.warn(warnings[name].forOperators + found)
  }
}

const MAX_LENGTH = 60
/** Makes a value public: without any visitor's address in it. */
const hideAddresses = (value: string) =>
  toOneLine(value.slice(0, MAX_LENGTH)).replace(/[\da-f:.]{4,}/gi, (part) =>
    parseAddress(part) ? '(an address)' : part,
  )

/** Checks the settings, and each request for a forgotten proxy. Anyone can forge its header, so only a local sender counts. */
export function watchSetUp(
  { production, publicUrl, demo, host, trustProxy }: Settings,
  siteWarnings: SiteWarnings,
): RequestHandler {
  const isTrial = demo !== undefined && isLoopback(host)
  if (production && publicUrl?.protocol !== 'https:' && !isTrial) siteWarnings.raise('address')
  return (request, _response, next) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (isForwarded && trustProxy === 0 && isLocal(request.socket.remoteAddress)) siteWarnings.raise('proxy')
    if (isForwarded && trustProxy > 0 && request.ip && !parseAddress(request.ip)) {
      siteWarnings.strangeAddress ??= hideAddresses(request.ip)
      siteWarnings.raise('forwarded', `: “${siteWarnings.strangeAddress}”`)
    }
    next()
  }
}
