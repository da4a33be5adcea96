import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { type Activity, listActivity } from '~/domain/activity/activity.server'
import { sentenceOf } from '~/domain/activity/sentences'
import { pathId } from '~/domain/path-id'
import { BackLink } from '~/ui/back-link'
import { ButtonLink } from '~/ui/button'
import { momentInWords } from '~/ui/dates'
import { EmptyState } from '~/ui/empty-state'
import { pageTitle } from '~/ui/page-title'

const PAGE = 50

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const before = pathId(new URL(args.request.url).searchParams.get('before') ?? undefined)
  const activity = await listActivity(args.context.db, { before: before || undefined, limit: PAGE })
  return { activity, older: activity.length === PAGE ? activity.at(-1)?.id : undefined }
}

export const meta = pageTitle<typeof loader>('Activity log', {
  of: ({ activity: [newest] }, { search }) =>
    search.includes('before=') && newest ? `up to ${momentInWords(newest.at)}` : undefined,
})

function Line({ line }: { line: Activity }) {
  const { before, title, after } = sentenceOf(line)
  return (
    <li className="py-3">
      <p>
        <strong>{line.actorName}</strong> {before}
        {title && <strong className="break-words">{title}</strong>}
        {after}
      </p>
      <p className="text-small text-ink-soft">
        <time dateTime={line.at}>{momentInWords(line.at)}</time>
      </p>
    </li>
  )
}

export default function ActivityLog() {
  const { activity, older } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to="/dashboard/profile">Back to Profile</BackLink>
      <h2>Activity log</h2>
      <p className="prose mt-2 text-ink-soft">Who did what, newest first. Only tutors can read this.</p>
      {activity.length === 0 ? (
        <EmptyState picture="empty-files" title="Nothing has happened yet." />
      ) : (
        <ol className="mt-6 divide-y divide-line rounded border border-line bg-white px-6">
          {activity.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
      {older && (
        <ButtonLink to={`?before=${older}`} look="secondary" className="mt-6">
          Older
        </ButtonLink>
      )}
    </>
  )
}
