import type { ClientActionFunctionArgs } from '@remix-run/react'
import { failedBy } from './answered'

/**
 * The browser's side of a screen's action; every screen with a form exports it. Without an answer, and for a refusal or a fault that
 * has no form, the page stays as it is, and its form tells what failed (ui/post-form.tsx). Its status of at least 400 keeps Remix
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
