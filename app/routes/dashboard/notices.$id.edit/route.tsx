import { redirect } from '@remix-run/node'
import { findNotice, findNoticePlace } from '~/domain/notices/notices.server'
import { orNotFound } from '~/domain/refused'
import { createPageLoader } from '~/http/forms/pages.server'
import { getNoticePath } from '~/routes/parts/notices/notice-cards'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', title: 'Edit notice' })

/** The former address of a notice's form, which is now in its list. */
export const loader = createPageLoader(async ({ db, id, tutor }) => {
  const notice = orNotFound(await findNotice(db, tutor, id))
  return redirect(getNoticePath(id, await findNoticePlace(db, tutor, notice), { isEdited: true }), { status: 303 })
})

export { pageMeta as meta } from '~/ui/browser/page-meta'

/** Never shown. Without a page, the data of /dashboard/notices/qqi/edit would be refused too (http/middleware/request-checks.ts). */
export default function EditNotice() {
  return null
}
