import type { Timetable } from '~/domain/timetables/timetables.server'
import { DocumentRow } from '~/routes/parts/files/document-row'
import { periodInWords } from '~/ui/dates'
import { FoldRows } from '~/ui/lists/fold-row'

function pathsOf(id: number) {
  const picture = `/dashboard/timetable/${id}`
  return { picture, edit: `${picture}/edit`, delete: `${picture}/delete` }
}

/** A page of timetables as a tutor sees them. */
export function TimetableRows({ timetables }: { timetables: Timetable[] }) {
  return (
    <FoldRows className="mt-4">
      {timetables.map((timetable) => (
        <DocumentRow
          key={timetable.id}
          id={`timetable-${timetable.id}`}
          file={{ ...timetable, uploadedAt: timetable.createdAt }}
          noun="timetable"
          icon="timetable"
          heading="h3"
          period={periodInWords(timetable.startDate, timetable.endDate)}
          about={timetable.studentName ? `For ${timetable.studentName}` : 'For All Students'}
          to={pathsOf(timetable.id)}
        />
      ))}
    </FoldRows>
  )
}
