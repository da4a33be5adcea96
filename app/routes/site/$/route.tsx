import { data } from '@remix-run/node'
import { defineScreen } from '~/screen'
import { NotFound } from '~/ui/error-page'

export const handle = defineScreen({ access: 'anyone', title: 'Page Not Found' })

export function loader() {
  return data(null, { status: 404 })
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function UnknownPage() {
  return <NotFound />
}
