import { data } from '@remix-run/node'
import { NotFound } from '~/ui/error-page'
import { publicTitle } from '~/ui/site/public-title'

export function loader() {
  return data(null, { status: 404 })
}

/** A POST to an unknown address is a 404 too. */
export const action = loader

export const meta = publicTitle('Page Not Found')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function UnknownAddress() {
  return <NotFound />
}
