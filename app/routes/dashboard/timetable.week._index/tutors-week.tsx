import { Form } from '@remix-run/react'
import { type MouseEvent, useRef } from 'react'
import type { Account } from '~/domain/accounts/account'
import { getListNames, getShortNames } from '~/domain/accounts/names'
import type { WeekCopy } from '~/domain/week/schema'
import type { ShownSession, WeekSession } from '~/domain/week/week.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { DayChangeActions, DayChangeNotes, type DayChanges, SwitchForm } from '~/routes/parts/week/day-changes'
import { type SessionChoices, SessionForm } from '~/routes/parts/week/session-form'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { WeekInPictures } from '~/routes/parts/week/week-in-pictures'
import { useCentre } from '~/ui/browser/root-data'
import { Button, ButtonAnchor } from '~/ui/button'
import { Card } from '~/ui/card'
import { getControlClass, SelectField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { useSaveCount } from '~/ui/forms/use-save-count'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { EmptyState } from '~/ui/lists/empty-state'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'
import { SectionCard } from '~/ui/section-card'
import { weekdays } from '~db/choices'

type ListedSession = WeekSession & Pick<ShownSession, 'tint'> & { clashes: string[] }

const selectClass = getControlClass({} as never)

const getStudentOptions = (students: Account[]) =>
  [...getListNames(students)].map(([id, label]) => ({ value: String(id), label }))

function WeekPicker({ students, student }: { students: Account[]; student: Account | null }) {
  return (
    <Form action={paths.dashboard.timetable.week.list} className="no-print flex flex-wrap items-end gap-3">
      <div className="min-w-0 max-w-xs grow basis-40">
        <label htmlFor="of" className="block font-bold">
          Whose week?
        </label>
        <select id="of" name="of" defaultValue={student?.id ?? ''} key={student?.id} className={selectClass}>
          <option value="">Everyone’s</option>
          {getStudentOptions(students).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button variant="secondary">Show</Button>
    </Form>
  )
}

interface CopyPanelProps {
  students: Account[]
  student: Account | null
  number: number
  answer?: FormResult
}

/** Copies the week shown to another student. */
function CopyPanel({ students, student, number, answer }: CopyPanelProps) {
  const [form, { to }] = useSiteForm<WeekCopy>({ id: 'copy-week', intent: 'copy-week', result: answer?.result })
  const otherStudents = students.filter(({ id }) => id !== student?.id)
  if (number === 0 || otherStudents.length === 0) return null
  return (
    <SectionCard id="copy-heading" title="Copy this week" isSnug>
      <ValidatedForm
        form={form}
        intent="copy-week"
        failure="Failed to copy the week"
        isTyped={false}
        action={getWeekPath(student?.id ?? null)}
        className="mt-2 space-y-3"
      >
        <SelectField
          field={to}
          required
          label={`Copy ${number === 1 ? 'the session' : `all ${number} sessions`} to`}
          options={getStudentOptions(otherStudents)}
          placeholder="Please select"
        />
        <SubmitButton variant="secondary" submitLabel="Copy" pendingLabel="Copying..." />
      </ValidatedForm>
    </SectionCard>
  )
}

/** The other people in a session, and the sessions it clashes with. */
function SessionDetails({
  session,
  names,
  student,
}: {
  session: ListedSession
  names: Map<number, string>
  student: Account | null
}) {
  const { studentIds, clashes } = session
  const otherNames = studentIds.filter((one) => one !== student?.id).map((one) => names.get(one) ?? 'a former student')
  return (
    <div className="text-small leading-tight">
      {studentIds.length === 0 && student && <p>For everyone</p>}
      {otherNames.length > 0 && <p className="no-print">With {otherNames.join(', ')}</p>}
      {clashes.length > 0 && (
        <p className="no-print font-bold text-amber">Clashes with {[...new Set(clashes)].join(', ')}</p>
      )}
    </div>
  )
}

/** Next to the session except on the narrowest phones, because separate lines would fill a third of the week. */
function SessionActions({ session: { id, activity, weekday } }: { session: ListedSession }) {
  return (
    <ul className="no-print ml-auto flex shrink-0 gap-4 text-small xs:block lg:ml-0 lg:flex">
      <li>
        <Link
          to={paths.dashboard.timetable.week.edit(id)}
          className="inline-flex min-h-target min-w-12 items-center font-bold"
        >
          Edit<span className="sr-only">{` ${activity} ${weekday}`}</span>
        </Link>
      </li>
      <li>
        <Link
          to={paths.dashboard.timetable.week.delete(id)}
          className="inline-flex min-h-target items-center font-bold text-brick"
        >
          Delete<span className="sr-only">{` ${activity} ${weekday}`}</span>
        </Link>
      </li>
    </ul>
  )
}

/** The week of one student, or everyone's, as a table that tutors fill in. */
export function TutorWeek({
  students,
  student,
  sessions,
  dayChanges,
  photos,
  activities,
  next,
  isAdding,
  answer,
}: SessionChoices & {
  student: Account | null
  sessions: ListedSession[]
  dayChanges: DayChanges
  next: { weekday: string; from: string }
  /** Whether the form is open: by its address, or after it added a session. */
  isAdding: boolean
  answer?: FormResult
}) {
  const { name } = useCentre()
  const times = useSaveCount('save-session', answer)
  const names = getShortNames(students)
  const days = weekdays
    .map((heading) => ({ heading, sessions: sortSessions(sessions.filter(({ weekday }) => weekday === heading)) }))
    .filter((day, index) => index < 5 || day.sessions.length > 0)
  const copiedSessions = sessions.filter(({ studentIds }) => !student || studentIds.length > 0)
  const addPanel = useRef<HTMLDetailsElement>(null)
  function openForm(event: MouseEvent) {
    if (!addPanel.current) return
    event.preventDefault()
    addPanel.current.open = true
    addPanel.current.scrollIntoView()
    addPanel.current.querySelector('summary')?.focus()
  }
  const title = student ? `${names.get(student.id)}’s week` : 'Everyone’s week'
  return (
    <div className="week-sheet space-y-6">
      <div>
        <BackLink to={paths.dashboard.timetable.list}>Timetables</BackLink>
        <h2 className="print:hidden">Weekly timetable</h2>
      </div>
      <div className="no-print flex flex-wrap items-end justify-between gap-3">
        <WeekPicker students={students} student={student} />
        <p className="flex flex-wrap gap-3">
          <ButtonAnchor href={`${getWeekPath(student?.id ?? null, { add: 'yes' })}#add-heading`} onClick={openForm}>
            <Icon name="plus" className="h-5 w-5" />
            Add a session
          </ButtonAnchor>
          <PrintButton />
        </p>
      </div>
      <section aria-labelledby="week">
        <h3 id="week" className="text-h3 print:text-h2">
          {title} <span className="hidden print:inline">at {name}</span>
        </h3>
        <SwitchForm />
        {sessions.length === 0 && (
          <EmptyState picture="empty-timetable" title="No sessions this week yet.">
            <p>Add the first session with the form below.</p>
          </EmptyState>
        )}
        {sessions.length > 0 && (
          <WeekInPictures
            days={days}
            about={(session) => (
              <>
                <SessionDetails session={session} names={names} student={student} />
                <DayChangeNotes session={session} {...dayChanges} />
                <DayChangeActions session={session} {...dayChanges} />
              </>
            )}
            actions={(session) => <SessionActions session={session} />}
          />
        )}
      </section>
      <div className="no-print grid items-start gap-8 lg:grid-cols-2">
        <Card as="section" isSnug aria-labelledby="add-heading">
          {/* When open, this is longer than a day of the week on a phone. */}
          <details
            ref={addPanel}
            className="fold"
            open={isAdding || sessions.length === 0 || answer?.form === 'save-session'}
          >
            <summary>
              <h3 id="add-heading">Add a session</h3>
            </summary>
            <SessionForm
              key={`${student?.id} ${next.weekday} ${next.from} ${times}`}
              to={getWeekPath(student?.id ?? null)}
              session={{ ...(next as { weekday: 'Monday' }), studentIds: student ? [student.id] : [] }}
              answer={answer?.form === 'save-session' ? answer : undefined}
              students={students}
              photos={photos}
              activities={activities}
            />
          </details>
        </Card>
        <CopyPanel
          key={student?.id}
          students={students}
          student={student}
          number={copiedSessions.length}
          answer={answer?.form === 'copy-week' ? answer : undefined}
        />
      </div>
    </div>
  )
}

const sortSessions = (sessions: ListedSession[]) =>
  [...sessions].sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id))
