import { findNotice, removeNotice } from '~/domain/notices/notices.server'
import { confirmAction, recordDone, recordLoader } from '~/http/forms/pages.server'

export const loader = recordLoader(
  ({ db, id }) => findNotice(db, id),
  ({ title }) => ({ what: 'Notice', name: title, cancelTo: '/dashboard/notices' }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removeNotice(db, tutor, id)
  return recordDone('notice', 'deleted', '/dashboard/notices')
})

export { default, meta } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
