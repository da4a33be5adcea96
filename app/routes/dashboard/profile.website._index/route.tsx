import { Link, useLoaderData } from '@remix-run/react'
import { markWebsiteReady } from '~/domain/centre/centre.server'
import { listPages } from '~/domain/website/pages.server'
import { createConfirmAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { LastChange } from '~/routes/parts/website/last-change'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'

export const handle = defineScreen({
  access: 'tutor',
  bundle: 'website',
  title: 'Website',
  tab: { label: 'Website', place: 3 },
})

export const loader = createPageLoader(async ({ db, tutor, settings: { centre } }) => ({
  pages: await listPages(db, tutor),
  start: centre.isSetUp ? { isReady: centre.isReady } : null,
}))

export const action = createIntentAction({
  ready: createConfirmAction(async ({ db, tutor, settings }) => {
    await markWebsiteReady(db, settings.centre, tutor, true)
    return {
      to: paths.dashboard.profile.website.list,
      title: 'Your website is ready',
      text: 'Search engines may list it now. That can take some days.',
    }
  }),
  'not-ready': createConfirmAction(async ({ db, tutor, settings }) => {
    await markWebsiteReady(db, settings.centre, tutor, false)
    return {
      to: paths.dashboard.profile.website.list,
      title: 'Your website is not ready',
      text: 'Every page now asks search engines not to list it. Pages that they list already can stay there for some days.',
    }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type Pages = Awaited<ReturnType<typeof listPages>>

function PageRow({ page: { name, title, to, saved, examples, parts, drafts } }: { page: Pages[number] }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body">
          {title}
          {drafts > 0 && <Badge tone="amber">Not published yet</Badge>}
        </h3>
        <p className="text-small text-ink-soft">
          {examples > 0 ? `Example words: ${examples} of ${parts} parts. ` : 'All words are your own. '}
          <LastChange saved={saved} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p>
          <a href={to} className="inline-flex min-h-control items-center font-bold">
            See the page<span className="sr-only"> ‘{title}’</span>
          </a>
        </p>
        <ButtonLink to={paths.dashboard.profile.website.page(name)} variant="secondary">
          Edit<span className="sr-only"> {title}</span>
        </ButtonLink>
      </div>
    </li>
  )
}

/** Asks whether the website is ready for search engines; only after a set-up. */
function Readiness({ isReady }: { isReady: boolean }) {
  return (
    <section
      aria-labelledby="readiness"
      className={isReady ? 'mt-6 max-w-4xl' : 'mt-6 max-w-4xl rounded border-2 border-river bg-tide p-4'}
    >
      <h3 id="readiness">{isReady ? 'Your website is ready' : 'Is your website ready?'}</h3>
      <p className="mt-1 max-w-measure">
        {isReady
          ? 'Search engines may list it.'
          : 'Anyone with the address can read it. Every page asks search engines not to list it, until you say that it is ready.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-4">
        <PostForm intent={isReady ? 'not-ready' : 'ready'} failure="Failed to save" isTyped={false}>
          <SubmitButton
            variant={isReady ? 'secondary' : 'primary'}
            submitLabel={isReady ? 'It is not ready yet' : 'Our website is ready'}
            pendingLabel="Saving..."
          />
        </PostForm>
        <ButtonLink to={paths.dashboard.profile.website.examples} variant="secondary">
          Hide or keep examples
        </ButtonLink>
      </div>
    </section>
  )
}

export default function Website() {
  const { pages, start } = useLoaderData<typeof loader>()
  return (
    <>
      <h2>Website</h2>
      <p className="prose mt-2">
        You can change all the words and pictures on the website. Nobody sees a change to a page until you press
        ‘Publish’. Everybody sees a change to the centre’s details or the logo as soon as you press ‘Save’.
      </p>
      {start && <Readiness {...start} />}
      <Card as="section" aria-labelledby="centre" className="mt-6 max-w-4xl">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0">
            <h3 id="centre">The centre’s details</h3>
            <p className="text-ink-soft">
              Name, telephone, email, address, opening hours and colours. Every page uses them.
            </p>
          </div>
          <div className="flex flex-wrap gap-4">
            <ButtonLink to={paths.dashboard.profile.website.centre} variant="secondary">
              Edit<span className="sr-only"> the centre’s details</span>
            </ButtonLink>
            <ButtonLink to={paths.dashboard.profile.website.logo} variant="secondary">
              Logo
            </ButtonLink>
          </div>
        </div>
      </Card>
      <section aria-labelledby="pages" className="mt-8 max-w-4xl">
        <h3 id="pages" className="text-h3">
          Pages
        </h3>
        <ul className="long-words mt-2 divide-y divide-line rounded border border-line bg-white px-4">
          {pages.map((page) => (
            <PageRow key={page.name} page={page} />
          ))}
        </ul>
      </section>
      <p className="prose mt-6">
        Events, news, the board and resources have their own tabs. What you publish there appears on{' '}
        <Link to={paths.dashboard.calendar.index}>the calendar</Link>, and on the website.
      </p>
    </>
  )
}
