import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '~/domain/refused'
import { chooseHiddenSections, listInventedPages } from '~/domain/website/hidden.server'
import { createConfirmAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { TickRow, tickClass } from '~/ui/forms/field'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen({ access: 'tutor', bundle: 'website', title: 'Examples on your website' })

/** Only a website that began with the set-up has this page, which is the set-up's last step. */
export const loader = createPageLoader(async ({ db, tutor, settings: { centre } }) => {
  orNotFound(centre.isSetUp || null)
  return { pages: await listInventedPages(db, tutor, centre) }
})

export const action = createConfirmAction(async ({ db, tutor }, form) => {
  await chooseHiddenSections(db, tutor, new Map(form))
  return {
    to: paths.dashboard.profile.website.list,
    title: 'Examples saved',
    text: 'When you publish your own words in a hidden part, the website shows it.',
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

type Page = Awaited<ReturnType<typeof loader>>['pages'][number]

function SectionChoice({
  page,
  section: { name, title, beginning, isHidden },
}: {
  page: Page
  section: Page['sections'][number]
}) {
  const field = `${page.name}.${name}`
  const renderChoice = (value: 'hide' | 'keep', label: string) => (
    <TickRow
      id={`${field}-${value}`}
      label={label}
      input={
        <input
          type="radio"
          id={`${field}-${value}`}
          name={field}
          value={value}
          defaultChecked={isHidden === (value === 'hide')}
          className={tickClass}
        />
      }
    />
  )
  return (
    <li className="py-3">
      <fieldset aria-describedby={`${field}-about`} className="items-start justify-between gap-x-8 sm:flex">
        <legend className="sr-only">
          {page.title}: {title}
        </legend>
        <div className="min-w-0">
          <p aria-hidden="true" className="font-bold">
            {title}
          </p>
          <p id={`${field}-about`} className="text-small text-ink-soft">
            “{beginning}”
          </p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-x-4">
          {renderChoice('hide', 'Hide for now')}
          {renderChoice('keep', 'Keep')}
        </div>
      </fieldset>
    </li>
  )
}

export default function Examples() {
  const { pages } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <>
      <BackLink to={paths.dashboard.profile.website.list}>Back to Website</BackLink>
      <Card isSnug className="max-w-4xl">
        <h2>Examples on your website</h2>
        {pages.length === 0 ? (
          <p className="mt-2">There is nothing left to choose. All of these parts have your own words.</p>
        ) : (
          <>
            <p className="mt-2 max-w-measure">
              Your website came with words about a centre that does not exist. These parts say things that are not so at{' '}
              {shortName}: years, people, events or places. A hidden part comes back when you publish your own words in
              it.
            </p>
            <PostForm failure="Failed to save" className="mt-6 space-y-6">
              {pages.map((page) => (
                <section key={page.name} aria-labelledby={`page-${page.name}`}>
                  <h3 id={`page-${page.name}`}>{page.title}</h3>
                  <ul className="long-words mt-1 divide-y divide-line border-y border-line">
                    {page.sections.map((section) => (
                      <SectionChoice key={section.name} page={page} section={section} />
                    ))}
                  </ul>
                </section>
              ))}
              <SubmitButton submitLabel="Save" pendingLabel="Saving..." />
            </PostForm>
          </>
        )}
      </Card>
    </>
  )
}
