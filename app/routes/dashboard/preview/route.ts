import type { ActionFunctionArgs } from '@remix-run/node'
import { fromTyped } from '~/domain/rich-text.server'
import { methods } from '~/http/errors/refusal'
import { readForm } from '~/http/forms/body'

export const loader = methods('POST')

/** A tutor's HTML, sanitised for the preview. */
export async function action(args: ActionFunctionArgs) {
  return Response.json({
    html: fromTyped(String((await readForm(args.request)).get('content') ?? '')),
  })
}
