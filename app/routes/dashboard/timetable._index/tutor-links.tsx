import type { Timetable } from '~/domain/timetables/timetables.server'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'

/** What a tutor can do with a timetable. */
export function TutorLinks({ timetable: { id, title } }: { timetable: Timetable }) {
  return (
    <>
      <ButtonLink to={`/dashboard/timetable/${id}/edit`} look="secondary" className="flex-auto sm:flex-none">
        <Icon name="edit" className="h-5 w-5" />
        Edit<span className="sr-only"> {title}</span>
      </ButtonLink>
      <ButtonLink to={`/dashboard/timetable/${id}/delete`} look="danger" className="flex-auto sm:flex-none">
        <Icon name="delete" className="h-5 w-5" />
        Delete<span className="sr-only"> {title}</span>
      </ButtonLink>
    </>
  )
}
