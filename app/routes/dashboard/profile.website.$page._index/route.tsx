import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { pageForm } from '~/domain/website/fields.server'
import {
  confirmPage,
  exampleSections,
  findPage,
  forgetDrafts,
  listDrafts,
  publishDrafts,
  withDrafts,
} from '~/domain/website/website.server'
import { beginningOf, exampleAlts, filled } from '~/domain/website/words.server'
import { actionByIntent, confirmAction, formAction } from '~/http/forms/pages.server'
import { editedPage, editorOf } from '~/routes/parts/website/edited.server'
import { SavedLine } from '~/routes/parts/website/saved-line'
import { Badge } from '~/ui/badge'
import { pageTitle } from '~/ui/browser/page-title'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { BackLink } from '~/ui/portal/back-link'
import { ConfirmForm, DraftsForm } from './forms'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { db } = args.context
  const { name, page } = editedPage(args.params.page)
  const published = await findPage(db, page)
  const drafts = await listDrafts(db, user.id, page)
  const { words } = withDrafts(published, drafts)
  const shown: Record<string, object> = filled(page, words, args.context.settings.centre)
  const examples = exampleSections(page, published)
  return {
    page: { name, title: page.title, to: page.to, note: page.note },
    alts: exampleAlts(page, shown, args.context.settings.centre),
    version: published.version,
    saved: published.saved,
    sections: page.views.map((view) => {
      return {
        name: view.name,
        title: view.title,
        beginning: beginningOf(view, shown[view.name] as Record<string, unknown>),
        isExample: examples.includes(view.name),
        isDraft: drafts.some(({ section }) => section === view.name),
      }
    }),
  }
}

export const action = actionByIntent({
  confirm: formAction(pageForm, async ({ version }, { db, tutor, params }) => {
    const { name, page } = editedPage(params.page)
    await confirmPage(db, tutor, page, version)
    const text = `You said that all words on ‘${page.title}’ are right for you.`
    return { to: editorOf(name), title: 'These words are yours', text }
  }),
  publish: confirmAction(
    async ({ db, tutor, params }) => {
      const { name, page } = editedPage(params.page)
      await publishDrafts(db, tutor, page)
      return { to: editorOf(name), title: 'Published', text: `Everybody can see ‘${page.title}’ as you changed it.` }
    },
    { failure: 'Failed to publish', at: ({ params }) => editorOf(String(params.page)) },
  ),
  forget: confirmAction(async ({ db, tutor, params }) => {
    const { name, page } = editedPage(params.page)
    await forgetDrafts(db, tutor.id, page)
    return { to: editorOf(name), title: 'Thrown away', text: 'This is what the website says now.' }
  }),
})

export const meta = pageTitle<typeof loader>('Edit page', { of: ({ page }) => page.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type Section = Awaited<ReturnType<typeof loader>>['sections'][number]

function SectionRow({ editor, section }: { editor: string; section: Section }) {
  const { name, title, beginning, isExample, isDraft } = section
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body">
          {title}{' '}
          {isDraft ? <Badge tone="amber">Not published yet</Badge> : isExample && <Badge tone="stone">Example</Badge>}
        </h3>
        <p className="text-small text-ink-soft">{beginning}</p>
      </div>
      <ButtonLink to={`${editor}/${name}`} variant="secondary" className="shrink-0">
        Edit<span className="sr-only"> ‘{title}’</span>
      </ButtonLink>
    </li>
  )
}

export default function EditPage() {
  const { page, alts, version, saved, sections } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const editor = `/dashboard/profile/website/${page.name}`
  const drafts = sections.filter(({ isDraft }) => isDraft).map(({ title }) => title)
  return (
    <>
      <BackLink to="/dashboard/profile/website">Back to Website</BackLink>
      <h2>{page.title}</h2>
      <p className="mt-2 text-ink-soft">
        <SavedLine saved={saved} />
      </p>
      <div className="mt-4 flex flex-wrap gap-4">
        <ButtonAnchor href={page.to} variant="secondary">
          See the page
        </ButtonAnchor>
        <ButtonLink to={`${editor}/versions`} variant="secondary">
          Versions
        </ButtonLink>
      </div>
      {page.note && <p className="mt-4 max-w-prose">{page.note}</p>}
      {drafts.length > 0 && <DraftsForm titles={drafts} to={page.to} />}
      <ul className="long-words mt-6 max-w-4xl divide-y divide-line rounded border border-line bg-white px-4">
        {sections.map((section) => (
          <SectionRow key={section.name} editor={editor} section={section} />
        ))}
      </ul>
      {sections.some(({ isExample }) => isExample) && (
        <ConfirmForm key={version} alts={alts} version={version} answer={answer} />
      )}
    </>
  )
}
