import type { ReactNode } from 'react'
import type { BoardMember } from '~/domain/board/board.server'
import type { Plan } from '~/domain/plans/plans.server'
import type { SafeHtml } from '~/domain/rich-text.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { useFailureToast } from '~/ui/dialogs/toast'
import { DateField } from '~/ui/forms/date-field'
import { useDraft } from '~/ui/forms/draft'
import { CheckboxField, TextArea, TextField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm } from '~/ui/forms/form'
import { EasyReadField, HTML_HINT, HtmlField, PreviewButton } from '~/ui/forms/html-field'
import { RecordForm } from '~/ui/forms/record-form'
import { EmptyState } from '~/ui/lists/empty-state'
import { AddLink, ListWithForms, Panel } from '~/ui/lists/list-with-forms'

const loadRules = () => import('~/domain/board/schema').then(({ memberForm }) => memberForm)

type Details = Omit<BoardMember, 'id' | 'profileImage' | 'version'> & { version?: number }
type Fields = Partial<Details & { photo: File; removePhoto: boolean }>

export function MemberForm({
  member,
  profileImage,
  answer,
}: {
  member?: Details
  profileImage?: string | null
  answer?: FormResult
}) {
  const [form, fields] = useSiteForm<Fields>({
    id: 'member',
    intent: 'save-member',
    result: answer?.result,
    defaultValue: member ?? { isCurrent: true, displayOrder: 0 },
    rules: loadRules,
  })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { name, position, bio, email, linkedIn, startDate, endDate, displayOrder, isCurrent } = fields
  const { photo, removePhoto, version } = fields
  return (
    <Panel title={member ? 'Edit Board Member' : 'Add Board Member'}>
      <RecordForm
        form={form}
        version={version}
        answer={answer}
        errorTitle={form.errors && 'Error'}
        intent="save-member"
        failure={member ? 'Failed to update board member' : 'Failed to create board member'}
        submitLabel={member ? 'Update Member' : 'Create Member'}
        pendingLabel={member ? 'Updating...' : 'Creating...'}
        cancelTo={paths.dashboard.board.list}
        encType="multipart/form-data"
        replace
        preventScrollReset
        className="mt-4 space-y-6"
      >
        <TextField field={name} required label="Name" autoComplete="off" />
        <TextField field={position} required label="Position" autoComplete="off" />
        <TextArea field={bio} label="Biography" rows={4} />
        <TextField
          field={email}
          label="Email"
          type="email"
          autoComplete="off"
          hint="Everyone can see it on our website"
        />
        <TextField field={linkedIn} label="LinkedIn URL" type="url" autoComplete="off" />
        <div className="grid gap-6 sm:grid-cols-2">
          <DateField field={startDate} label="Start Date" />
          <DateField field={endDate} label="End Date" />
        </div>
        <TextField
          field={displayOrder}
          label="Display Order"
          type="number"
          inputMode="numeric"
          hint="The lowest number comes first"
        />
        <CheckboxField field={isCurrent} label="Current Member" hint="Is this person currently on the board?" />
        <div className="space-y-4">
          <FileField
            field={photo}
            label={profileImage ? 'New Photo (optional)' : 'Photo (optional)'}
            hint="An image, up to 5 MB. Everyone can see it on our website."
          />
          {profileImage && (
            <div className="flex flex-wrap items-center gap-4">
              <img
                src={profileImage}
                alt="On the website now"
                width={80}
                height={80}
                className="h-20 w-20 rounded-full object-cover"
              />
              <CheckboxField field={removePhoto} label="Remove Photo" hint="No photo will be shown" />
            </div>
          )}
        </div>
      </RecordForm>
    </Panel>
  )
}

const loadPlanRules = () => import('~/domain/plans/schema').then(({ planForm }) => planForm)

type PlanFields = Omit<Plan, 'id' | 'version' | 'content' | 'easyRead'> & {
  content: string
  easyRead?: string | null
  version?: number
}

/** `preview` is its content as HTML; `proposed` has the initial values of a new plan. */
export function PlanForm({
  plan,
  preview = null,
  proposed,
  answer,
}: {
  plan?: PlanFields
  preview?: SafeHtml | null
  proposed?: Partial<PlanFields>
  answer?: FormResult
}) {
  const draft = useDraft('plan', answer)
  const [form, fields] = useSiteForm<Partial<PlanFields>>({
    id: 'plan',
    intent: 'save-plan',
    result: answer?.result,
    defaultValue: plan ?? proposed,
    rules: loadPlanRules,
    draft,
  })
  useFailureToast(form.errors, { text: form.errors?.join(' ') })
  const { title, description, startYear, endYear, content, easyRead, documentUrl, isActive, version } = fields
  return (
    <Panel title={plan ? 'Edit Strategic Plan' : 'Add Strategic Plan'}>
      <RecordForm
        form={form}
        fields={[title, description, startYear, endYear, content, documentUrl, isActive, easyRead]}
        version={version}
        answer={answer}
        errorTitle={form.errors && 'Error'}
        intent="save-plan"
        failure={plan ? 'Failed to update strategic plan' : 'Failed to create strategic plan'}
        submitLabel={plan ? 'Update Plan' : 'Create Plan'}
        pendingLabel={plan ? 'Updating...' : 'Creating...'}
        cancelTo={paths.dashboard.board.plans.list}
        buttons={<PreviewButton />}
        replace
        preventScrollReset
        className="mt-4 space-y-6"
        draft={draft}
      >
        <TextField field={title} required label="Title" autoComplete="off" />
        <TextArea field={description} label="Description" rows={2} />
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField field={startYear} label="Start Year" type="number" inputMode="numeric" />
          <TextField field={endYear} label="End Year" type="number" inputMode="numeric" />
        </div>
        <HtmlField
          field={content}
          required
          label="Content"
          hint={HTML_HINT}
          preview={answer ? (answer.preview ?? null) : preview}
          advice={answer?.advice}
        >
          <TextField
            field={documentUrl}
            label="Document URL"
            hint="Link to full document (optional)"
            type="url"
            autoComplete="off"
          />
          <CheckboxField field={isActive} label="Active Plan" hint="Is this the current strategic plan?" />
        </HtmlField>
        <p className="text-small">
          An annual report or the accounts can be here too: give their year as start and end, and the link to the PDF.
        </p>
        <EasyReadField field={easyRead} />
      </RecordForm>
    </Panel>
  )
}

export function CardList({
  addPath,
  addLabel,
  picture,
  emptyTitle,
  cards,
}: Record<'addPath' | 'addLabel' | 'picture' | 'emptyTitle', string> & { cards: ReactNode[] }) {
  return (
    <ListWithForms>
      <div className="flex justify-end">
        <AddLink to={addPath} preventScrollReset>
          {addLabel}
        </AddLink>
      </div>
      <div className="mt-6">
        {cards.length === 0 ? (
          <EmptyState picture={picture} title={emptyTitle} />
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">{cards}</ul>
        )}
      </div>
    </ListWithForms>
  )
}
