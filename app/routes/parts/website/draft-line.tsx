import { Button } from '~/ui/button'
import { momentInWords } from '~/ui/dates'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

/** Says that a form is filled in with what was kept for a preview, and throws it away. */
export function DraftLine({ at }: { at: string }) {
  const forgetting = useSubmitting('forget')
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4 rounded border-2 border-river bg-tide p-4">
      <p className="grow">
        <span className="font-bold">This is not published yet.</span> You wrote it on {momentInWords(at)}.
      </p>
      <PostForm intent="forget" failure="Failed to throw it away" isTyped={false}>
        <Button variant="secondary" busy={forgetting}>
          {forgetting ? 'Throwing away...' : 'Throw away'}
        </Button>
      </PostForm>
    </div>
  )
}
