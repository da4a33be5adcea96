import { redirect } from '@remix-run/node'
import { toSafeNextPath } from '~/auth/identity.server'
import { validate } from '~/domain/change.server'
import { sessionSwitch } from '~/domain/week/change-schema'
import { formatSwitch } from '~/domain/week/day'
import { switchSessions } from '~/domain/week/session-changes.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectOnFailure, redirectWithMessage } from '~/http/forms/message.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { getSessionDayPath } from '~/routes/parts/week/day-changes'
import { formatDayOfMonth } from '~/routes/parts/week/today'
import { defineScreen } from '~/screen'
import { UNDO_PLACE } from '~/ui/browser/root-data'

export const handle = defineScreen({ access: 'tutor' })

export const loader = createPageLoader(async () => redirect(paths.dashboard.timetable.week.list, { status: 303 }))
export { clientAction } from '~/ui/forms/post'

/** Switches sessions off on a day, or on again, from any screen that shows them. */
export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const { context } = args
  const form = await readSubmission(args)
  const location = toSafeNextPath(String(form.get('next')))
  const target = { location, failure: 'Failed to change the session', redirectsRefusals: true } as const
  return redirectOnFailure(context, target, async () => {
    const { press } = validate(sessionSwitch, Object.fromEntries(form))
    const activity = await switchSessions(context.db, tutor, press)
    const { day, ids, isOff } = press
    const date = formatDayOfMonth(day)
    return redirectWithMessage(context, location, {
      kind: 'success',
      title: `${activity} is ${isOff ? 'off' : 'on again'} on ${date}`,
      text: 'Students can see it now.',
      ...(isOff && {
        place: UNDO_PLACE,
        undo: {
          action: paths.dashboard.timetable.week.switch,
          about: `${activity}, ${date}`,
          fields: { press: formatSwitch({ ...press, isOff: false }), next: location },
        },
        link: { to: getSessionDayPath(ids, day), label: 'Give a reason' },
      }),
    })
  })
})
