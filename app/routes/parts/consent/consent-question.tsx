import { USE_EXPLANATIONS, useNames } from '~/domain/consent/consents'
import type { Consent } from '~/domain/consent/consents.server'
import { paths } from '~/paths'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon, type IconName } from '~/ui/icon'
import { Listen } from '~/ui/listen/listen'
import type { PhotoUse } from '~db/choices'

export const useSymbols: Record<PhotoUse, IconName> = {
  gallery: 'people',
  website: 'public',
  newsletter: 'newsletter',
  print: 'document',
  home: 'heart-handshake',
}

type QuestionPlace = 'today' | 'photos'

/** Asks a student whether the answer that a tutor recorded is right. */
export function ConsentQuestion({ consent, from }: { consent?: Consent; from: QuestionPlace }) {
  if (!consent) return null
  const { id, use, answer } = consent
  return (
    <section
      id="own-word"
      tabIndex={-1}
      aria-labelledby="own-word-question"
      className="no-print long-words rounded border-2 border-river bg-white p-4"
    >
      <div className="flex flex-wrap items-start gap-4">
        <Icon name={useSymbols[use]} className="h-16 w-16 shrink-0 text-river" />
        <div className="min-w-0 flex-1 basis-40">
          <h2 id="own-word-question">
            You said {answer === 'yes' ? 'yes' : 'no'} to photos {useNames[use].where}. Is that right?
          </h2>
          <p>{USE_EXPLANATIONS[use]}</p>
        </div>
      </div>
      <PostForm
        key={id}
        intent="own-word"
        failure="That did not work"
        isTyped={false}
        action={paths.dashboard.photosOfYou}
        className="mt-4 flex flex-wrap gap-3"
      >
        <input type="hidden" name="consent" value={id} />
        <input type="hidden" name="from" value={from} />
        <WordButton word="yes" label="Yes" icon="check" />
        <WordButton word="no" label="No" icon="close" />
        <WordButton word="later" label="Ask me later" icon="clock" />
      </PostForm>
      <Listen to="own-word" />
    </section>
  )
}

function WordButton({ word, label, icon }: { word: 'yes' | 'no' | 'later'; label: string; icon: IconName }) {
  return (
    <SubmitButton
      variant="secondary"
      name="word"
      value={word}
      submitLabel={label}
      pendingLabel="Saving..."
      className="flex-auto"
    >
      <Icon name={icon} className="h-6 w-6 shrink-0" />
    </SubmitButton>
  )
}
