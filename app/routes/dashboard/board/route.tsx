import { useLoaderData } from '@remix-run/react'
import { formatYearsOnBoard } from '~/domain/board/board'
import { type BoardMember, listPublicMembers } from '~/domain/board/board.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { CardList } from '~/routes/parts/board/board-forms'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'
import { EditAndDelete } from '~/ui/lists/list-with-forms'

export const handle = defineScreen({
  access: 'tutor',
  title: 'Board Members',
  tab: { label: 'Board Members', place: 1 },
})

export const loader = createPageLoader(async (args) => {
  return { members: await listPublicMembers(args.context.db) }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { shouldRevalidate } from '~/ui/forms/post'

/** The Board tab's members. Plans have their own list (board_.plans). */
export default function MembersPage() {
  const { members } = useLoaderData<typeof loader>()
  return (
    <CardList
      addPath={paths.dashboard.board.new}
      addLabel="Add Member"
      picture="empty-people"
      emptyTitle="No board members yet"
      cards={members.map((member) => <MemberCard key={member.id} member={member} />)}
    />
  )
}

/** A member's photo, or a drawn placeholder. Decorative: the name is next to it. */
function Portrait({ profileImage }: Pick<BoardMember, 'profileImage'>) {
  const shape = 'h-16 w-16 shrink-0 rounded-full'
  return profileImage ? (
    <img src={profileImage} alt="" width={64} height={64} className={`${shape} object-cover`} />
  ) : (
    <span className={`flex items-center justify-center bg-tide text-river ${shape}`}>
      <Icon name="person" className="h-9 w-9" />
    </span>
  )
}

function MemberCard({ member }: { member: BoardMember }) {
  const { id, name, position, isCurrent, profileImage } = member
  const years = formatYearsOnBoard(member)
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex flex-wrap items-center gap-4">
        <Portrait profileImage={profileImage} />
        <div className="min-w-[11em] flex-1 tiny:min-w-0 tiny:basis-full">
          <h3>{name}</h3>
          <p className="font-bold text-river">{position}</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone={isCurrent ? 'moss' : 'stone'}>{isCurrent ? 'Current' : 'Past'}</Badge>
        {years && <p className="text-small text-ink-soft">{years}</p>}
      </div>
      <div className="mt-auto flex flex-wrap gap-3 pt-5">
        <EditAndDelete
          to={{ edit: paths.dashboard.board.edit(id), delete: paths.dashboard.board.delete(id) }}
          title={name}
          preventScrollReset
        />
      </div>
    </Card>
  )
}
