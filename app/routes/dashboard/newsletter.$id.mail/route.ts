import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createPageLoader } from '~/http/forms/pages.server'
import { previewNewsletterMail } from '~/mail/compose.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor' })

/** Allows only style attributes, which mails use, and framing by the preview. */
const POLICY = [
  `default-src 'none'`,
  `img-src 'self' data:`,
  `style-src-attr 'unsafe-inline'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'self'`,
].join('; ')

/** A newsletter's mail for the preview's frame. Links open outside the frame. */
export const loader = createPageLoader(async (args) => {
  const { request, params, context } = args
  // Not PUBLIC_URL: a draft's pictures need the session of the tutor's own origin.
  const site = { origin: new URL(request.url).origin, centre: context.settings.centre }
  const mail = orNotFound(
    await previewNewsletterMail(
      context.db,
      args.tutor,
      parsePathId(params.id),
      `${site.origin}${paths.unsubscribe.one('test')}`,
      site,
    ),
  )
  return new Response(mail.html.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
})
