import type { Account } from '~/domain/accounts/account'
import { getFileId } from '~/domain/files/places'
import type { Timetable } from '~/domain/timetables/timetables.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { DocumentRow, formatOpened, OpenedStatus } from '~/routes/parts/files/document-row'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { Card } from '~/ui/card'
import { formatPeriod } from '~/ui/dates'
import { useSaveCount } from '~/ui/forms/use-save-count'
import { FoldRows } from '~/ui/lists/fold-row'
import { getFormPath } from '~/ui/lists/list-with-forms'
import { BackLink } from '~/ui/portal/back-link'

const LIST = paths.dashboard.timetable.list

export function AddTimetablePanel({
  students,
  answer,
  className,
}: {
  students: Account[]
  answer?: FormResult
  className?: string
}) {
  const times = useSaveCount('save-timetable', answer)
  return (
    <Card as="section" isSnug id="add" aria-labelledby="add-heading" className={className}>
      <BackLink to={LIST} className="lg:hidden">
        Timetables
      </BackLink>
      <h2 id="add-heading" className="text-h3">
        Add Timetable
      </h2>
      <TimetableForm key={times} to={getFormPath(`${LIST}?index`)} students={students} answer={answer} />
    </Card>
  )
}

function getRowPaths(id: number) {
  const { timetable } = paths.dashboard
  return { open: timetable.one(id), edit: timetable.edit(id), delete: timetable.delete(id) }
}

export function TimetableRows({
  timetables,
  students,
  opened,
  openedBefore,
}: {
  timetables: Timetable[]
  students: Account[]
  /** Ids of students who opened each timetable for all, by file id. */
  opened: Record<number, number[]>
  /** Who opened each before it was moved, by file id. */
  openedBefore: Record<number, string[]>
}) {
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
          period={formatPeriod(timetable.startDate, timetable.endDate)}
          about={[
            timetable.studentName ? `For ${timetable.studentName}` : 'For All Students',
            formatOpened(timetable, students, opened[getFileId(timetable)]),
          ].join(', ')}
          to={getRowPaths(timetable.id)}
        >
          <OpenedStatus
            file={timetable}
            students={students}
            openedBy={opened[getFileId(timetable)]}
            before={openedBefore[getFileId(timetable)]}
          />
        </DocumentRow>
      ))}
    </FoldRows>
  )
}
