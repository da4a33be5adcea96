import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { createPerResponseValues, type PerResponseValues } from '~/http/cache/render-cache.server'
import type { Settings } from '~/settings.server'

/** The two style attributes in the server HTML of Radix's tabs: outline:none and animation-duration:0s. */
const STYLES_OF_TABS = [
  "'sha256-MtxTLcyxVEJFNLEIqbVTaqR4WWr0+lYSZ78AzGmNsuA='",
  "'sha256-PhrR5O1xWiklTp5YfH8xWeig83Y/rhbrdb5whLn1pSg='",
]

const formatPermissions = (microphone: '()' | '(self)') =>
  `camera=(), microphone=${microphone}, geolocation=(), browsing-topics=()`

/** Lets a response's page use the microphone, and play what it recorded. */
export function allowMicrophone(response: Response): void {
  response.setHeader('Permissions-Policy', formatPermissions('(self)'))
  const policy = String(response.getHeader('Content-Security-Policy'))
  response.setHeader('Content-Security-Policy', policy.replace("media-src 'self'", "media-src 'self' blob:"))
}

const nonceOf = (_request: unknown, response: unknown) =>
  `'nonce-${createPerResponseValues(response as Response).nonce}'`

/**
 * Gives each response its nonce, and helmet's headers. Scripts and styles come from the site itself; Remix's inline scripts carry the
 * nonce.
 */
export function setSecurityHeaders({ publicUrl }: Pick<Settings, 'publicUrl'>, development: boolean): RequestHandler[] {
  const isSecure = publicUrl?.protocol === 'https:'
  const withNonce: RequestHandler = (_request, response, next) => {
    response.locals.unique = { nonce: randomUUID() } satisfies PerResponseValues
    response.setHeader('Permissions-Policy', formatPermissions('()'))
    next()
  }
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonceOf],
        // Vite's development server inlines styles and uses a web socket.
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        styleSrcAttr: development ? null : ["'unsafe-hashes'", ...STYLES_OF_TABS],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'"],
        connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isSecure ? [] : null,
      },
    },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000 },
    // 'no-referrer', helmet's own, would make forms send Origin: null.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Headers for obsolete browsers and plug-ins, which would only cost bytes.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  return [withNonce, headers]
}
