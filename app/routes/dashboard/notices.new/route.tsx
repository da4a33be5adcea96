import { useActionData, useLoaderData } from '@remix-run/react'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { addNotice } from '~/domain/notices/notices.server'
import { newNotice } from '~/domain/notices/schema'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { NoticeForm } from '~/routes/parts/notices/notice-forms'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', body: 'text', title: 'Add a notice' })

/** A new notice is shown for a week unless the tutor changes it. */
const DAYS_SHOWN = 7

export const loader = createPageLoader(async ({ db, tutor }) => ({
  until: addDays(formatIsoDay(getToday()), DAYS_SHOWN),
  students: await listStudentChoices(db, tutor),
}))
export const action = createFormAction(newNotice, async (notice, { db, tutor }) => {
  await addNotice(db, tutor, notice)
  const text =
    notice.studentIds.length === 0
      ? 'Everyone can see it now.'
      : 'The students you chose and all tutors can see it now.'
  return { to: paths.dashboard.notices.list, title: 'Notice added', text }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewNoticePage() {
  return <NoticeForm {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
