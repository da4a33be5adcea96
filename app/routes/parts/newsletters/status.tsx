import type { ComponentProps } from 'react'
import { Badge } from '~/ui/badge'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import type { State } from './in-words'

export function StatusBadge({ state: { tone, words } }: { state: State }) {
  return <Badge tone={tone}>{words}</Badge>
}

/** A button that changes how a newsletter is sent or shown, in a form of its own; it says `pendingLabel` while that is under way. */
export function StatusButton({
  intent,
  className,
  ...button
}: Pick<ComponentProps<typeof SubmitButton>, 'variant' | 'submitLabel' | 'pendingLabel' | 'className'> & {
  intent: string
}) {
  return (
    <PostForm
      failure={{ words: (status) => `Failed to update newsletter status: ${status}` }}
      isTyped={false}
      action="?index"
      replace
      preventScrollReset
      className={className}
    >
      <SubmitButton name="intent" value={intent} className="w-full sm:w-auto" {...button} />
    </PostForm>
  )
}
