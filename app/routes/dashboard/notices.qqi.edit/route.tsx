import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { changePhotoNotice, describePhotoNotice, readPhotoNotice } from '~/domain/notices/albums.server'
import { photoNoticeEdit } from '~/domain/notices/schema'
import { createFormAction, createPageLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AlbumForm } from '~/routes/parts/notices/notice-forms'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', title: 'Edit the photo notice' })

export const loader = createPageLoader(async ({ db, tutor }) => readPhotoNotice(db, tutor))
export const action = createFormAction(
  photoNoticeEdit,
  async (notice, { db, tutor }) => {
    await changePhotoNotice(db, tutor, toChange(notice))
    return createSaveResult('notice', 'updated', paths.dashboard.notices.list)
  },
  { descriptions: describePhotoNotice },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditPhotoNotice() {
  const { id: _, ...notice } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return <AlbumForm heading="Edit the photo notice" noun="notice" album={notice} answer={answer} />
}
