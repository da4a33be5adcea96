import { HOME_DAYS, type HomeItem } from '~/domain/home/words'
import type { Page } from '~/domain/page.server'
import { formatDay } from '~/ui/dates'
import { PageLinks } from '~/ui/lists/page-links'
import { TakeBackForm } from './show-at-home'

/** What a student shows at home, each with a button to take it back. */
export function HomeItems({
  items,
  hidden,
  ...form
}: {
  items: Page<HomeItem>
  action: string
  intent?: string
  hidden: string
}) {
  return (
    <>
      <ul className="mt-2 divide-y divide-line">
        {items.items.map(({ id, title, shownAt, isHidden }) => (
          <li key={id} className="long-words py-4">
            <p className="font-bold">{title}</p>
            <p className="text-small">
              From {formatDay(shownAt)}, for {HOME_DAYS} days.
            </p>
            {isHidden && <p className="text-small font-bold text-amber">{hidden}</p>}
            <TakeBackForm id={id} label="Take back" about={title} {...form} />
          </li>
        ))}
      </ul>
      <PageLinks pages={items.pages} />
    </>
  )
}
