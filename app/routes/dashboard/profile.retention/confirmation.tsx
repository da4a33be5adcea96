import { useEffect, useRef } from 'react'
import {
  type Changeable,
  changeable,
  countInWords,
  retentionTerms,
  type Terms,
  termInWords,
} from '~/content/retention-terms'
import { ButtonLink } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Facts } from '~/ui/lists/facts'

/** Terms that would remove something at once, before they are saved: what, and a button that saves them. They come back with it. */
export function Confirmation({
  terms,
  version,
  removes,
}: {
  terms: Terms
  version: number
  removes: { what: Changeable; count: number }[]
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The submitted form is gone, and the focus with it.
  useEffect(() => heading.current?.focus(), [])
  const removed = removes.map(({ what, count }) => countInWords(what, count)).join(' and ')
  return (
    <div className="max-w-3xl space-y-6">
      <h2 ref={heading} tabIndex={-1}>
        This will remove {removed} today
      </h2>
      <p>What is removed can’t be brought back. Nothing has been saved yet.</p>
      <Facts
        facts={changeable.map((what) => ({ name: retentionTerms[what].label, value: termInWords(what, terms) }))}
      />
      <PostForm failure="Failed to save the terms" kept="Your terms are still here." isTyped={false}>
        {Object.entries({ ...terms, version, confirmed: 'on' }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-wrap gap-4">
          <SubmitButton submitLabel="Save and remove" pendingLabel="Saving..." />
          <ButtonLink to="/dashboard/profile/retention" reloadDocument variant="secondary">
            Do not save
          </ButtonLink>
        </div>
      </PostForm>
    </div>
  )
}
