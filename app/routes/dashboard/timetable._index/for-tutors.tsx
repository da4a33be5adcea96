import type { Account } from '~/domain/accounts/account'
import type { Timetable } from '~/domain/timetables/timetables.server'
import type { FormAnswer } from '~/http/forms/form.server'
import { DocumentRow } from '~/routes/parts/files/document-row'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { Card } from '~/ui/card'
import { periodInWords } from '~/ui/dates'
import { useSubmitting } from '~/ui/forms/submitting'
import { useTimesTaken } from '~/ui/forms/times-taken'
import { FoldRows } from '~/ui/lists/fold-row'

export function AddPanel({ students, answer }: { students: Account[]; answer?: FormAnswer }) {
  const times = useTimesTaken(useSubmitting('save-timetable'), answer)
  return (
    <Card as="section" isSnug aria-labelledby="add-heading">
      <h2 id="add-heading" className="text-h3">
        Add Timetable
      </h2>
      <TimetableForm key={times} to="/dashboard/timetable?index" students={students} answer={answer} />
    </Card>
  )
}

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
