import type { ComponentProps } from 'react'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'

/** A button in its own form that changes how a newsletter is sent or shown. */
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
