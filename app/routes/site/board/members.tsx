import type { BoardMember } from '~/domain/board/board.server'
import { formatYearsOnBoard } from '~/domain/board/years'
import { Card } from '~/ui/card'
import { Lines } from '~/ui/lines'
import { EmptyState } from '~/ui/lists/empty-state'
import { EmailLink } from '~/ui/site/email-link'
import { ExternalLink } from '~/ui/site/external-link'

function Member({ member }: { member: BoardMember }) {
  const { name, position, bio, email, linkedIn, profileImage } = member
  const years = formatYearsOnBoard(member)
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex items-center gap-4">
        {profileImage && (
          <img
            src={profileImage}
            alt=""
            width={80}
            height={80}
            className="h-20 w-20 shrink-0 rounded-full object-cover"
          />
        )}
        <div className="min-w-0">
          <h3>{name}</h3>
          <p className="font-bold text-river">{position}</p>
          {years && <p className="text-small text-ink-soft">{years}</p>}
        </div>
      </div>
      {bio && (
        <p className="mt-4">
          <Lines text={bio} />
        </p>
      )}
      {(email || linkedIn) && (
        <ul className="mt-auto space-y-1 pt-4">
          {email && (
            <li>
              <EmailLink address={email} />
            </li>
          )}
          {linkedIn && (
            <li>
              <ExternalLink to={linkedIn}>
                LinkedIn<span className="sr-only"> of {name}</span>
              </ExternalLink>
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

/** Board members as cards, or `emptyText` if there are none. */
export function MemberCards({ members, emptyText }: { members: BoardMember[]; emptyText: string }) {
  if (members.length === 0) return <EmptyState picture="empty-people" title={emptyText} />
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:gap-8 xl:grid-cols-3">
      {members.map((member) => (
        <Member key={member.id} member={member} />
      ))}
    </ul>
  )
}
