import type { ReactNode } from 'react'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { DialogLink, ListWithForms } from '~/ui/lists/list-with-forms'

/** A list of cards in the Board tab, with a link to its form. */
export function CardList({
  addAt,
  add,
  picture,
  none,
  cards,
}: Record<'addAt' | 'add' | 'picture' | 'none', string> & { cards: ReactNode[] }) {
  return (
    <ListWithForms>
      <DialogLink to={addAt}>
        <Icon name="plus" className="h-6 w-6 shrink-0" />
        {add}
      </DialogLink>
      <div className="mt-6">
        {cards.length === 0 ? (
          <EmptyState picture={picture} title={none} />
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">{cards}</ul>
        )}
      </div>
    </ListWithForms>
  )
}
