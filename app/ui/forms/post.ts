import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { watchStatus, withTimeout } from '~/ui/browser/request-failure'

/**
 * Export it from every screen with a form. If the server fails or does not answer, the page stays and its form says what
 * failed (post-form.tsx). The status of at least 400 prevents Remix from reloading the data.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const hasFiles = request.headers.get('Content-Type')?.startsWith('multipart/')
  const body = hasFiles ? await request.clone().formData() : undefined
  const status = watchStatus(request.url)
  try {
    return await withTimeout(serverAction(), body)
  } catch (error) {
    // Redirects are thrown too.
    if (error instanceof Response) throw error
    const failed = await status.findFailure(error)
    // Never 409, which would reload the data: the loader may leave the page, and with it what was typed.
    return Response.json({ failed }, { status: 503 })
  } finally {
    status.stop()
  }
}

/** After a failed save, reloads the data only for a conflict (409). Export it from every screen with a form. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400 || actionStatus === 409
