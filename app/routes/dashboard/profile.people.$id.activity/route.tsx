import { useLoaderData } from '@remix-run/react'
import { findPerson } from '~/domain/accounts/people.server'
import { listActivity } from '~/domain/activity/activity.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { ActivityList, ENTRIES_PER_PAGE, getBeforeId, OlderEntriesLink } from '~/routes/parts/activity/activity-list'
import { defineScreen } from '~/screen'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({ access: 'tutor', title: 'Activity', detail: ({ name }) => name })

/** Entries by the person, and about their files, timetables and account. */
export const loader = createPageLoader(async (args) => {
  const { db } = args.context
  const { id, name } = orNotFound(await findPerson(db, args.tutor, parsePathId(args.params.id)))
  const before = getBeforeId(new URL(args.request.url).searchParams)
  return {
    id,
    name,
    lines: await listActivity(db, args.tutor, { personId: id, before, limit: ENTRIES_PER_PAGE }),
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function PersonActivity() {
  const { id, name, lines } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.people.one(id)}>Back to {name}</BackLink>
      <h2 className="long-words">Activity of {name}</h2>
      <p className="prose mt-2 text-ink-soft">
        What {name} did, and what others did with their files, timetables and account. Newest first.
      </p>
      <ActivityList lines={lines} emptyTitle="No entries yet." />
      <OlderEntriesLink lines={lines} />
    </>
  )
}
