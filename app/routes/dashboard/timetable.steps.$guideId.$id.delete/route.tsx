import { findStep, removeStep } from '~/domain/guides/steps.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

const { steps } = paths.dashboard.timetable

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'steps',
  title: 'Delete Step',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findStep(db, tutor, id),
  ({ guideId, sentence }) => ({ what: 'Step', name: sentence, cancelTo: steps.one(guideId) }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id }) => {
  const { guideId } = await removeStep(db, uploads, tutor, id)
  return { to: steps.one(guideId), title: 'Step deleted', text: 'The step has been deleted successfully.' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
