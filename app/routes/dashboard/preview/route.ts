import { parseNewsletter } from '~/domain/newsletters/text.server'
import { getReadingAdvice } from '~/domain/reading.server'
import { renderMarkdown } from '~/domain/rich-text.server'
import { allowMethods } from '~/http/errors/refusal'
import { readForm } from '~/http/forms/body'
import { createPageAction } from '~/http/forms/pages.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: { loader: 'anyone', action: 'tutor' }, body: 'text' })

export const loader = allowMethods('POST')

/** Previews a tutor's text: sanitised HTML, or a newsletter's blocks if `pictures` (their numbers) are sent, and reading advice. */
export const action = createPageAction(async (args) => {
  const form = await readForm(args)
  const content = String(form.get('content') ?? '')
  const pictures = form.get('pictures')
  const html = renderMarkdown(content, { sitePages: form.has('site') })
  const preview = pictures === null ? html : parseNewsletter({ content }, String(pictures).split(',').map(Number))
  return Response.json({ shown: preview, advice: getReadingAdvice(html) })
})
