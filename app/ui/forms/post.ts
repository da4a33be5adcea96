import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { failedBy } from '~/ui/browser/answered'

/**
 * The browser's side of a screen's action; every screen with a form exports it. Without an answer, and for a refusal or a fault that
 * has no form, the page stays as it is, and its form tells what failed (ui/forms/post-form.tsx). Its status of at least 400 keeps Remix
 * from loading the page's data anew.
 */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction()
  } catch (error) {
    // A redirect.
    if (error instanceof Response) throw error
    const failed = failedBy(error)
    return Response.json({ failed }, { status: typeof failed.status === 'number' ? failed.status : 503 })
  }
}

/**
 * A refused or failed form does not reload its page, except after a conflict (409), when the page is out of date. Every screen with
 * a form exports it; without it Remix would reload after a form to another page's action all the same.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400 || actionStatus === 409
