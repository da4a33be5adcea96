import type { ReactNode } from 'react'
import { EmptyState } from '~/ui/lists/empty-state'
import { AddLink, ListWithForms } from '~/ui/lists/list-with-forms'

export function CardList({
  addPath,
  addLabel,
  picture,
  emptyTitle,
  cards,
}: Record<'addPath' | 'addLabel' | 'picture' | 'emptyTitle', string> & { cards: ReactNode[] }) {
  return (
    <ListWithForms>
      <div className="flex justify-end">
        <AddLink to={addPath} preventScrollReset>
          {addLabel}
        </AddLink>
      </div>
      <div className="mt-6">
        {cards.length === 0 ? (
          <EmptyState picture={picture} title={emptyTitle} />
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">{cards}</ul>
        )}
      </div>
    </ListWithForms>
  )
}
