import { redirect } from '@remix-run/node'
import { findNewsletter, removeNewsletter } from '~/domain/newsletters/newsletters.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Newsletter',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findNewsletter(db, tutor, id),
  ({ id, title, status }) => {
    if (status === 'sent') throw redirect(paths.dashboard.newsletter.one(id))
    return { what: 'Newsletter', name: title, cancelTo: paths.dashboard.newsletter.one(id) }
  },
)
export const action = createConfirmAction(
  async ({ db, uploads, tutor, id }) => {
    await removeNewsletter(db, uploads, tutor, id)
    return {
      to: paths.dashboard.newsletter.list,
      title: 'Newsletter deleted',
      text: 'The draft has been deleted successfully.',
    }
  },
  { failure: 'Failed to delete newsletter', at: ({ id }) => paths.dashboard.newsletter.one(id) },
)

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
