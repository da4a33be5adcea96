import type { Month } from '~/domain/events/days'
import { monthId } from './month-table'

/** Links past the many days of the months, for keyboards and small screens. */
export function MonthLinks({ months, isTutor }: { months: Month[]; isTutor: boolean }) {
  const places = [
    ...months.map((month) => ({ to: monthId(month), label: month.month })),
    ...(isTutor ? [{ to: 'add', label: 'Add Event' }] : []),
    { to: 'phone', label: 'Calendar on your phone' },
  ]
  return (
    <nav aria-label="On this page" className="no-print">
      <ul className="flex flex-wrap gap-x-6">
        {places.map(({ to, label }) => (
          <li key={to}>
            <a href={`#${to}`} className="inline-flex min-h-control items-center font-bold">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
