import { findQuestion, removeQuestion } from '~/domain/questions/questions.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Question',
  detail: ({ name }) => name,
})

const LIST = paths.dashboard.notices.questions.list

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findQuestion(db, tutor, id),
  ({ question }) => ({ what: 'Question', name: question, cancelTo: LIST }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id }) => {
  await removeQuestion(db, uploads, tutor, id)
  return { to: LIST, title: 'Question deleted', text: 'The question and its answers have been deleted.' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
