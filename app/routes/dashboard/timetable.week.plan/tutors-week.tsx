import { Form } from '@remix-run/react'
import { type Account, getListNames, getShortNames } from '~/domain/accounts/account'
import type { AllSessions, TutorSession } from '~/domain/week/tutor-week.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { DayChangeActions, DayChangeNotes, type DayChanges, SwitchForm } from '~/routes/parts/week/day-changes'
import { type SessionChoices, SessionForm } from '~/routes/parts/week/session-form'
import { getWeekPath, SAVED, type WeekOf } from '~/routes/parts/week/week-address'
import { WeekInPictures } from '~/routes/parts/week/week-in-pictures'
import { useCentre } from '~/ui/browser/root-data'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { MessageBox, MessageTarget, useMessageAt } from '~/ui/dialogs/message'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { UndoMessage } from '~/ui/forms/undo-message'
import { useSaveCount } from '~/ui/forms/use-save-count'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { BackLink } from '~/ui/portal/back-link'
import { PrintButton } from '~/ui/portal/print-button'
import { weekdays } from '~db/choices'
import { AllSessionsList, SessionActions } from './all-sessions'
import { CopyPanel } from './copy-panel'
import { DayLinks, FreePlaces, isLongWeek, listFreePlaces } from './free-places'

