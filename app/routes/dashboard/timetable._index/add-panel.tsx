import type { SubmissionResult } from '@conform-to/react'
import type { Account } from '~/domain/accounts/account'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { Card } from '~/ui/card'
import { useSubmitting } from '~/ui/submitting'
import { useTimesTaken } from '~/ui/times-taken'

/** The tutor's side panel (decisions.md section 5). */
export function AddPanel({ students, result }: { students: Account[]; result?: SubmissionResult<string[]> | null }) {
  const times = useTimesTaken(useSubmitting('save-timetable'), result)
  return (
    <Card as="section" aria-labelledby="add-heading">
      <h2 id="add-heading" className="text-h3">
        Add Timetable
      </h2>
      <TimetableForm
        key={times}
        to="/dashboard/timetable?index"
        students={students}
        result={result}
        deed="Add Timetable"
        doing="Adding..."
      />
    </Card>
  )
}
