import type { Account } from '~/domain/accounts/account'
import type { TextBlock } from '~/domain/newsletters/blocks'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { MissingPictures, type NewsletterState } from '~/routes/parts/newsletters/mail-notice'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { formatUsDate } from '~/ui/dates'
import { useSaveCount } from '~/ui/forms/use-save-count'
import { Icon } from '~/ui/icon'
import { NewsletterText } from '~/ui/site/newsletter-text'
import { AttachmentForm, Attachments } from './attachments'
import {
  ScheduledSection,
  type SendingProgress,
  SendingSection,
  StatusButton,
  StopSendingForm,
  WebsiteSection,
} from './progress-panel'

type NewsletterActionsProps = Pick<Newsletter, 'id' | 'status'>

function MainActions({ id, status }: NewsletterActionsProps) {
  const isDraft = status === 'draft'
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      {isDraft && (
        <ButtonLink to={paths.dashboard.newsletter.send(id)} className="w-full sm:w-auto">
          <Icon name="send" className="h-5 w-5 shrink-0" />
          Send to All Subscribers
        </ButtonLink>
      )}
      {isDraft && (
        <ButtonLink to={paths.dashboard.newsletter.edit(id)} variant="secondary" className="flex-auto sm:flex-none">
          <Icon name="edit" className="h-5 w-5 shrink-0" />
          Edit
        </ButtonLink>
      )}
      <ButtonLink to={paths.dashboard.newsletter.preview(id)} variant="secondary" className="flex-auto sm:flex-none">
        <Icon name="eye" className="h-5 w-5 shrink-0" />
        Preview
      </ButtonLink>
    </div>
  )
}

function OtherActions({ id, status }: NewsletterActionsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <StatusButton
        intent="copy"
        variant="secondary"
        submitLabel="Copy to a new draft"
        pendingLabel="Copying..."
        className="flex-auto sm:flex-none"
      />
      {status === 'draft' && (
        <ButtonLink to={paths.dashboard.newsletter.delete(id)} variant="danger" className="flex-auto sm:flex-none">
          <Icon name="delete" className="h-5 w-5 shrink-0" />
          Delete draft
        </ButtonLink>
      )}
      <ButtonLink to={paths.dashboard.newsletter.list} variant="secondary" className="flex-auto sm:flex-none">
        <Icon name="close" className="h-5 w-5 shrink-0" />
        Close
      </ButtonLink>
    </div>
  )
}

export function NewsletterPanel({
  newsletter,
  blocks,
  missing,
  state,
  sending,
  answer,
  reasons,
  students,
}: {
  newsletter: Omit<Newsletter, 'content'>
  blocks: TextBlock[]
  missing: number[]
  state: NewsletterState
  sending: SendingProgress | null
  answer?: FormResult
  /** Why pictures are hidden, by attachment id. */
  reasons: Record<string, string>
  students: Account[]
}) {
  const { id, title, status, createdAt, attachments, publishedAt } = newsletter
  const isDraft = status === 'draft'
  const uploadCount = useSaveCount('upload', answer)
  return (
    <Card as="article" className="max-w-4xl space-y-8">
      <header className="space-y-3">
        <h3 className="break-words text-h2">{title}</h3>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Badge tone={state.tone}>{state.badge}</Badge>{' '}
          <span>
            Created: <time dateTime={createdAt}>{formatUsDate(createdAt)}</time>
          </span>
        </p>
        {state.detail && <p>{state.detail}</p>}
        <MainActions id={id} status={status} />
      </header>
      <ScheduledSection {...newsletter} />
      {sending && <StopSendingForm newsletter={newsletter} sending={sending} />}
      <section aria-labelledby="content">
        <h4 id="content">Content</h4>
        <MissingPictures missing={missing} />
        <div className="mt-2">
          <NewsletterText blocks={blocks} attachments={attachments} top={5} />
        </div>
      </section>
      <section aria-labelledby="attachments">
        <h4 id="attachments">Attachments</h4>
        <Attachments
          attachments={attachments}
          reasons={reasons}
          draft={isDraft ? id : null}
          isScheduled={newsletter.leavesAt !== null}
        />
      </section>
      {isDraft && (
        <section aria-labelledby="add-attachment" className="rounded-sm bg-sand p-4 sm:p-6">
          <h4 id="add-attachment">Add an attachment</h4>
          <AttachmentForm key={uploadCount} students={students} answer={answer} />
        </section>
      )}
      {sending && <SendingSection newsletter={newsletter} sending={sending} />}
      {!isDraft && <WebsiteSection id={id} publishedAt={publishedAt} />}
      <OtherActions id={id} status={status} />
    </Card>
  )
}
