import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { type Account, getListNames, isTutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { formatDate, formatDublinTime } from '~/domain/events/days'
import { parsePathId } from '~/domain/path-id'
import { findOpenQuestion, findQuestion } from '~/domain/questions/questions.server'
import { RECORDING_TOO_LARGE } from '~/domain/questions/recording-rules'
import { newRecording } from '~/domain/questions/schema'
import {
  addSpokenAnswer,
  canPlaySpokenAnswer,
  paginateSpokenAnswers,
  removeSpokenAnswer,
} from '~/domain/questions/spoken-answers.server'
import { orNotFound } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import { DeleteRecording, OwnRecording, Sound } from './own-recording'

interface RecordingsProps {
  id: number
  question: string
  recordings: Awaited<ReturnType<typeof paginateSpokenAnswers>>
  students: Account[]
  /** The recording that the tutor is about to delete; 0 for none. */
  deleted: number
}

function Recordings({ id, question, recordings, students, deleted }: RecordingsProps) {
  const names = getListNames(students)
  const path = paths.dashboard.notices.questions.voice(id)
  return (
    <>
      <BackLink to={paths.dashboard.notices.questions.list}>Questions for students</BackLink>
      <h2 className="long-words">Answers by voice: {question}</h2>
      <p className="mt-2">Only tutors hear these, and each student their own.</p>
      {recordings.found === 0 && <p className="mt-4">No student has answered by voice yet.</p>}
      <ul className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        {recordings.items.map(({ id, userId, seconds, recordedAt, isPlayable }) => {
          const name = names.get(userId) ?? 'A former student'
          return (
            <Card as="li" isSnug key={id} id={`recording-${id}`}>
              <h3>{name}</h3>
              <p className="text-small text-ink-soft">
                {formatDate(formatDublinTime(new Date(recordedAt)).slice(0, 10))}
                {seconds !== null && `, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`}
              </p>
              <Sound
                url={paths.files.voice(id)}
                label={`${name}’s answer`}
                isPlayable={isPlayable}
                unplayableNote="Browsers may not play this kind of recording. Download it, and open it with a media player, such as VLC."
              />
              {deleted === id ? (
                <DeleteRecording id={id} path={path} question={`Delete ${name}’s recording?`} />
              ) : (
                <p className="no-print mt-3">
                  <ButtonLink to={`${path}?page=${recordings.page}&delete=${id}#recording-${id}`} variant="danger">
                    Delete<span className="sr-only"> {name}’s recording</span>
                  </ButtonLink>
                </p>
              )}
            </Card>
          )
        })}
      </ul>
      <PageLinks pages={recordings.pages} />
    </>
  )
}

export const handle = defineScreen<typeof loader>({
  access: 'user',
  body: 'recording',
  // Its forms are plain: students’ pages are as heavy as they may be.
  scripts: false,
  microphone: true,
  title: 'Answers by voice',
  detail: ({ question }) => question,
})

/** A question's recordings for tutors; for a student the form and only their own. */
export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const id = parsePathId(args.params.id)
  const { searchParams } = new URL(args.request.url)
  const deleted = parsePathId(searchParams.get('delete') ?? undefined)
  if (isTutor(user)) {
    const { question } = orNotFound(await findQuestion(db, user, id))
    const recordings = await paginateSpokenAnswers(db, user, id, getPageNumber(searchParams))
    return { isTutor: true as const, id, question, deleted, recordings, students: await listStudents(db, user) }
  }
  const { question, voice, allowsVoice } = await findOpenQuestion(db, user, id)
  orNotFound(voice ?? (allowsVoice || null))
  const ownId = parsePathId(voice?.split('/').at(-1))
  const own = voice && { id: ownId, url: voice, isPlayable: await canPlaySpokenAnswer(db, user, ownId) }
  return { isTutor: false as const, id, question, deleted, voice: own || null, allowsVoice }
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args
  const { db, uploads, settings } = context
  const user = getUser(args)
  const questionId = parsePathId(params.id)
  const form = await readSubmission(args, { tooLarge: RECORDING_TOO_LARGE })
  const redirectWithSuccess = (title: string, text: string) =>
    redirectWithMessage(context, paths.dashboard.notices.questions.voice(questionId), { kind: 'success', title, text })
  const deleteRecording = async () => {
    await removeSpokenAnswer(db, uploads, user, { id: parsePathId(String(form.get('id'))), questionId })
    return redirectWithSuccess('Deleted', 'The recording is gone.')
  }
  const addRecording = () =>
    handleSubmission(parseForm(form, newRecording), async ({ recording }) => {
      const canPlay = await addSpokenAnswer(db, uploads, user, questionId, recording, settings.centre)
      const words = canPlay ? 'Your tutors can hear it now.' : 'Your tutors can download it.'
      return redirectWithSuccess('Thank you', words)
    })
  return selectByIntent(form, { delete: deleteRecording }, addRecording)()
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Voice() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormResult>()
  return data.isTutor ? <Recordings {...data} /> : <OwnRecording {...data} answer={answer} />
}
