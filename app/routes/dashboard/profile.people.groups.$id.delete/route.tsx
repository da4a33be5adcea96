import { findGroup, removeGroup } from '~/domain/groups/groups.server'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

const LIST_PATH = paths.dashboard.profile.people.groups.list

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Group',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findGroup(db, tutor, id),
  ({ name }) => ({ what: 'Group', name, cancelTo: LIST_PATH }),
)
export const action = createConfirmAction(async ({ db, tutor, id }) => {
  await removeGroup(db, tutor, id)
  return createSaveResult('group', 'deleted', LIST_PATH, 'Its students and what they got stay as they are.')
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
