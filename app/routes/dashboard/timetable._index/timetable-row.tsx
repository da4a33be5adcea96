import { isImage } from '~/domain/files/kinds'
import type { Timetable } from '~/domain/timetables/timetables.server'
import { ButtonLink } from '~/ui/button'
import { dayInWords, periodInWords } from '~/ui/dates'
import { DownloadLink } from '~/ui/download-link'
import { FileImage } from '~/ui/file-image'
import { FoldRow, FoldRows } from '~/ui/fold-row'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'

/** One timetable of a tutor's list: its title, whose it is and when; on demand its picture, and what can be done with it. */
export function TimetableRow({ timetable }: { timetable: Timetable }) {
  const { id, title, description, startDate, endDate, createdAt, studentName } = timetable
  const whose = studentName ? `For ${studentName}` : 'For All Students'
  const period = startDate || endDate ? periodInWords(startDate, endDate) : ''
  return (
    <li id={`timetable-${id}`}>
      <FoldRow icon="timetable" heading="h3" title={title} about={[whose, period].filter(Boolean).join(', ')}>
        {description && (
          <p>
            <Lines text={description} />
          </p>
        )}
        <p className="text-small text-ink-soft">
          Created <time dateTime={createdAt}>{dayInWords(createdAt)}</time>
        </p>
        {isImage(timetable.fileType) && <FileImage file={timetable} to={`/dashboard/timetable/${id}`} />}
        <div className="no-print flex flex-wrap gap-3">
          <DownloadLink file={timetable} noun="timetable" />
          <ButtonLink to={`/dashboard/timetable/${id}/edit`} look="secondary" className="flex-auto sm:flex-none">
            <Icon name="edit" className="h-5 w-5" />
            Edit<span className="sr-only"> {title}</span>
          </ButtonLink>
          <ButtonLink to={`/dashboard/timetable/${id}/delete`} look="danger" className="flex-auto sm:flex-none">
            <Icon name="delete" className="h-5 w-5" />
            Delete<span className="sr-only"> {title}</span>
          </ButtonLink>
        </div>
      </FoldRow>
    </li>
  )
}

/** A page of timetables as a tutor sees them. */
export function TimetableRows({ timetables }: { timetables: Timetable[] }) {
  return (
    <FoldRows className="mt-4">
      {timetables.map((timetable) => (
        <TimetableRow key={timetable.id} timetable={timetable} />
      ))}
    </FoldRows>
  )
}
