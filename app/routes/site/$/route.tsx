import { data } from '@remix-run/node'
import { pageTitle } from '~/ui/browser/page-title'
import { NotFound } from '~/ui/error-page'

export function loader() {
  return data(null, { status: 404 })
}

/** A POST to an unknown address is a 404 too. */
export const action = loader

export const meta = pageTitle('Page Not Found')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function UnknownAddress() {
  return <NotFound />
}
