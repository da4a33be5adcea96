import { useActionData, useLoaderData } from '@remix-run/react'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { orNotFound } from '~/domain/refused'
import { describeWhoSees, formatAudience } from '~/domain/week/audience'
import { type SessionDay, sessionDay } from '~/domain/week/change-schema'
import { getSessionsOn, listChangeableDays } from '~/domain/week/day'
import {
  describeSessionDay,
  findSessionDay,
  type SessionChange,
  saveSessionDay,
} from '~/domain/week/session-changes.server'
import { listNamesIn, listTwins, type Twin } from '~/domain/week/tutor-week.server'
import { findWeekSession, type WeekSession } from '~/domain/week/week.server'
import { createFormAction, createRecordLoader, type TutorRequest } from '~/http/forms/pages.server'
import { getRegisterPath } from '~/routes/parts/addresses'
import { getSessionDayPath } from '~/routes/parts/week/day-changes'
import { formatDayAndMonth, formatDayOfMonth } from '~/routes/parts/week/today'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { defineScreen } from '~/screen'
import { UNDO_PLACE } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { CheckboxField, TextField } from '~/ui/forms/field'
import { useSiteForm } from '~/ui/forms/form'
import { RecordForm } from '~/ui/forms/record-form'
import { Link } from '~/ui/link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Change one day',
  detail: ({ session }) => session.activity,
})

/** The day in the search parameters, or the session's next one. */
function getRequestedDay(parameters: URLSearchParams, session: WeekSession): string | undefined {
  const days = listChangeableDays(formatIsoDay(getToday())).filter(
    (day) => getSessionsOn(day, [{ ...session, isOwn: false }], []).length > 0,
  )
  return days.find((day) => day === parameters.get('day')) ?? days[0]
}

/** The ids of the session and of those that change with it. */
function getSessionIds({ id, request }: Pick<TutorRequest, 'id' | 'request'>): [number, ...number[]] {
  const others = new URL(request.url).searchParams.get('others') ?? ''
  return [id, ...(/^\d{1,9}(,\d{1,9}){0,99}$/.test(others) ? others.split(',').map(Number) : [])]
}

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findWeekSession(db, tutor, id),
  async (session, { db, tutor, request, id }) => {
    const day = orNotFound(getRequestedDay(new URL(request.url).searchParams, session))
    const ids = getSessionIds({ id, request })
    const change = await findSessionDay(db, tutor, id, day)
    const twins = await listTwins(db, tutor, { ids, day, isOff: !change?.isOff })
    const isMeant = (twin: Twin) => ids.includes(twin.id)
    return {
      session,
      day,
      change,
      ids,
      /** The names of those whom the form is about, and of those who have the same session on their own; null for everyone. */
      names: await listNamesIn(db, tutor, twins.filter(isMeant)),
      allNames: twins.every(isMeant) ? undefined : await listNamesIn(db, tutor, twins),
      allIds: twins.map((twin) => twin.id),
      parts: twins.filter(isMeant).length > 1 ? twins.map(({ id, names }) => ({ id, names })) : [],
    }
  },
)

export const action = createFormAction(
  sessionDay,
  async (fields, tutorRequest) => {
    const { db, tutor, id } = tutorRequest
    const ids = getSessionIds(tutorRequest)
    const before = await saveSessionDay(db, tutor, ids, fields)
    const { activity, studentIds } = orNotFound(await findWeekSession(db, tutor, id))
    const changed = await listTwins(db, tutor, { ids, day: fields.day, isOff: fields.isOff })
    const names = await listNamesIn(
      db,
      tutor,
      changed.filter((one) => ids.includes(one.id)),
    )
    const date = formatDayOfMonth(fields.day)
    const after = await findSessionDay(db, tutor, id, fields.day)
    return {
      to: getWeekPath(studentIds[0] ?? null),
      title: `${activity} on ${date} has been changed`,
      text: describeWhoSees(names),
      place: UNDO_PLACE,
      undo: {
        action: getSessionDayPath(ids, fields.day),
        about: `${activity}, ${date}`,
        fields: toUndoFields(fields.day, before, after),
      },
    }
  },
  { descriptions: describeSessionDay },
)

function toUndoFields(day: string, before: SessionChange | null, after: SessionChange | null): Record<string, string> {
  const { reason, place, withWhom } = before ?? { reason: null, place: null, withWhom: null }
  return {
    intent: 'save-day',
    day,
    ...(before?.isOff && { isOff: 'on' }),
    ...(reason && { reason }),
    ...(place && { place }),
    ...(withWhom && { withWhom }),
    ...(after && { version: String(after.version) }),
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

const loadRules = () => import('~/domain/week/change-schema').then(({ sessionDay }) => sessionDay)

export default function ChangeOneDay() {
  const { session, day, change, ids, names, allNames, allIds, parts } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { isOff = false, reason = null, place = null, withWhom = null } = change ?? {}
  const [form, fields] = useSiteForm<SessionDay>({
    id: 'session-day',
    intent: 'save-day',
    result: answer?.result,
    defaultValue: { day, isOff, reason, place, withWhom, version: change?.version },
    rules: loadRules,
  })
  const formatUsual = (text: string | null) => (text ? `Usually ${text}` : undefined)
  return (
    <Card className="max-w-2xl">
      <h2>
        {session.activity} on {formatDayAndMonth(day)}
      </h2>
      <p className="mt-2">This is for one day only, for {formatAudience(names)}. They can read all of it.</p>
      {allNames !== undefined && (
        <p>
          Others have the same session:{' '}
          <Link to={getSessionDayPath(allIds, day)} className="font-bold">
            Change it for {formatAudience(allNames)}
          </Link>
        </p>
      )}
      {parts.map((part) => (
        <p key={part.id}>
          <Link to={getSessionDayPath([part.id], day)} className="font-bold">
            Only for {formatAudience(part.names)}
          </Link>
        </p>
      ))}
      <p>
        <Link
          to={getRegisterPath({ date: day, sessionId: session.id })}
          className="inline-flex min-h-control items-center font-bold"
        >
          Register of this session
        </Link>
      </p>
      <RecordForm
        form={form}
        version={fields.version}
        answer={answer}
        intent="save-day"
        failure="Failed to change the day"
        action={getSessionDayPath(ids, day)}
        className="mt-4 space-y-5"
        submitLabel="Save"
        pendingLabel="Saving..."
        cancelTo={getWeekPath(session.studentIds[0] ?? null)}
      >
        <input type="hidden" name={fields.day.name} value={day} />
        <CheckboxField field={fields.isOff} label="It is off" />
        <TextField
          field={fields.reason}
          label="Reason (optional)"
          hint="For example: Aoife is sick."
          autoComplete="off"
        />
        <TextField
          field={fields.place}
          label="Another place (optional)"
          hint={formatUsual(session.place)}
          autoComplete="off"
        />
        <TextField
          field={fields.withWhom}
          label="Someone else (optional)"
          hint={formatUsual(session.withWhom)}
          autoComplete="off"
        />
      </RecordForm>
    </Card>
  )
}
