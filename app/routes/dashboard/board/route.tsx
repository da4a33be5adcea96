import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listMembers } from '~/domain/board/board.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { ListWithForms, OpenForm } from '~/ui/lists/list-with-forms'
import { MemberCard } from './member-card'

export async function loader(args: LoaderFunctionArgs) {
  return { members: await listMembers(args.context.db) }
}

export const meta = pageTitle('Board Members')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { shouldRevalidate } from '~/ui/forms/post'

/** The Board tab's members; the plans have a list of their own (board_.plans). */
export default function Members() {
  const { members } = useLoaderData<typeof loader>()
  return (
    <ListWithForms>
      <OpenForm to="/dashboard/board/new">
        <Icon name="plus" className="h-6 w-6 shrink-0" />
        Add Member
      </OpenForm>
      <div className="mt-6">
        {members.length === 0 ? (
          <EmptyState picture="empty-people" title="No board members yet" />
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
            {members.map((member) => (
              <MemberCard key={member.id} member={member} />
            ))}
          </ul>
        )}
      </div>
    </ListWithForms>
  )
}
