import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { paginateAlbums } from '~/domain/notices/albums.server'
import { paths } from '~/paths'
import { AddAlbumLink, AlbumCards } from '~/routes/parts/notices/photo-cards'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { EmptyState } from '~/ui/lists/empty-state'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user' },
  title: 'Albums',
  detail: ({ albums }) => formatPageNumber(albums),
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const page = getPageNumber(new URL(args.request.url).searchParams)
  return { isTutor: user.role === 'tutor', albums: await paginateAlbums(args.context.db, user, page) }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Albums() {
  const { isTutor, albums } = useLoaderData<typeof loader>()
  return (
    <section aria-labelledby="albums">
      <BackLink to={paths.dashboard.notices.list}>Back to Notices</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="albums">Albums</h2>
        {isTutor && <AddAlbumLink />}
      </div>
      {albums.found === 0 ? (
        <EmptyState className="mt-4" picture="empty-photos" title="No albums yet." />
      ) : (
        <AlbumCards albums={albums.items} isTutor={isTutor} />
      )}
      <PageLinks pages={albums.pages} />
    </section>
  )
}
