import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { EditAndDelete } from '~/ui/lists/list-with-forms'

export function EventActions({ event }: { event: { id: number; title: string } }) {
  return (
    <div className="no-print mt-4 flex shrink-0 flex-wrap gap-2">
      <EditAndDelete
        to={{ edit: paths.dashboard.calendar.edit(event.id), delete: paths.dashboard.calendar.delete(event.id) }}
        title={event.title}
      />
    </div>
  )
}

export function NotOnWebsiteBadge({ event }: { event: { onWebsite: boolean } }) {
  if (event.onWebsite) return null
  return (
    <span className="flex items-center gap-2 text-small font-bold">
      <Icon name="lock" className="h-5 w-5 shrink-0" />
      Not on the website
    </span>
  )
}

export function AddEventLink() {
  return (
    <ButtonLink to={paths.dashboard.calendar.new} className="no-print">
      <Icon name="plus" className="h-5 w-5" />
      Add an event
    </ButtonLink>
  )
}
