import { Button, ButtonLink } from '~/ui/button'

/** A player of a recording, loaded only when it is played. */
export function Sound({ url, label }: { url: string; label: string }) {
  // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said
  return <audio controls preload="none" src={url} aria-label={label} className="no-print mt-3 w-full" />
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
