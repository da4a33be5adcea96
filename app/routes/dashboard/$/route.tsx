import { Refused } from '~/domain/refused'
import { pageTitle } from '~/ui/browser/page-title'

/** 404 within the portal's layout for whoever is logged in. */
export async function loader(): Promise<never> {
  throw new Refused(404, 'Not found.')
}

export const action = loader

export const meta = pageTitle('Page Not Found')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function UnknownAddress() {
  return null
}
