import { readDay } from '~/domain/events/days'
import type { HomeWords } from '~/domain/website/home.server'
import { Badge } from '~/ui/badge'
import { weekdayInWords } from '~/ui/dates'

/** An event of the page's own words. One whose day is over says so; on a phone it says no more than what and when it was. */
export function EventCard({
  event: { title, description, date, time, location },
  isOver = false,
}: {
  event: HomeWords['events']['items'][number]
  isOver?: boolean
}) {
  const { day, month } = readDay(date)!
  return (
    <li className="long-words grid grid-cols-[3.5rem_1fr] gap-x-3 rounded border border-line bg-white p-4 shadow-card lg:grid-cols-[6rem_1fr] lg:gap-x-6 lg:p-6 tiny:grid-cols-1">
      <div
        aria-hidden="true"
        className="flex h-fit flex-col items-center rounded-sm bg-river py-1 text-white lg:row-span-2 lg:py-3"
      >
        <span className="text-h3 font-bold leading-tight lg:text-h1 lg:leading-tight">{day}</span>{' '}
        <span className="text-small font-bold">{month.slice(0, 3)}</span>
      </div>
      <div className="self-center">
        <h3 className="leading-tight">{title}</h3>
        {isOver && (
          <p className="my-1">
            <Badge tone="stone">This event is over</Badge>
          </p>
        )}
      </div>
      <div className="col-span-2 mt-2 lg:col-span-1 lg:mt-1 tiny:col-span-1">
        <p className={isOver ? 'hidden sm:block' : ''}>{description}</p>
        <p className="text-small lg:mt-2 lg:text-body">
          <time dateTime={date}>{weekdayInWords(date)}</time>, {time}
        </p>
        <p className="text-small lg:text-body">{location}</p>
      </div>
    </li>
  )
}
