import type { RequestHandler } from 'express'
import { isLocal, isLoopback } from '~/http/limits/network'
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
} satisfies Record<string, SiteWarning & { forOperators: string }>

// In memory alone: the next start checks again.
const raised = new Set<keyof typeof warnings>()

function raise(name: keyof typeof warnings): void {
  if (raised.has(name)) return
  raised.add(name)
  log.warn(warnings[name].forOperators)
}

/** The faults in the set-up that this process has found; empty when all is well. */
export function siteWarnings(): SiteWarning[] {
  return [...raised].map((name) => ({ title: warnings[name].title, text: warnings[name].text }))
}

/** Checks the settings, and each request for a forgotten proxy: anybody can forge its header, so only a local one counts. */
export function watchSetUp({ production, publicUrl, demo, host, trustProxy }: Settings): RequestHandler {
  const isTrial = demo !== undefined && isLoopback(host)
  if (production && publicUrl?.protocol !== 'https:' && !isTrial) raise('address')
  return ({ headers, socket }, _response, next) => {
    if (trustProxy === 0 && headers['x-forwarded-for'] !== undefined && isLocal(socket.remoteAddress)) raise('proxy')
    next()
  }
}
