import { useActionData } from '@remix-run/react'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { newNewsletter } from '~/domain/newsletters/schema'
import { parseNewsletter } from '~/domain/newsletters/text.server'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { NewsletterForm } from '~/routes/parts/newsletters/newsletter-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen({
  access: 'tutor',
  body: 'text',
  title: 'Create Newsletter',
  tab: { label: 'Create', more: ' Newsletter', place: 3 },
})

export const loader = createPageLoader(async () => null)
export const action = createFormAction(
  newNewsletter,
  async (newsletter, { db, tutor }) => {
    const { id } = await addNewsletter(db, tutor, newsletter)
    return {
      to: paths.dashboard.newsletter.one(id),
      title: 'Newsletter created',
      text: 'Your newsletter has been created successfully.',
    }
  },
  { toBlocks: (content) => parseNewsletter({ content }) },
)

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function CreateNewsletter() {
  return <NewsletterForm answer={useActionData<typeof action>()} cancelTo={paths.dashboard.newsletter.list} />
}
