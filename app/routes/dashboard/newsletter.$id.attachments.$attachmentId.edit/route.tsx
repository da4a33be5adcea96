import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { isImage } from '~/domain/files/kinds'
import { changeAttachment, describeAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { type AttachmentDetails, attachmentEdit } from '~/domain/newsletters/schema'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { refuseIfSent } from '~/routes/parts/newsletters/refuse-if-sent.server'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { TextArea, TextField } from '~/ui/forms/field'
import { AltField } from '~/ui/forms/file-field'
import { useSiteForm } from '~/ui/forms/form'
import { PictureStudentsLink } from '~/ui/forms/picture-students'
import { RecordForm } from '~/ui/forms/record-form'
import { FileImage } from '~/ui/portal/file-image'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Attachment',
  detail: ({ attachment }) => attachment.title,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findNewsletter(db, tutor, id),
  ({ id, status, attachments }, { params }) => {
    if (status === 'sent') throw redirect(paths.dashboard.newsletter.one(id))
    return { id, attachment: orNotFound(attachments.find((each) => each.id === parsePathId(params.attachmentId))) }
  },
)

/** Saves an attachment and continues with the next picture that has no description. */
export const action = createFormAction(
  attachmentEdit,
  async (attachment, { db, tutor, id, params }) => {
    const { id: saved } = await changeAttachment(db, tutor, id, parsePathId(params.attachmentId), toChange(attachment))
    const { attachments } = orNotFound(await findNewsletter(db, tutor, id))
    const next = attachments.find((each) => each.id > saved && each.picture !== null && each.alt === null)
    return {
      to: next ? paths.dashboard.newsletter.attachments.edit(id, next.id) : paths.dashboard.newsletter.one(id),
      title: 'Attachment updated',
      text: `The attachment has been updated successfully.${next ? ' Here is the next picture.' : ''}`,
    }
  },
  ({ context, id }) => ({
    descriptions: describeAttachment,
    redirectOnRefusal: refuseIfSent(context, id, 'Failed to update attachment'),
  }),
)

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

const loadRules = () => import('~/domain/newsletters/schema').then(({ attachmentDetails }) => attachmentDetails)

type Fields = AttachmentDetails & { version: number }

export default function EditAttachment() {
  const { id, attachment } = useLoaderData<typeof loader>()
  // The next picture is edited on the same page.
  return <AttachmentForm key={attachment.id} id={id} attachment={attachment} />
}

function AttachmentForm({ id, attachment }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const answer = useActionData<typeof action>()
  const { title, description, alt, version } = attachment
  const [form, fields] = useSiteForm<Fields>({
    id: 'attachment-details',
    result: answer?.result,
    defaultValue: { title, description, alt, version },
    rules: loadRules,
  })
  const isPicture = isImage(attachment.fileType)
  return (
    <Card as="section" aria-labelledby="edit-attachment" className="max-w-3xl">
      <h3 id="edit-attachment" className="mb-6">
        Edit Attachment
      </h3>
      {isPicture && (
        <div className="mb-6">
          <FileImage file={attachment} /> <PictureStudentsLink kind="newsletter" id={attachment.id} title={title} />
        </div>
      )}
      <RecordForm
        form={form}
        version={fields.version}
        answer={answer}
        errorTitle={form.errors && 'Error'}
        failure={{ text: (status) => `Failed to update attachment: ${status}` }}
        submitLabel="Save"
        pendingLabel="Saving..."
        cancelTo={paths.dashboard.newsletter.one(id)}
        replace
        preventScrollReset
        className="space-y-6"
      >
        {isPicture && <AltField field={fields.alt} />}
        <TextField field={fields.title} required label="Title" autoComplete="off" />
        <TextArea field={fields.description} label="Description (optional)" rows={2} />
      </RecordForm>
    </Card>
  )
}
