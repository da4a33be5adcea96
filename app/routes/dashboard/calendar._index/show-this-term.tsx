import type { Day } from '~/domain/events/days'
import { termAt } from '~/domain/events/term'
import { Button } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

/** Its own, so that what failed is told beside the form that was sent. */
const INTENT = 'show-this-term'

/** For tutors, once the term is over: a button that sets the four months to those of today. */
export function ShowThisTerm({ now }: { now: Day }) {
  const { month, year } = termAt(now)
  const moving = useSubmitting(INTENT)
  return (
    <PostForm
      intent={INTENT}
      failure="Failed to change the term"
      isTyped={false}
      action="/dashboard/calendar"
      className="mt-2"
    >
      <input type="hidden" name="month" value={month} />
      <input type="hidden" name="year" value={year} />
      <Button variant="secondary" busy={moving}>
        {moving ? 'Changing...' : 'Show this term'}
      </Button>
    </PostForm>
  )
}
