import type { OwnQuestion } from '~/domain/questions/questions.server'
import { MAX_SECONDS, NO_RECORDING } from '~/domain/questions/recording-rules'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { useRootData } from '~/ui/browser/root-data'
import { Button, ButtonAnchor, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { AlertPanel } from '~/ui/dialogs/alert-panel'
import { getFailureReason } from '~/ui/forms/failure'
import { RequiredMark } from '~/ui/forms/labelled'
import { Listen } from '~/ui/listen/listen'
import { BackLink } from '~/ui/portal/back-link'
import { WithPhoneLink } from '~/ui/site/contact-links'
import script from './record-voice.js?url&no-inline'

interface SoundProps {
  url: string
  label: string
  isPlayable: boolean
  unplayableNote: string
}

/** A player of a recording, loaded only when it is played, and its download: not all browsers play what all phones record. */
export function Sound({ url, label, isPlayable, unplayableNote }: SoundProps) {
  return (
    <>
      {isPlayable ? (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said
        <audio controls preload="none" src={url} aria-label={label} className="no-print mt-3 w-full" />
      ) : (
        <p className="mt-3">{unplayableNote}</p>
      )}
      <p className="no-print mt-3">
        <ButtonAnchor href={url} download variant="secondary">
          Download<span className="sr-only"> {label}</span>
        </ButtonAnchor>
      </p>
    </>
  )
}

/** A plain form needs no scripts. */
export function DeleteRecording({ id, path, question }: { id: number; path: string; question: string }) {
  return (
    <form method="post" action={path} className="no-print mt-3">
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={id} />
      <p className="font-bold">{question}</p>
      <p className="mt-2 flex flex-wrap gap-3">
        <Button variant="danger">Yes, delete it</Button>
        <ButtonLink to={path} variant="secondary">
          No
        </ButtonLink>
      </p>
    </form>
  )
}

/**
 * A button that records in browsers that can; the script shows it in place of the file field with the id `recording`, and does the rest.
 * Links to the page load it whole, because its own headers allow the microphone.
 */
function RecordVoice() {
  const { saveData } = useRootData()
  if (saveData) return null
  return (
    <>
      <div id="recorder" data-seconds={MAX_SECONDS} data-missing={NO_RECORDING} hidden>
        <p className="font-bold">1. Record your voice</p>
        <button
          type="button"
          data-button
          className="mt-3 inline-flex h-32 w-32 flex-col items-center justify-center gap-2 rounded-full border-4 border-brick bg-white font-bold text-brick hover:bg-brick-tint"
        >
          <span data-circle aria-hidden="true">
            <span className="block h-8 w-8 rounded-full bg-current" />
          </span>
          <span data-square aria-hidden="true" hidden>
            <span className="block h-8 w-8 bg-current" />
          </span>
          <span data-label>Record</span>
        </button>
        <p data-left className="mt-3 text-lead" hidden />
        <p data-status role="status" className="mt-3 font-bold" />
        {/* biome-ignore lint/a11y/useMediaCaption: it is what the student just said */}
        <audio data-player controls aria-label="What you just said" className="mt-3 w-full" hidden />
        <Button type="button" variant="secondary" data-other className="mt-3">
          Choose a file instead
        </Button>
      </div>
      <script src={script} defer />
    </>
  )
}

interface OwnRecordingProps extends Pick<OwnQuestion, 'id' | 'question' | 'allowsVoice'> {
  voice: { id: number; url: string; isPlayable: boolean } | null
  /** The recording that the student is about to delete; 0 for none. */
  deleted: number
  answer?: FormResult
}

/** Plain forms need no scripts. */
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