/** `all` replaces the student's or everyone's week by all sessions. */
function WeekPicker({ students, of }: { students: Account[]; of: WeekOf }) {
  return (
    <Form action={paths.dashboard.timetable.week.plan} className="no-print flex flex-wrap items-end gap-3">
      <div className="min-w-0 max-w-xs grow basis-40">
        <label htmlFor="of" className="block font-bold">
          Whose week?
        </label>
        <select id="of" name="of" defaultValue={of ?? ''} key={of} className="control border-stone">
          <option value="">For everyone</option>
          <option value="all">All sessions</option>
          {[...getListNames(students)].map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button variant="secondary">Show</Button>
    </Form>
  )
}

function SessionDetails({
  session: { studentIds, clashes, hiddenBecause },
  names,
  student,
}: {
  session: TutorSession
  names: Map<number, string>
  student: Account | null
}) {
  const otherNames = studentIds.filter((one) => one !== student?.id).map((one) => names.get(one) ?? 'a former student')
  return (
    <div className="text-small leading-tight">
      {studentIds.length === 0 && student && <p>For everyone</p>}
      {otherNames.length > 0 && <p className="no-print">With {otherNames.join(', ')}</p>}
      {hiddenBecause && <p className="no-print font-bold text-amber">Only tutors see this photo: {hiddenBecause}</p>}
      {clashes.map((text) => (
        <p key={text} className="no-print font-bold text-amber">
          {text}
        </p>
      ))}
    </div>
  )
}

interface WeekViewProps {
  student: Account | null
  sessions: TutorSession[]
  dayChanges: DayChanges
  names: Map<number, string>
  isAdding: boolean
  shownDay: string
}

function WeekView({ student, sessions, dayChanges, names, isAdding, shownDay }: WeekViewProps) {
  if (sessions.length === 0)
    return (
      <EmptyState picture="empty-timetable" title="No sessions this week yet.">
        <p>Add the first session with the form below.</p>
      </EmptyState>
    )
  const days = weekdays
    .map((heading) => ({ heading, sessions: sortSessions(sessions.filter(({ weekday }) => weekday === heading)) }))
    .filter((day, index) => index < 5 || day.sessions.length > 0)
  const isLong = isLongWeek(sessions.length, isAdding)
  const shown = days.find(({ heading }) => heading === shownDay) ?? days[0]
  const places = listFreePlaces(days)
  return (
    <>
      {isLong && <DayLinks days={days} shown={shown?.heading} of={student?.id ?? null} />}
      <WeekInPictures
        days={days.map((day) => ({ ...day, isHiddenOnPhone: isLong && day !== shown }))}
        about={(session) => (
          <>
            <SessionDetails session={session} names={names} student={student} />
            <DayChangeNotes session={session} {...dayChanges} />
            <DayChangeActions session={session} {...dayChanges} />
          </>
        )}
        actions={(session) => <SessionActions session={session} />}
        before={(day, session) => (
          <FreePlaces
            places={places.filter((place) => place.day === day && place.beforeId === session?.id)}
            of={student?.id ?? null}
          />
        )}
      />
    </>
  )
}

function SavedMessage({ undoable, path }: { undoable: string | null; path: string }) {
  const message = useMessageAt(SAVED)
  if (!message) return null
  return (
    <MessageTarget key={undoable} id={SAVED}>
      <MessageBox {...message} isAnnounced={false}>
        {undoable && (
          <PostForm intent="undo-added" failure="That did not work" isTyped={false} action={path} className="mt-2">
            <input type="hidden" name="added" value={undoable} />
            <SubmitButton variant="secondary" submitLabel="Undo" pendingLabel="Removing..." />
          </PostForm>
        )}
      </MessageBox>
    </MessageTarget>
  )
}

export function TutorWeek({
  students,
  student,
  sessions,
  dayChanges,
  all,
  photos,
  activities,
  guides,
  next,
  undoable,
  isAdding,
  shownDay,
  answer,
}: SessionChoices &
  Omit<WeekViewProps, 'names'> & {
    all: AllSessions | null
    next: { weekdays: string[]; from: string; studentIds: number[] }
    undoable: string | null
    answer?: FormResult
  }) {
  const { name } = useCentre()
  const times = useSaveCount('save-session', answer)
  const names = getShortNames(students)
  const of = all ? 'all' : (student?.id ?? null)
  const view = all ? { by: all.by, one: all.chosen } : {}
  const isEmpty = all ? all.choices.length === 0 : sessions.length === 0
  const title = all ? 'All sessions' : student ? `${names.get(student.id)}’s week` : 'Everyone’s week'
  const forms = (
    <div className="no-print grid items-start gap-8 lg:grid-cols-2">
      <Card as="section" isSnug aria-labelledby="add-heading">
        {/* When open, this is longer than a day of the week on a phone. */}
        <details className="fold" open={isAdding || isEmpty || answer?.form === 'save-session'}>
          <summary>
            <h3 id="add-heading">Add a session</h3>
          </summary>
          <SessionForm
            key={`${of} ${next.weekdays} ${next.from} ${next.studentIds} ${times}`}
            to={getWeekPath(of, {
              ...view,
              add: 'yes',
              day: next.weekdays,
              from: next.from || [],
              for: next.studentIds,
            })}
            session={next}
            answer={answer?.form === 'save-session' ? answer : undefined}
            students={students}
            photos={photos}
            activities={activities}
            guides={guides}
          />
        </details>
      </Card>
      {!all && (
        <CopyPanel
          key={student?.id}
          students={students}
          student={student}
          number={sessions.filter(({ studentIds }) => studentIds.length > 0).length}
          answer={answer}
          className={classes(isAdding && 'hidden lg:block')}
        />
      )}
    </div>
  )
  return (
    <div className="week-sheet space-y-6">
      <div>
        <BackLink to={paths.dashboard.timetable.list}>Timetables</BackLink>
        <h2 className="print:hidden">Weekly timetable</h2>
      </div>
      <div className="no-print flex flex-wrap items-end justify-between gap-3">
        <WeekPicker students={students} of={of} />
        <p className="flex flex-wrap gap-3">
          <ButtonLink to={`${getWeekPath(of, { ...view, add: 'yes' })}#add-heading`}>
            <Icon name="plus" className="h-5 w-5" />
            Add a session
          </ButtonLink>
          <ButtonLink to={paths.dashboard.timetable.week.import} variant="secondary">
            Import
          </ButtonLink>
          <PrintButton />
        </p>
      </div>
      <UndoMessage />
      <SavedMessage undoable={undoable} path={getWeekPath(of)} />
      {/* First, because a tutor adds one session after another. */}
      {isAdding && forms}
      {!(isAdding && isEmpty) && (
        <section aria-labelledby="week">
          <h3 id="week" className="text-h3 print:text-h2">
            {title} <span className="hidden print:inline">at {name}</span>
          </h3>
          <SwitchForm />
          {all ? (
            <AllSessionsList all={all} names={names} />
          ) : (
            <WeekView
              student={student}
              sessions={sessions}
              dayChanges={dayChanges}
              names={names}
              isAdding={isAdding}
              shownDay={shownDay}
            />
          )}
        </section>
      )}
      {!isAdding && forms}
    </div>
  )
}

const sortSessions = (sessions: TutorSession[]) =>
  [...sessions].sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id))
