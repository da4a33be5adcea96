import { Button, ButtonAnchor, ButtonLink } from '~/ui/button'

interface SoundProps {
  url: string
  label: string
  isPlayable: boolean
  /** Says why there is no player, to the student or to tutors. */
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

/** Asks whether to delete a recording. A plain form needs no scripts. */
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
