import type { ActionFunctionArgs } from '@remix-run/node'
import { blocksOf } from '~/domain/newsletters/text.server'
import { fromTyped } from '~/domain/rich-text.server'
import { methods } from '~/http/errors/refusal'
import { readForm } from '~/http/forms/body'

export const loader = methods('POST')

/** What a tutor typed, for its preview: sanitised HTML, or with `pictures` (their numbers) a newsletter's blocks. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  const content = String(form.get('content') ?? '')
  const pictures = form.get('pictures')
  if (pictures === null) return Response.json(fromTyped(content, { sitePages: form.has('site') }))
  return Response.json(blocksOf({ content, format: 'markdown' }, String(pictures).split(',').map(Number)))
}
