import type { FormAnswer } from '~/http/forms/form.server'
import { ButtonAnchor } from '~/ui/button'
import { CheckedForm, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { SectionCard } from '~/ui/section-card'

/** What the tutor kept for a preview: seen, published together, or thrown away. */
export function DraftsForm({ titles, to }: { titles: string[]; to: string }) {
  return (
    <section aria-labelledby="drafts" className="mt-6 max-w-4xl rounded border-2 border-river bg-tide p-4">
      <h3 id="drafts">Not published yet</h3>
      <p className="mt-1">Only you see these changes: {titles.join(', ')}.</p>
      <div className="mt-4 flex flex-wrap gap-4">
        <PostForm intent="publish" failure="Failed to publish" isTyped={false}>
          <SubmitButton submitLabel="Publish" pendingLabel="Publishing..." />
        </PostForm>
        <ButtonAnchor href={`${to}?preview`} variant="secondary">
          Preview
        </ButtonAnchor>
        <PostForm intent="forget" failure="Failed to throw them away" isTyped={false}>
          <SubmitButton variant="secondary" submitLabel="Throw away" pendingLabel="Throwing away..." />
        </PostForm>
      </div>
    </section>
  )
}

/** Says that all words of the page are the centre's own, without changing any; `alts` are those that only listeners get. */
export function ConfirmForm({ alts, version, answer }: { alts: string[]; version: number; answer?: FormAnswer }) {
  const [form] = useRiverbankForm<{ version: number }>({
    id: 'confirm',
    intent: 'confirm',
    result: answer?.form === 'confirm' ? answer.result : undefined,
    defaultValue: { version },
  })
  return (
    <SectionCard id="confirm-heading" title="Are these words right for you as they are?" className="mt-8 max-w-4xl">
      <p className="mt-2">
        Parts marked ‘Example’ came with the website. Please read them. If they are true of your centre, press the
        button and the mark goes. It also goes from a part when you edit and publish it.
      </p>
      {alts.length > 0 && (
        <>
          <p className="mt-4">
            These words about pictures came with the website too. You can’t see them on the page: they are read aloud to
            people who can’t see the pictures.
          </p>
          <ul className="mt-2 list-disc space-y-1 pl-6">
            {alts.map((alt) => (
              <li key={alt}>{alt}</li>
            ))}
          </ul>
        </>
      )}
      <CheckedForm
        form={form}
        errorTitle="Not yet"
        intent="confirm"
        failure="Failed to confirm"
        isTyped={false}
        className="mt-4 space-y-4"
      >
        <input type="hidden" name="version" value={version} />
        <SubmitButton variant="secondary" submitLabel="These words are ours" pendingLabel="Saving..." />
      </CheckedForm>
    </SectionCard>
  )
}
