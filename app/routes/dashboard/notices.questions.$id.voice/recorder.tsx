import { MAX_SECONDS, NO_RECORDING } from '~/domain/questions/recording-rules'
import { useRootData } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import script from './record-voice.js?url&no-inline'

/**
 * A button that records in browsers that can; the script shows it in place of the file field with the id `recording`, and does the rest.
 * Links to the page load it whole, because its own headers allow the microphone.
 */
export function RecordVoice() {
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
