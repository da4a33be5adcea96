import { useActionData, useLoaderData } from '@remix-run/react'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { addQuestion } from '~/domain/questions/questions.server'
import { newQuestion } from '~/domain/questions/schema'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { QuestionForm } from '~/routes/parts/questions/question-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', body: 'text', title: 'Add a question' })

export const loader = createPageLoader(async ({ db, tutor }) => ({ students: await listStudentChoices(db, tutor) }))
export const action = createFormAction(newQuestion, async (question, { db, tutor }) => {
  await addQuestion(db, tutor, question)
  return { to: paths.dashboard.notices.questions.list, title: 'Question added', text: 'Students can answer it now.' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewQuestionPage() {
  return <QuestionForm {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
