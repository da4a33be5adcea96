import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { noticeEdit } from '~/domain/notices/notice-schema'
import { changeNotice, describeNotice, findTypedNotice } from '~/domain/notices/notices.server'
import { createFormAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { NoticeForm } from '~/routes/parts/notices/notice-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit notice',
  detail: ({ notice }) => notice.title,
})

export const loader = createRecordLoader(
  ({ db, id }) => findTypedNotice(db, id),
  (notice) => ({ notice }),
)
export const action = createFormAction(
  noticeEdit,
  async (notice, { db, tutor, id }) => {
    await changeNotice(db, tutor, id, toChange(notice))
    return createSaveResult('notice', 'updated', paths.dashboard.notices.list)
  },
  { inWords: describeNotice },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditNotice() {
  const { notice } = useLoaderData<typeof loader>()
  return <NoticeForm notice={notice} answer={useActionData<typeof action>()} />
}
