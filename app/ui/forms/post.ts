import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { inTime, watchStatus } from '~/ui/browser/answered'

/**
 * Every screen with a form exports it. Without an answer, and for a refusal that has no form, the page stays, its form
 * says what failed (post-form.tsx), and the status of at least 400 keeps Remix from reloading its data.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const hasFiles = request.headers.get('Content-Type')?.startsWith('multipart/')
  const body = hasFiles ? await request.clone().formData() : undefined
  const status = watchStatus(request.url)
  try {
    return await inTime(serverAction(), body)
  } catch (error) {
    // A redirect.
    if (error instanceof Response) throw error
    const failed = await status.failure(error)
    return Response.json({ failed }, { status: typeof failed.status === 'number' ? failed.status : 503 })
  } finally {
    status.stop()
  }
}

/** Only a conflict (409) reloads the page of a form that was not saved. Every screen with a form exports it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400 || actionStatus === 409
