import { useActionData, useLoaderData } from '@remix-run/react'
import { changeOf } from '~/domain/change.server'
import { typedEasyRead } from '~/domain/easy-read.server'
import { noticeEdit } from '~/domain/notices/notice-schema'
import { changeNotice, findNotice, noticeInWords } from '~/domain/notices/notices.server'
import { formAction, recordDone, recordLoader } from '~/http/forms/pages.server'
import { NoticeForm } from '~/routes/parts/notices/notice-form'
import { pageTitle } from '~/ui/browser/page-title'

export const loader = recordLoader(
  ({ db, id }) => findNotice(db, id),
  (notice) => ({ notice: { ...notice, easyRead: typedEasyRead(notice) } }),
)
export const action = formAction(
  noticeEdit,
  async (notice, { db, tutor, id }) => {
    await changeNotice(db, tutor, id, changeOf(notice))
    return recordDone('notice', 'updated', '/dashboard/notices')
  },
  { inWords: noticeInWords },
)

export const meta = pageTitle<typeof loader>('Edit Notice', { of: ({ notice }) => notice.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditNotice() {
  const { title, easyRead, text, until, version } = useLoaderData<typeof loader>().notice
  return <NoticeForm notice={{ title, easyRead, text, until, version }} answer={useActionData<typeof action>()} />
}
