import { data } from '@remix-run/node'
import { NotFound } from '~/ui/error-page'
import { pageTitle } from '~/ui/page-title'

export function loader() {
  return data(null, { status: 404 })
}

/** Nothing can be sent to an address that is not there. */
export const action = loader

export const meta = pageTitle('Page Not Found')

export default function UnknownAddress() {
  return <NotFound />
}
