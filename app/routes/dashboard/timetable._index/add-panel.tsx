import type { Account } from '~/domain/accounts/account'
import type { FormAnswer } from '~/http/forms/form.server'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { Card } from '~/ui/card'
import { useSubmitting, useTimesTaken } from '~/ui/forms/submitting'

export function AddPanel({ students, answer }: { students: Account[]; answer?: FormAnswer }) {
  const times = useTimesTaken(useSubmitting('save-timetable'), answer)
  return (
    <Card as="section" isSnug aria-labelledby="add-heading">
      <h2 id="add-heading" className="text-h3">
        Add Timetable
      </h2>
      <TimetableForm
        key={times}
        to="/dashboard/timetable?index"
        students={students}
        answer={answer}
        submitLabel="Add Timetable"
        pendingLabel="Adding..."
      />
    </Card>
  )
}
