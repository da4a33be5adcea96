import { findQuestion, removeQuestion } from '~/domain/questions/questions.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'

const LIST = '/dashboard/notices/questions'

export const loader = recordLoader(
  ({ db, id }) => findQuestion(db, id),
  ({ question }) => ({ what: 'Question', name: question, cancelTo: LIST }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removeQuestion(db, tutor, id)
  return { to: LIST, title: 'Question deleted', text: 'The question and its answers have been deleted.' }
})

export { default, meta } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
