import type { RequestHandler } from 'express'
import { isLocal, isLoopback, parseAddress } from '~/domain/limits/network'
import { toOneLine } from '~/domain/text'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'

/** A fault in the set-up, explained for tutors, who can pass it on to whoever runs the website. */
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
      'If one visitor gets the password wrong too often, everybody may have to wait before they can log in. ' +
      'Please tell whoever looks after the website: TRUST_PROXY is 0, but there is a proxy.',
    forOperators:
      'a nearby machine sends X-Forwarded-For while TRUST_PROXY is 0: if it is your proxy, set TRUST_PROXY, or all visitors count as one',
  },
  forwarded: {
    title: 'The website can’t tell visitors apart',
    text:
      'If one visitor gets the password wrong too often, everybody may have to wait before they can log in. ' +
      'Please tell whoever looks after the website: the proxy does not send the visitor’s address.',
    forOperators: 'X-Forwarded-For has no address where the visitor’s belongs, so that all visitors count as one',
  },
} satisfies Record<string, SiteWarning & { forOperators: string }>

// In memory alone: the next start checks again.
const raised = new Set<keyof typeof warnings>()
let strange: string | undefined

function raise(name: keyof typeof warnings, found = ''): void {
  if (raised.has(name)) return
  raised.add(name)
  log.warn(warnings[name].forOperators + found)
}

/** The first value since the start that the proxy sent instead of an address; undefined if there was none. */
export const strangeAddress = () => strange

const LONGEST = 60
/** A value to be read by the operator, and by anybody: without a visitor's address, which may be a part of it. */
const withoutAddresses = (value: string) =>
  toOneLine(value.slice(0, LONGEST)).replace(/[\da-f:.]{4,}/gi, (part) => (parseAddress(part) ? '(an address)' : part))

/** The faults in the set-up that this process has found; empty when all is well. */
export function siteWarnings(): SiteWarning[] {
  return [...raised].map((name) => ({ title: warnings[name].title, text: warnings[name].text }))
}

/** Checks the settings, and each request for a forgotten proxy: anybody can forge its header, so only a local one counts. */
export function watchSetUp({ production, publicUrl, demo, host, trustProxy }: Settings): RequestHandler {
  const isTrial = demo !== undefined && isLoopback(host)
  if (production && publicUrl?.protocol !== 'https:' && !isTrial) raise('address')
  return (request, _response, next) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (isForwarded && trustProxy === 0 && isLocal(request.socket.remoteAddress)) raise('proxy')
    if (isForwarded && trustProxy > 0 && request.ip && !parseAddress(request.ip)) {
      strange ??= withoutAddresses(request.ip)
      raise('forwarded', `: “${strange}”`)
    }
    next()
  }
}
