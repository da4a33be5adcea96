import { useLoaderData } from '@remix-run/react'
import { listVersions, MAX_PAGE_VERSIONS } from '~/domain/website/website.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { findEditedPage } from '~/routes/parts/website/editor.server'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'website',
  title: 'Versions',
  detail: ({ page }) => page.title,
})

export const loader = createPageLoader(async (args) => {
  const { name, page } = findEditedPage(args.params.page)
  return {
    page: { name, title: page.title, to: page.to },
    versions: await listVersions(args.context.db, args.tutor, page),
    maxVersions: MAX_PAGE_VERSIONS,
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function Versions() {
  const { page, versions, maxVersions } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.website.page(page.name)}>Back to {page.title}</BackLink>
      <h2>Versions of {page.title}</h2>
      <p className="prose mt-2">
        {versions.length === 0
          ? 'Nobody has changed this page yet. Each time someone publishes it, we save that version here.'
          : `The last ${maxVersions} versions of this page are here. You can look at a version and restore it.`}
      </p>
      {versions.length > 0 && (
        <ol className="long-words mt-6 max-w-4xl divide-y divide-line rounded border border-line bg-white px-4">
          {versions.map(({ version, savedAt, savedBy, deed: action }, index) => (
            <li key={version} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-3 font-bold">
                  Version {version}
                  {index === 0 && <Badge tone="moss">On the website now</Badge>}
                </p>
                <p className="text-small text-ink-soft">
                  {action}. {formatDateTime(savedAt)}
                  {savedBy && `, ${savedBy}`}.
                </p>
              </div>
              <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
                <a href={`${page.to}?version=${version}`} className="inline-flex min-h-control items-center font-bold">
                  See this version<span className="sr-only"> {version}</span>
                </a>
                {index > 0 && (
                  <ButtonLink to={paths.dashboard.profile.website.backTo(page.name, version)} variant="secondary">
                    Restore this version<span className="sr-only"> {version}</span>
                  </ButtonLink>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
