import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/auth/identity.server'
import { Refused } from '~/domain/refused'
import { pageTitle } from '~/ui/page-title'

/** 404 within the portal's layout for whoever is logged in. */
export async function loader(args: LoaderFunctionArgs): Promise<never> {
  await requireUser(args)
  throw new Refused(404, 'Not found.')
}

export const action = loader

export const meta = pageTitle('Page Not Found')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function UnknownAddress() {
  return null
}
