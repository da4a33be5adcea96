import type { ActionFunctionArgs } from '@remix-run/node'
import { fromTyped } from '~/domain/rich-text.server'
import { methods } from '~/http/api.server'
import { readForm } from '~/http/body'

export const loader = methods('POST')

/** A tutor's HTML, sanitised for the preview. */
export async function action(args: ActionFunctionArgs) {
  return Response.json({
    html: fromTyped(String((await readForm(args.request)).get('content') ?? '')),
  })
}
