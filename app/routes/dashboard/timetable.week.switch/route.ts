import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { getTutor, toSafeNextPath } from '~/auth/identity.server'
import { Refused } from '~/domain/refused'
import { sessionSwitch } from '~/domain/week/change-schema'
import { formatSwitch } from '~/domain/week/day'
import { switchSessions } from '~/domain/week/session-changes.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectOnFailure, redirectWithMessage, redirectWithRefusal } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { getSessionDayPath } from '~/routes/parts/week/day-changes'
import { formatDayOfMonth } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { UNDO_PLACE } from '~/ui/browser/root-data'

export const handle = defineScreen({ access: 'tutor' })

export const loader = () => redirect(paths.dashboard.timetable.week.list, { status: 303 })
export { clientAction } from '~/ui/forms/post'

const FAILURE = 'Failed to change the session'

/** Switches sessions off on a day, or on again, from any screen that shows them. */
export async function action(args: ActionFunctionArgs) {
  const tutor = getTutor(args)
  const { context } = args
  const form = await readSubmission(args)
  const next = toSafeNextPath(String(form.get('next')))
  return handleSubmission(
    parseForm(form, sessionSwitch),
    async ({ press }) =>
      redirectOnFailure(context, { location: next, failure: FAILURE }, async () => {
        const activity = await switchSessions(context.db, tutor, press)
        const { day, ids, isOff } = press
        const date = formatDayOfMonth(day)
        return redirectWithMessage(context, next, {
          kind: 'success',
          title: `${activity} is ${isOff ? 'off' : 'on again'} on ${date}`,
          text: 'Students can see it now.',
          ...(isOff && {
            place: UNDO_PLACE,
            undo: {
              action: paths.dashboard.timetable.week.switch,
              about: `${activity}, ${date}`,
              fields: { press: formatSwitch({ ...press, isOff: false }), next },
            },
            link: { to: getSessionDayPath(ids, day), label: 'Give a reason' },
          }),
        })
      }),
    {
      redirectOnRefusal: (error) =>
        error instanceof Refused ? redirectWithRefusal(context, next, FAILURE, error) : undefined,
    },
  )
}
