import { useActionData, useLoaderData } from '@remix-run/react'
import type { Tutor } from '~/domain/accounts/account'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { listGuideTitles } from '~/domain/guides/guides.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { listActivities } from '~/domain/week/activities.server'
import { getDublinClock, getWeekday } from '~/domain/week/day'
import { addWeekSessions, copyWeek, listClashTexts } from '~/domain/week/fill-week.server'
import { newWeekSessions, weekCopy, weekSource } from '~/domain/week/schema'
import { listComingChanges } from '~/domain/week/session-changes.server'
import { groupings, listAllSessions, listSwitchableDays, listTutorWeek } from '~/domain/week/tutor-week.server'
import { countUndoable, formatAdded, undoAdded } from '~/domain/week/undo.server'
import { listWeekPhotos } from '~/domain/week/week.server'
import {
  createConfirmAction,
  createFormAction,
  createIntentAction,
  createPageLoader,
  type SaveResult,
  type TutorRequest,
} from '~/http/forms/pages.server'
import { getWeekPath, SAVED, type WeekOf } from '~/routes/parts/week/week-address'
import { defineScreen } from '~/screen'
import { getPageNumber } from '~/ui/lists/page-links'
import type { Database } from '~db/schema'
import { describeAdded, describeCopy, describeUndone } from './messages'
import { TutorWeek } from './tutors-week'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Weekly timetable',
  detail: ({ all, student, isAdding }) => {
    if (all) return 'All sessions'
    if (student) return `${student.firstName} ${student.lastName}`
    return isAdding ? 'Add a session' : undefined
  },
})

/** Sessions for everyone and those of the student in the search parameters, or a part of all sessions. */
export const loader = createPageLoader(async ({ db, tutor, request }) => {
  const parameters = new URL(request.url).searchParams
  const students = await listStudentChoices(db, tutor)
  const of = getRequestedWeek(parameters)
  const student = students.find(({ id }) => id === of) ?? null
  return {
    students,
    student,
    sessions: of === 'all' ? [] : await listTutorWeek(db, tutor, student?.id ?? null),
    dayChanges: { changes: await listComingChanges(db, tutor), switchableDays: await listSwitchableDays(db, tutor) },
    all: of === 'all' ? await readAllSessions(db, tutor, parameters) : null,
    photos: await listWeekPhotos(db, tutor),
    activities: await listActivities(db, tutor),
    guides: await listGuideTitles(db, tutor),
    next: {
      weekdays: parameters.getAll('day'),
      from: parameters.get('from') ?? '',
      studentIds: parameters.has('for') ? parameters.getAll('for').map(Number) : student ? [student.id] : [],
    },
    undoable: await findUndoable(db, tutor, parameters.get('added') ?? ''),
    isAdding: parameters.has('add') || parameters.has('day'),
    shownDay: parameters.get('show') ?? parameters.get('day') ?? getWeekday(getDublinClock(new Date()).day),
  }
})

const findUndoable = async (db: Database, tutor: Tutor, added: string) =>
  (await countUndoable(db, tutor, added)) > 0 ? added : null

function readAllSessions(db: Database, tutor: Tutor, parameters: URLSearchParams) {
  const by = groupings.find((one) => one === parameters.get('by')) ?? 'day'
  return listAllSessions(db, tutor, { by, one: parameters.get('one') ?? undefined, page: getPageNumber(parameters) })
}

/** The week in the search parameters: a student's id, all sessions, or null for everyone's. */
function getRequestedWeek(parameters: URLSearchParams): WeekOf {
  const of = parameters.get('of') ?? undefined
  return of === 'all' ? of : parsePathId(of) || null
}
const getRequestParameters = ({ request }: TutorRequest) => new URL(request.url).searchParams
const getRequestedPath = (tutorRequest: TutorRequest) =>
  getWeekPath(getRequestedWeek(getRequestParameters(tutorRequest)))
const getRequestedStudentId = (tutorRequest: TutorRequest) => {
  const of = getRequestedWeek(getRequestParameters(tutorRequest))
  return of === 'all' ? null : of
}

export const action = createIntentAction({
  'copy-week': createFormAction(weekCopy, async ({ studentIds }, tutorRequest) => {
    const { db, tutor } = tutorRequest
    const shown = orNotFound(getRequestedStudentId(tutorRequest))
    const [first = shown, ...others] = studentIds
    return createCopyResult(
      others.length > 0 ? shown : first,
      await copyWeek(db, tutor, shown, studentIds),
      'studentIds',
    )
  }),
  'copy-from': createFormAction(weekSource, async ({ from }, tutorRequest) => {
    const { db, tutor } = tutorRequest
    const shown = getRequestedStudentId(tutorRequest)
    return createCopyResult(shown, await copyWeek(db, tutor, from, shown ? [shown] : []), 'from')
  }),
  'save-session': createFormAction(newWeekSessions, async (session, tutorRequest) => {
    const { db, tutor } = tutorRequest
    const { added, joined, skipped } = await addWeekSessions(db, tutor, session)
    const numbers = { added: added.length, joined: joined.length, skipped }
    const message = describeAdded(session, numbers, await listClashTexts(db, tutor, [...added, ...joined]))
    const parameters = getRequestParameters(tutorRequest)
    const next = getWeekPath(getRequestedWeek(parameters), {
      by: parameters.get('by') ?? [],
      one: parameters.get('one') ?? [],
      day: session.weekdays,
      from: session.to,
      added: formatAdded(added, joined) || [],
      for: session.studentIds.join() === String(getRequestedWeek(parameters)) ? [] : session.studentIds,
    })
    return { to: next, place: SAVED, ...message }
  }),
  'undo-added': createConfirmAction(
    async (tutorRequest, form) => {
      const undone = await undoAdded(tutorRequest.db, tutorRequest.tutor, String(form.get('added')))
      return { to: getRequestedPath(tutorRequest), ...describeUndone(undone) }
    },
    { failure: 'Failed to undo', at: getRequestedPath },
  ),
})

function createCopyResult(
  of: number | null,
  { added, joined, skipped }: Awaited<ReturnType<typeof copyWeek>>,
  field: string,
): SaveResult {
  return {
    to: getWeekPath(of, { added: formatAdded(added, joined) || [] }),
    place: SAVED,
    ...describeCopy({ added: added.length, joined: joined.length, skipped }, field),
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PlanWeek() {
  return <TutorWeek {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
