import { useActionData, useLoaderData } from '@remix-run/react'
import type { Account } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { addAnswerPhoto, listAnswerPhotos, removeAnswerPhoto } from '~/domain/questions/answer-photos.server'
import { findQuestion } from '~/domain/questions/questions.server'
import { type AnswerPhotoForm, answerOfPhoto, answerPhoto } from '~/domain/questions/schema'
import { type FormResult, formatUploadFailure } from '~/http/forms/form.server'
import { createFormAction, createIntentAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AnswerPhoto, AnswerPicture } from '~/routes/parts/questions/my-say'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { SelectField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PictureStudentsFold, PictureStudentsLink } from '~/ui/forms/picture-students'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'

const loadRules = () => import('~/domain/questions/schema').then(({ answerPhoto }) => answerPhoto)

/** The form of an answer's photo. `first` is the place of the first answer without one. */
function AddPhotoForm({
  answers,
  first,
  students,
  answer,
}: {
  answers: string[]
  first: number
  students: Account[]
  answer?: FormResult
}) {
  const [form, fields] = useSiteForm<Partial<AnswerPhotoForm>>({
    id: 'answer-photo',
    intent: 'save-photo',
    result: answer?.result,
    defaultValue: { answer: first },
    rules: loadRules,
  })
  const { answer: place, photo, inPicture, nobodyInPicture } = fields
  return (
    <ValidatedForm
      form={form}
      intent="save-photo"
      failure="Failed to add the photo"
      encType="multipart/form-data"
      className="mt-4 space-y-6"
    >
      <SelectField
        field={place}
        required
        label="Answer"
        options={answers.map((words, value) => ({ value: String(value), label: words }))}
      />
      <FileField
        field={photo}
        required
        label="Photo"
        hint="JPEG, PNG, GIF or WebP, up to 5 MB. It replaces the symbol; a new photo replaces the old one."
      />
      <PictureStudentsFold inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
      <SubmitButton submitLabel="Add photo" pendingLabel="Adding..." />
    </ValidatedForm>
  )
}

const { questions } = paths.dashboard.notices

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'photos',
  body: 'files',
  title: 'Photos of answers',
  detail: ({ question }) => question.question,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findQuestion(db, tutor, id),
  async ({ id, question, answers }, { db, tutor }) => {
    const photos = await listAnswerPhotos(db, tutor, id)
    const shown = answers.map((one, index) => ({ ...one, stored: photos.find(({ answer }) => answer === index) }))
    return { question: { question, answers: shown }, students: await listStudents(db, tutor) }
  },
)
export const action = createIntentAction({
  'save-photo': createFormAction(
    answerPhoto,
    async (photo, { db, uploads, tutor, id }) => {
      const { note } = await addAnswerPhoto(db, uploads, tutor, id, photo)
      return { to: questions.photos(id), title: 'Photo added', text: 'Students see it now.', detail: note }
    },
    { refused: formatUploadFailure },
  ),
  'remove-photo': createFormAction(answerOfPhoto, async ({ answer }, { db, uploads, tutor, id }) => {
    await removeAnswerPhoto(db, uploads, tutor, id, answer)
    return { to: questions.photos(id), title: 'Photo removed', text: 'The words of the answer are still there.' }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function AnswerPhotos() {
  const { question, students } = useLoaderData<typeof loader>()
  const { answers } = question
  const first = answers.findIndex(({ stored }) => !stored)
  return (
    <>
      <BackLink to={questions.list}>Questions for students</BackLink>
      <h2 className="long-words">Photos for the answers to: {question.question}</h2>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <ul className="min-w-0 space-y-3">
          {answers.map(({ words, symbol, photo, stored }, index) => (
            <li key={words} className="long-words rounded border border-line bg-white p-3">
              <div className="flex items-center gap-3">
                {photo ? (
                  <AnswerPhoto photo={photo} alt={words} className="w-20 shrink-0" />
                ) : (
                  <AnswerPicture
                    answer={{ symbol, photo }}
                    className="h-10 w-10 shrink-0 text-river"
                    photoClassName="w-20 shrink-0"
                  />
                )}
                <h3 className="min-w-0">{words}</h3>
              </div>
              {stored?.hiddenBecause && (
                <p className="mt-2 font-bold text-amber">Only tutors see this photo: {stored.hiddenBecause}</p>
              )}
              {stored && (
                <div className="mt-2 flex flex-wrap items-center gap-4">
                  <PostForm intent="remove-photo" failure="Failed to remove the photo" isTyped={false}>
                    <input type="hidden" name="answer" value={index} />
                    <SubmitButton
                      variant="danger"
                      submitLabel="Remove the photo"
                      pendingLabel="Removing..."
                      about={`of ${words}`}
                    />
                  </PostForm>
                  <PictureStudentsLink kind="answer" id={stored.id} title={words} />
                </div>
              )}
            </li>
          ))}
        </ul>
        <Card as="section" isSnug aria-labelledby="add">
          <h3 id="add">Add a photo</h3>
          <AddPhotoForm
            key={first}
            answers={answers.map(({ words }) => words)}
            first={Math.max(first, 0)}
            students={students}
            answer={useActionData<typeof action>()}
          />
        </Card>
      </div>
    </>
  )
}
