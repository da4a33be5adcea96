import { useLoaderData } from '@remix-run/react'
import { getListNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { listAnswerPhotos } from '~/domain/questions/answer-photos.server'
import { paginateQuestions, type Question } from '~/domain/questions/questions.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AnswerPicture } from '~/routes/parts/questions/my-say'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/lists/empty-state'
import { AddLink, EditAndDelete } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Questions for students',
  detail: ({ questions }) => formatPageNumber(questions),
})

export const loader = createPageLoader(async ({ db, request, tutor }) => {
  const questions = await paginateQuestions(db, tutor, getPageNumber(new URL(request.url).searchParams))
  const photos = await Promise.all(questions.items.map(({ id }) => listAnswerPhotos(db, tutor, id)))
  return {
    questions,
    hidden: photos.map((some) => some.flatMap(({ answer, hiddenBecause }) => (hiddenBecause ? answer : []))),
    students: await listStudents(db, tutor),
    day: formatIsoDay(getToday()),
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function Questions() {
  const { questions, hidden, students, day } = useLoaderData<typeof loader>()
  const names = getListNames(students)
  return (
    <>
      <BackLink to={paths.dashboard.notices.list}>Notices</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2>Questions for students</h2>
        <AddLink to={paths.dashboard.notices.questions.new} className="no-print">
          Add a question
        </AddLink>
      </div>
      <div className="mt-4">
        {questions.found === 0 && (
          <EmptyState picture="empty-people" title="No questions yet.">
            <p>Students can answer with one press on their first screen.</p>
          </EmptyState>
        )}
        <ul className="grid items-start gap-4 lg:grid-cols-2">
          {questions.items.map((question, index) => (
            <QuestionCard
              key={question.id}
              question={question}
              hidden={hidden[index] ?? []}
              names={names}
              isOver={question.until < day}
            />
          ))}
        </ul>
        <PageLinks pages={questions.pages} />
      </div>
    </>
  )
}

function QuestionCard({
  question,
  hidden,
  names,
  isOver,
}: {
  question: Question
  hidden: number[]
  names: Map<number, string>
  isOver: boolean
}) {
  const { id, question: words, answers, studentIds, said, spoken, until } = question
  const recipients = studentIds.length > 0 ? studentIds : [...names.keys()]
  const unanswered = recipients.filter((one) => ![...said, ...spoken].some(({ studentId }) => studentId === one))
  const formatNames = (ids: number[]) => ids.map((one) => names.get(one) ?? 'a former student').join(', ')
  return (
    <Card as="li" isSnug>
      <h3>{words}</h3>
      <p className="text-small text-ink-soft">
        {studentIds.length === 0 ? 'All students' : formatNames(studentIds)}, until {formatDate(until)}{' '}
        {isOver && <Badge tone="stone">Over</Badge>}
      </p>
      <dl className="mt-3 space-y-2">
        {answers.map(({ words: label, ...picture }, index) => {
          const studentsOfAnswer = said.filter(({ answer }) => answer === index).map(({ studentId }) => studentId)
          return (
            <div key={label} className="flex flex-wrap gap-x-3">
              <dt className="flex min-w-0 flex-1 basis-40 items-start gap-2 font-bold">
                <AnswerPicture
                  answer={picture}
                  className="h-6 w-6 shrink-0 text-river"
                  photoClassName="w-10 shrink-0"
                />
                <span className="min-w-0">
                  {label}
                  {hidden.includes(index) && <span className="block text-amber">Only tutors see this photo.</span>}
                </span>
              </dt>
              <dd className="min-w-0 flex-1 basis-24">
                <strong>{studentsOfAnswer.length}</strong>
                {studentsOfAnswer.length > 0 && `: ${formatNames(studentsOfAnswer)}`}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-2 text-small">
        {unanswered.length === 0 ? 'Everyone has answered.' : `No answer yet: ${formatNames(unanswered)}.`}
      </p>
      <div className="no-print mt-4 flex flex-wrap gap-2">
        {spoken.length > 0 && (
          <ButtonLink to={paths.dashboard.notices.questions.voice(id)} variant="secondary">
            Listen ({spoken.length})<span className="sr-only"> to the answers to {words}</span>
          </ButtonLink>
        )}
        <ButtonLink to={paths.dashboard.notices.questions.photos(id)} variant="secondary">
          Photos<span className="sr-only"> for {words}</span>
        </ButtonLink>
        <EditAndDelete
          to={{
            edit: paths.dashboard.notices.questions.edit(id),
            delete: paths.dashboard.notices.questions.delete(id),
          }}
          title={words}
        />
      </div>
    </Card>
  )
}
