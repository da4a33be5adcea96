import { Button } from '~/ui/button'
import { PostForm } from '~/ui/post-form'
import { useSubmitting } from '~/ui/submitting'

/** A button that changes how a newsletter is sent or shown, in a form of its own; it says `doing` while that is under way. */
export function StatusButton({
  intent,
  look,
  deed,
  doing,
  className,
}: {
  intent: string
  look: 'secondary' | 'danger'
  deed: string
  doing: string
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
      <Button name="intent" value={intent} look={look} busy={submitting} className="w-full sm:w-auto">
        {submitting ? doing : deed}
      </Button>
    </PostForm>
  )
}
