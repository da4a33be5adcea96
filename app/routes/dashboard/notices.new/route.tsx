import { useActionData } from '@remix-run/react'
import { newNotice } from '~/domain/notices/notice-schema'
import { addNotice } from '~/domain/notices/notices.server'
import { createFormAction } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { NoticeForm } from '~/routes/parts/notices/notice-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', body: 'text', title: 'Add a notice' })

export const loader = () => null
export const action = createFormAction(newNotice, async (notice, { db, tutor }) => {
  await addNotice(db, tutor, notice)
  return { to: paths.dashboard.notices.list, title: 'Notice added', text: 'Everyone can see it now.' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewNoticePage() {
  return <NoticeForm answer={useActionData<typeof action>()} />
}
