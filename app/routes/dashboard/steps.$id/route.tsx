import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { findGuide, findProgress, recordProgress } from '~/domain/guides/guides.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { paths } from '~/paths'
import { describeView, readGuideView } from '~/routes/parts/addresses'
import { GuideReader } from '~/routes/parts/guides/guide-reader'
import { defineScreen } from '~/screen'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user' },
  // It has links only.
  scripts: false,
  title: (data) => data?.title ?? 'Steps',
  detail: ({ view, steps }) => describeView(view, steps.length),
})

/** A guide, and the step that a student saw last, which a page of a step replaces. */
export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const { id, title, steps } = orNotFound(await findGuide(db, user, parsePathId(args.params.id)))
  const view = readGuideView(args.request.url, steps.length)
  const progress = view === null ? await findProgress(db, user, id) : null
  if (args.request.method === 'GET') {
    const isBeginning = view === null && progress === null
    if (typeof view === 'number' || isBeginning) await recordProgress(db, user, id, view ?? 1)
    if (view === 'done') await recordProgress(db, user, id, null)
  }
  return {
    id,
    title,
    view,
    progress,
    steps: steps.map(({ id, sentence, symbol, photo }) => ({ id, sentence, symbol, photo })),
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function GuidePage() {
  const { id, ...guide } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.steps.list}>Steps</BackLink>
      <GuideReader {...guide} path={paths.dashboard.steps.one(id)} homePath={paths.dashboard.index} />
    </>
  )
}
