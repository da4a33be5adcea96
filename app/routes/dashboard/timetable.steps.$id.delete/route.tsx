import { findGuide, removeGuide } from '~/domain/guides/guides.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

const { steps } = paths.dashboard.timetable

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'steps',
  title: 'Delete Steps',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findGuide(db, tutor, id),
  ({ title }) => ({ what: 'Steps', name: title, cancelTo: steps.list }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id }) => {
  await removeGuide(db, uploads, tutor, id)
  return { to: steps.list, title: 'Steps deleted', text: 'The steps and their photos have been deleted.' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
