import { redirect } from '@remix-run/node'
import { removeAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Attachment',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findNewsletter(db, tutor, id),
  ({ id, status, attachments }, { params }) => {
    if (status === 'sent') throw redirect(paths.dashboard.newsletter.one(id))
    const { title } = orNotFound(attachments.find((each) => each.id === parsePathId(params.attachmentId)))
    return { what: 'Attachment', name: title, cancelTo: paths.dashboard.newsletter.one(id) }
  },
)
export const action = createConfirmAction(
  async ({ db, uploads, tutor, id, params }) => {
    await removeAttachment(db, uploads, tutor, id, parsePathId(params.attachmentId))
    return createSaveResult('attachment', 'deleted', paths.dashboard.newsletter.one(id))
  },
  { failure: 'Failed to delete attachment', at: ({ id }) => paths.dashboard.newsletter.one(id) },
)

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
