import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
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
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { getPageNumber } from '~/ui/lists/page-links'
import { OwnRecording } from './own-recording'
import { Recordings } from './recordings'

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
  if (form.get('intent') === 'delete') {
    await removeSpokenAnswer(db, uploads, user, { id: parsePathId(String(form.get('id'))), questionId })
    return redirectWithSuccess('Deleted', 'The recording is gone.')
  }
  return handleSubmission(parseForm(form, newRecording), async ({ recording }) => {
    const canPlay = await addSpokenAnswer(db, uploads, user, questionId, recording, settings.centre)
    const words = canPlay ? 'Your tutors can hear it now.' : 'Your tutors can download it.'
    return redirectWithSuccess('Thank you', words)
  })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function Voice() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormResult>()
  return data.isTutor ? <Recordings {...data} /> : <OwnRecording {...data} answer={answer} />
}
