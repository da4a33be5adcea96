import { useLoaderData } from '@remix-run/react'
import { findQuestion, removeQuestion } from '~/domain/questions/questions.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

const LIST = '/dashboard/notices/questions'

export const loader = recordLoader(
  ({ db, id }) => findQuestion(db, id),
  ({ question }) => ({ question }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removeQuestion(db, tutor, id)
  return { to: LIST, title: 'Question deleted', text: 'The question and its answers have been deleted.' }
})

export const meta = pageTitle<typeof loader>('Delete question', { of: ({ question }) => question })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteQuestion() {
  const { question } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Question" name={question} cancelTo={LIST} />
}
