import type { OwnQuestion } from '~/domain/questions/questions.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import { getFailureReason } from '~/ui/forms/failure'
import { RequiredMark } from '~/ui/forms/labelled'
import { Listen } from '~/ui/listen/listen'
import { BackLink } from '~/ui/portal/back-link'
import { WithPhoneLink } from '~/ui/site/phone-link'
import { RecordVoice } from './recorder'
import { DeleteRecording, Sound } from './sound'

interface OwnRecordingProps extends Pick<OwnQuestion, 'id' | 'question' | 'allowsVoice'> {
  voice: { id: number; url: string; isPlayable: boolean } | null
  /** The recording that the student is about to delete; 0 for none. */
  deleted: number
  answer?: FormResult
}

/** A student's own recorded answer, and the form for a new one. Plain forms need no scripts. */
export function OwnRecording({ id, question, voice, allowsVoice, deleted, answer }: OwnRecordingProps) {
  const path = paths.dashboard.notices.questions.voice(id)
  return (
    <>
      <BackLink to={`${paths.dashboard.notices.list}#my-say`}>My say</BackLink>
      <h2 className="long-words">{question}</h2>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        {voice && (
          <Card as="section" isSnug aria-labelledby="own">
            <h3 id="own">You said this</h3>
            <Sound
              url={voice.url}
              label="your answer"
              isPlayable={voice.isPlayable}
              unplayableNote="You cannot play it here. Your tutors can download it."
            />
            {deleted === voice.id ? (
              <DeleteRecording id={deleted} path={path} question="Do you want to delete it?" />
            ) : (
              <p className="no-print mt-3">
                <ButtonLink to={`${path}?delete=${voice.id}`} variant="danger">
                  Delete it
                </ButtonLink>
              </p>
            )}
          </Card>
        )}
        {allowsVoice && <RecordingForm path={path} isAgain={voice !== null} answer={answer} />}
      </div>
    </>
  )
}

function RecordingForm({ path, isAgain, answer }: { path: string; isAgain: boolean; answer?: FormResult }) {
  const failure = answer?.result?.error?.recording?.[0] ?? (answer?.failed && getFailureReason(answer.failed))
  return (
    <Card as="section" isSnug id="say-it" aria-labelledby="record">
      <h3 id="record">{isAgain ? 'Say it again' : 'Say your answer'}</h3>
      {failure && (
        <div className="mt-3">
          <AlertPanel title="That did not work" news={answer}>
            <p className="mt-2">
              <WithPhoneLink>{failure}</WithPhoneLink>
            </p>
          </AlertPanel>
        </div>
      )}
      <p className="mt-2 text-lead font-bold">Tutors hear your voice.</p>
      <p>No other student can hear it. Speak for one minute at most.</p>
      {isAgain && <p>The old recording goes away.</p>}
      <Listen to="say-it" />
      <form method="post" action={path} encType="multipart/form-data" className="no-print mt-4 space-y-4">
        <RecordVoice />
        <div id="recording-file" className="space-y-1">
          <label htmlFor="recording" className="font-bold">
            1. Record your voice <RequiredMark required />
          </label>
          <input
            id="recording"
            name="recording"
            type="file"
            accept="audio/*"
            capture
            required
            className="control border-stone"
          />
        </div>
        <p className="font-bold">2. Send it to your tutors</p>
        <Button className="w-full">Send</Button>
      </form>
    </Card>
  )
}
