import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import type { State } from './in-words'

export function StatusBadge({ state: { tone, words } }: { state: State }) {
  return <Badge tone={tone}>{words}</Badge>
}

/** A button that changes how a newsletter is sent or shown, in a form of its own; it says `pendingLabel` while that is under way. */
export function StatusButton({
  intent,
  variant,
  submitLabel,
  pendingLabel,
  className,
}: {
  intent: string
  variant: 'secondary' | 'danger'
  submitLabel: string
  pendingLabel: string
  className?: string
}) {
  const submitting = useSubmitting(intent)
  return (
    <PostForm
      failure={{ words: (status) => `Failed to update newsletter status: ${status}` }}
      isTyped={false}
      action="?index"
      replace
      preventScrollReset
      className={className}
    >
      <Button name="intent" value={intent} variant={variant} busy={submitting} className="w-full sm:w-auto">
        {submitting ? pendingLabel : submitLabel}
      </Button>
    </PostForm>
  )
}
