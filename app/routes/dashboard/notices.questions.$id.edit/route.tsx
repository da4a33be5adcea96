import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { describeByName, listStudentChoices } from '~/domain/groups/groups.server'
import { changeQuestion, describeQuestion, findQuestion } from '~/domain/questions/questions.server'
import { questionEdit } from '~/domain/questions/schema'
import { orNotFound } from '~/domain/refused'
import { createFormAction, createPageLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { QuestionForm } from '~/routes/parts/questions/question-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit question',
  detail: ({ question }) => question.question,
})

export const loader = createPageLoader(async ({ db, id, tutor }) => {
  const { question, answers, studentIds, until, allowsVoice, version } = orNotFound(await findQuestion(db, tutor, id))
  return {
    question: { question, answers, studentIds, until, allowsVoice, version },
    students: await listStudentChoices(db, tutor, studentIds),
  }
})
export const action = createFormAction(
  questionEdit,
  async (question, { db, uploads, tutor, id }) => {
    await changeQuestion(db, uploads, tutor, id, toChange(question))
    return createSaveResult('question', 'updated', paths.dashboard.notices.questions.list)
  },
  async ({ db, tutor }) => ({ descriptions: await describeByName(db, tutor, describeQuestion, 'All students') }),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditQuestion() {
  return <QuestionForm {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
