import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { paginateGuides } from '~/domain/guides/guides.server'
import { paths } from '~/paths'
import { GUIDE_ID } from '~/routes/parts/addresses'
import { StepPicture } from '~/routes/parts/guides/guide-reader'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { useFirstTabLabel } from '~/ui/browser/root-data'
import { Link } from '~/ui/link'
import { EmptyState } from '~/ui/lists/empty-state'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user' },
  // It has links only.
  scripts: false,
  title: 'Steps',
  detail: ({ guides }) => formatPageNumber(guides),
})

export async function loader(args: LoaderFunctionArgs) {
  const page = getPageNumber(new URL(args.request.url).searchParams)
  const { items, ...place } = await paginateGuides(args.context.db, getUser(args), page)
  return { guides: { ...place, items: items.map(({ id, title, steps }) => ({ id, title, steps: steps.slice(0, 1) })) } }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Guides() {
  const { guides } = useLoaderData<typeof loader>()
  const firstTab = useFirstTabLabel()
  return (
    <section aria-labelledby="steps">
      <BackLink to={paths.dashboard.index}>{firstTab}</BackLink>
      <h2 id="steps">Steps</h2>
      {guides.found === 0 && <EmptyState className="mt-4" picture="empty-files" title="No steps yet." />}
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {guides.items.map(({ id, title, steps: [first] }) => (
          <li key={id} className="long-words rounded border border-line bg-white shadow-card">
            <Link
              to={`${paths.dashboard.steps.one(id)}#${GUIDE_ID}`}
              className="flex min-h-control items-center gap-4 p-4 font-bold"
            >
              {first && <StepPicture step={first} className="w-20 shrink-0" />}
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <PageLinks pages={guides.pages} />
    </section>
  )
}
