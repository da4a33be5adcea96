import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toSafeNextPath } from '~/auth/identity.server'
import { getShortNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { validate } from '~/domain/change.server'
import { parsePathId } from '~/domain/path-id'
import { describeWhoSees, formatAudience } from '~/domain/week/audience'
import { sessionSwitch } from '~/domain/week/change-schema'
import { formatSwitch, type SessionSwitch } from '~/domain/week/day'
import { switchSessions } from '~/domain/week/session-changes.server'
import { listNamesIn, listTwins, type Twin } from '~/domain/week/tutor-week.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectOnFailure, redirectWithMessage } from '~/http/forms/message.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { getSessionDayPath } from '~/routes/parts/week/day-changes'
import { formatClockTime, formatDayAndMonth, formatDayOfMonth } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { UNDO_PLACE } from '~/ui/browser/root-data'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PostForm } from '~/ui/forms/post-form'
import { Link } from '~/ui/link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Who is it off for?',
  detail: ({ activity }) => activity,
})

const { switch: SWITCH_PATH, list: WEEK_PATH } = paths.dashboard.timetable.week

/** The student whose week the page to return to shows, or 0. */
const getShownStudent = (next: string) =>
  parsePathId(new URLSearchParams(next.split('?')[1] ?? '').get('of') ?? undefined)

/**
 * Whether a press needs a question: people call several sessions the same, or it came from one student's week and the session is for
 * others too.
 */
function isUnclear(twins: readonly Twin[], next: string): boolean {
  const [first] = twins
  return twins.length > 1 || (getShownStudent(next) > 0 && first !== undefined && first.studentIds.length !== 1)
}

/** Asks for whom sessions are off, or on again. */
export const loader = createPageLoader(async ({ db, tutor, request }) => {
  const { searchParams } = new URL(request.url)
  const asked = sessionSwitch.safeParse(Object.fromEntries(searchParams))
  const twins = asked.success ? await listTwins(db, tutor, asked.data.press) : []
  const [first] = twins
  if (!asked.success || !first) throw redirect(WEEK_PATH, { status: 303 })
  const { press, next } = asked.data
  const { activity, from } = first
  const student = getShownStudent(next ?? '')
  const students = await listStudents(db, tutor)
  return {
    activity,
    from,
    day: press.day,
    isOff: press.isOff,
    next: toSafeNextPath(next ?? ''),
    twins: twins.map(({ id, names }) => ({ id, names })),
    names: await listNamesIn(db, tutor, twins),
    student: getShortNames(students).get(student) ?? null,
  }
})
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction } from '~/ui/forms/post'

/** Switches sessions off on a day, or on again, from any screen that shows them. */
export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const { context } = args
  const { db } = context
  const form = await readSubmission(args)
  const location = toSafeNextPath(String(form.get('next')))
  const target = { location, failure: 'Failed to change the session', redirectsRefusals: true } as const
  return redirectOnFailure(context, target, async () => {
    const { press, sure } = validate(sessionSwitch, Object.fromEntries(form))
    const twins = await listTwins(db, tutor, press)
    if (!sure && isUnclear(twins, location)) return redirect(getQuestionPath(press, location), 303)
    const activity = await switchSessions(db, tutor, press)
    const { day, ids, isOff } = press
    const date = formatDayOfMonth(day)
    const names = await listNamesIn(
      db,
      tutor,
      twins.filter(({ id }) => ids.includes(id)),
    )
    return redirectWithMessage(context, location, {
      kind: 'success',
      title: `${activity} is ${isOff ? 'off' : 'on again'} on ${date}`,
      text: describeWhoSees(names),
      ...(isOff && {
        place: UNDO_PLACE,
        undo: {
          action: SWITCH_PATH,
          about: `${activity}, ${date}`,
          fields: { press: formatSwitch({ ...press, isOff: false }), next: location, sure: 'yes' },
        },
        link: { to: getSessionDayPath(ids, day), label: 'Give a reason' },
      }),
    })
  })
})

const getQuestionPath = (press: SessionSwitch, next: string) =>
  `${SWITCH_PATH}?${new URLSearchParams({ press: formatSwitch(press), next })}`

export default function SwitchQuestion() {
  const { activity, from, day, isOff, next, twins, names, student } = useLoaderData<typeof loader>()
  const state = isOff ? 'off' : 'on again'
  const ids = twins.map(({ id }) => id)
  const isOne = twins.length === 1
  return (
    <Card className="max-w-2xl">
      <h2 className="long-words">
        {activity}, {formatDayAndMonth(day)}, {formatClockTime(from)}
      </h2>
      {isOne ? (
        <p className="mt-2">
          This session is not only for {student ?? 'one student'}. It is for {formatAudience(names)}.
        </p>
      ) : (
        <p className="mt-2">
          The plan has this session {twins.length} times, for {formatAudience(names)}. Who is it {state} for?
        </p>
      )}
      <PostForm action={SWITCH_PATH} failure="Failed to change the session" isTyped={false} className="mt-4 space-y-3">
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="sure" value="yes" />
        <p>
          <Button name="press" value={formatSwitch({ day, ids, isOff })} className="w-full">
            {`${isOff ? 'Off' : 'On again'} ${formatForAll(names)}`}
          </Button>
        </p>
        {!isOne &&
          twins.map((twin) => (
            <p key={twin.id}>
              <Button
                name="press"
                value={formatSwitch({ day, ids: [twin.id], isOff })}
                variant="secondary"
                className="w-full"
              >
                Only for {formatAudience(twin.names)}
              </Button>
            </p>
          ))}
        <p>
          <ButtonLink to={next} variant="secondary" className="w-full">
            Cancel
          </ButtonLink>
        </p>
      </PostForm>
      {isOne && isOff && student && (
        <p className="mt-4">
          Is only {student} not coming? <Link to={paths.dashboard.timetable.away}>Record an absence</Link>.
        </p>
      )}
    </Card>
  )
}

/** 'for everyone', 'for these 4: Aoife, Brian, Conor and Piotr'. */
function formatForAll(names: string[] | null): string {
  if (names === null) return 'for everyone'
  return names.length > 1 ? `for these ${names.length}: ${formatAudience(names)}` : `for ${formatAudience(names)}`
}
