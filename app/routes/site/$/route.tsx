import { data } from '@remix-run/node'
import { defineScreen } from '~/screen'
import { NotFound } from '~/ui/error-page'

export const handle = defineScreen({ access: 'anyone', title: 'Page Not Found' })

export function loader() {
  return data(null, { status: 404 })
}

/** A POST to an unknown address is also 404. */
export const action = loader

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

export default function UnknownPage() {
  return <NotFound />
}
