import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'

/** A tutor's links to an event's edit and delete pages. */
export function ChangeLinks({ event }: { event: { id: number; title: string } }) {
  return (
    <div className="no-print mt-4 flex shrink-0 flex-wrap gap-2">
      <ButtonLink to={`/dashboard/calendar/${event.id}/edit`} variant="secondary">
        <Icon name="edit" className="h-5 w-5" />
        Edit<span className="sr-only"> {event.title}</span>
      </ButtonLink>
      <ButtonLink to={`/dashboard/calendar/${event.id}/delete`} variant="danger">
        <Icon name="delete" className="h-5 w-5" />
        Delete<span className="sr-only"> {event.title}</span>
      </ButtonLink>
    </div>
  )
}
