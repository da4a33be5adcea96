import { Refused } from '~/domain/refused'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'user', title: 'Page Not Found' })

/** Shows 404 within the portal's layout to logged-in users. */
export async function loader(): Promise<never> {
  throw new Refused('notFound', 'Not found.')
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function UnknownDashboardPage() {
  return null
}
