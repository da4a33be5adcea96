import { useLoaderData } from '@remix-run/react'
import { applyDrafts, listDrafts, removeSectionDrafts } from '~/domain/website/drafts.server'
import { listHiddenWebsiteSections } from '~/domain/website/hidden.server'
import { findPage, listExampleSections, publishDrafts } from '~/domain/website/website.server'
import { fillPlaceholders, getSectionBeginning } from '~/domain/website/words.server'
import { createConfirmAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { findEditedPage } from '~/routes/parts/website/editor.server'
import { LastChange } from '~/routes/parts/website/last-change'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'website',
  title: 'Edit page',
  detail: ({ page }) => page.title,
})

export const loader = createPageLoader(async (args) => {
  const user = args.tutor
  const { db } = args.context
  const { name, page } = findEditedPage(args.params.page)
  const published = await findPage(db, page)
  const drafts = await listDrafts(db, user, page)
  const { words } = applyDrafts(published, drafts)
  const filledWords: Record<string, object> = fillPlaceholders(page, words, args.context.settings.centre)
  const examples = listExampleSections(page, published)
  const hidden = await listHiddenWebsiteSections(db, page, published)
  return {
    page: { name, title: page.title, to: page.to, note: page.note },
    saved: published.saved,
    sections: page.views.map((view) => {
      return {
        name: view.name,
        title: view.title,
        beginning: getSectionBeginning(view, filledWords[view.name] as Record<string, unknown>),
        isExample: examples.includes(view.name),
        isHidden: hidden.includes(view.name),
        isDraft: drafts.some(({ section }) => section === view.name),
      }
    }),
  }
})

export const action = createIntentAction({
  publish: createConfirmAction(
    async ({ db, tutor, params }) => {
      const { name, page } = findEditedPage(params.page)
      await publishDrafts(db, tutor, page)
      return {
        to: paths.dashboard.profile.website.page(name),
        title: 'Published',
        text: `Everyone can see your changes to ‘${page.title}’ now.`,
      }
    },
    { failure: 'Failed to publish', at: ({ params }) => paths.dashboard.profile.website.page(String(params.page)) },
  ),
  forget: createConfirmAction(async ({ db, tutor, params }) => {
    const { name, page } = findEditedPage(params.page)
    await removeSectionDrafts(db, tutor, page)
    return {
      to: paths.dashboard.profile.website.page(name),
      title: 'Changes discarded',
      text: 'You see the published words again.',
    }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type Section = Awaited<ReturnType<typeof loader>>['sections'][number]

function SectionRow({ page, section }: { page: string; section: Section }) {
  const { name, title, beginning, isExample, isHidden, isDraft } = section
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body">
          {title}{' '}
          {isDraft ? (
            <Badge tone="amber">Not published yet</Badge>
          ) : (
            isExample && <Badge tone="stone">{isHidden ? 'Hidden example' : 'Example'}</Badge>
          )}
        </h3>
        <p className="text-small text-ink-soft">{beginning}</p>
      </div>
      <ButtonLink to={paths.dashboard.profile.website.section(page, name)} variant="secondary" className="shrink-0">
        Edit<span className="sr-only"> ‘{title}’</span>
      </ButtonLink>
    </li>
  )
}

export default function EditPage() {
  const { page, saved, sections } = useLoaderData<typeof loader>()
  const drafts = sections.filter(({ isDraft }) => isDraft).map(({ title }) => title)
  return (
    <>
      <BackLink to={paths.dashboard.profile.website.list}>Back to Website</BackLink>
      <h2>{page.title}</h2>
      <p className="mt-2 text-ink-soft">
        <LastChange saved={saved} />
      </p>
      <div className="mt-4 flex flex-wrap gap-4">
        <ButtonAnchor href={page.to} variant="secondary">
          See the page
        </ButtonAnchor>
        <ButtonLink to={paths.dashboard.profile.website.versions(page.name)} variant="secondary">
          Versions
        </ButtonLink>
      </div>
      {page.note && <p className="mt-4 max-w-measure">{page.note}</p>}
      {sections.some(({ isExample }) => isExample) && (
        <p className="mt-4 max-w-measure">
          Parts marked ‘Example’ came with the website. Open each one and read it, with the descriptions of its
          pictures. Change it or leave it, then press ‘Publish’ to remove the mark.
        </p>
      )}
      {drafts.length > 0 && <DraftsForm titles={drafts} to={page.to} />}
      <ul className="long-words mt-6 max-w-4xl divide-y divide-line rounded border border-line bg-white px-4">
        {sections.map((section) => (
          <SectionRow key={section.name} page={page.name} section={section} />
        ))}
      </ul>
    </>
  )
}

function DraftsForm({ titles, to }: { titles: string[]; to: string }) {
  return (
    <section aria-labelledby="drafts" className="mt-6 max-w-4xl rounded border-2 border-river bg-tide p-4">
      <h3 id="drafts">Not published yet</h3>
      <p className="mt-1">Only you can see these changes: {titles.join(', ')}.</p>
      <div className="mt-4 flex flex-wrap gap-4">
        <PostForm intent="publish" failure="Failed to publish" isTyped={false}>
          <SubmitButton submitLabel="Publish" pendingLabel="Publishing..." />
        </PostForm>
        <ButtonAnchor href={`${to}?preview`} variant="secondary">
          Preview
        </ButtonAnchor>
        <PostForm intent="forget" failure="Failed to discard the changes" isTyped={false}>
          <SubmitButton variant="secondary" submitLabel="Discard changes" pendingLabel="Discarding..." />
        </PostForm>
      </div>
    </section>
  )
}
