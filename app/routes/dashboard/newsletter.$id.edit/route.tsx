import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import {
  changeNewsletter,
  describeNewsletter,
  findTypedNewsletter,
  getPictureNumbers,
} from '~/domain/newsletters/newsletters.server'
import { newsletterEdit } from '~/domain/newsletters/schema'
import { parseNewsletter } from '~/domain/newsletters/text.server'
import { orNotFound } from '~/domain/refused'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { NewsletterForm } from '~/routes/parts/newsletters/newsletter-form'
import { refuseIfSent } from '~/routes/parts/newsletters/refuse-if-sent.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Newsletter',
  detail: ({ newsletter }) => newsletter.title,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findTypedNewsletter(db, tutor, id),
  (newsletter) => {
    const { id, title, content, easyRead, version, status, attachments } = newsletter
    if (status === 'sent') throw redirect(paths.dashboard.newsletter.one(id))
    return { id, newsletter: { title, content, easyRead, version }, attachments }
  },
)
export const action = createFormAction(
  newsletterEdit,
  async (newsletter, { db, tutor, id }) => {
    await changeNewsletter(db, tutor, id, toChange(newsletter))
    return {
      to: paths.dashboard.newsletter.one(id),
      title: 'Newsletter updated',
      text: 'Your newsletter has been updated successfully.',
    }
  },
  ({ context, db, tutor, id }) => ({
    toBlocks: async (content) =>
      parseNewsletter({ content }, getPictureNumbers(orNotFound(await findTypedNewsletter(db, tutor, id)))),
    descriptions: describeNewsletter,
    redirectOnRefusal: refuseIfSent(context, id, 'Failed to update newsletter'),
  }),
)

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditNewsletter() {
  const { id, newsletter, attachments } = useLoaderData<typeof loader>()
  return (
    <NewsletterForm
      newsletter={newsletter}
      attachments={attachments}
      answer={useActionData<typeof action>()}
      cancelTo={paths.dashboard.newsletter.one(id)}
    />
  )
}
