import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { isImage } from '~/domain/files/kinds'
import { attachmentInWords, changeAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { type AttachmentDetails, attachmentEdit } from '~/domain/newsletters/schema'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { onceSent } from '~/routes/parts/newsletters/once-sent.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { AltField } from '~/ui/forms/alt-field'
import { OpenedVersion, SaveButton } from '~/ui/forms/conflict-notice'
import { TextArea, TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import { FileImage } from '~/ui/portal/file-image'

export async function loader(args: LoaderFunctionArgs) {
  const { id, attachmentId } = args.params
  const newsletter = orNotFound(await findNewsletter(args.context.db, pathId(id)))
  if (newsletter.status === 'sent') throw redirect(`/dashboard/newsletter/${newsletter.id}`)
  const { attachments } = newsletter
  return { id: newsletter.id, attachment: orNotFound(attachments.find((each) => each.id === pathId(attachmentId))) }
}

/** Saves an attachment, and leads on to the next picture of which nobody has said what it shows. */
export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  const telling = { inWords: attachmentInWords, elsewhere: onceSent(context, id, 'Failed to update attachment') }
  return saving(
    check(await readForm(request), attachmentEdit),
    async (attachment) => {
      const { id: saved } = await changeAttachment(
        context.db,
        user,
        id,
        pathId(params.attachmentId),
        changeOf(attachment),
      )
      const { attachments } = orNotFound(await findNewsletter(context.db, id))
      const next = attachments.find((each) => each.id > saved && each.picture !== null && each.alt === null)
      return redirectWithMessage(context, `/dashboard/newsletter/${id}${next ? `/attachments/${next.id}/edit` : ''}`, {
        kind: 'success',
        title: 'Attachment updated',
        text: next
          ? 'The attachment has been updated successfully. Here is the next picture.'
          : 'The attachment has been updated successfully.',
      })
    },
    telling,
  )
}

export const meta = pageTitle<typeof loader>('Edit Attachment', { of: ({ attachment }) => attachment.title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

const rules = () => import('~/domain/newsletters/schema').then(({ attachmentDetails }) => attachmentDetails)

type Fields = AttachmentDetails & { version: number }

export default function EditAttachment() {
  const { id, attachment } = useLoaderData<typeof loader>()
  // The next picture comes to the same page.
  return <AttachmentForm key={attachment.id} id={id} attachment={attachment} />
}

function AttachmentForm({ id, attachment }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const answer = useActionData<typeof action>()
  const { title, description, alt, version } = attachment
  const [form, fields] = useRiverbankForm<Fields>({
    id: 'attachment-details',
    result: answer?.result,
    defaultValue: { title, description, alt, version },
    rules,
  })
  const saving = useSubmitting()
  const isPicture = isImage(attachment.fileType)
  return (
    <Card as="section" aria-labelledby="edit-attachment" className="max-w-3xl">
      <h3 id="edit-attachment" className="mb-6">
        Edit Attachment
      </h3>
      {isPicture && (
        <div className="mb-6">
          <FileImage file={attachment} />
        </div>
      )}
      <PostForm
        failure={{ words: (status) => `Failed to update attachment: ${status}` }}
        replace
        preventScrollReset
        className="space-y-6"
        {...getFormProps(form)}
      >
        <ErrorSummary
          form={form}
          title={form.errors ? 'Error' : undefined}
          fields={[fields.title, fields.alt, fields.description, fields.version]}
        />
        <OpenedVersion field={fields.version} conflict={answer?.conflict} />
        {isPicture && <AltField field={fields.alt} />}
        <TextField field={fields.title} required label="Title" autoComplete="off" />
        <TextArea field={fields.description} label="Description (optional)" rows={2} />
        <div className="flex flex-wrap gap-4">
          <SaveButton conflict={answer?.conflict} saving={saving} submitLabel="Save" pendingLabel="Saving..." />
          <ButtonLink to={`/dashboard/newsletter/${id}`} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </PostForm>
    </Card>
  )
}
