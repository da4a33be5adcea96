import { type FieldMetadata, getFormProps } from '@conform-to/react'
import { type FormEvent, useEffect, useState } from 'react'
import type { NamedField, SectionView } from '~/domain/website/field-kinds'
import type { FormResult } from '~/http/forms/form.server'
import { formatDateTime } from '~/ui/dates'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { ErrorSummary, useSiteForm } from '~/ui/forms/form'
import { FormattingHelp } from '~/ui/forms/html-field'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import type { ListChange } from '~/ui/forms/unsaved'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { describeListChange, getErrorLabel, getMoveButtonId, ListField, validateListChanges } from './list-field'
import { type Preview, SectionField, type StoredTexts } from './words-field'

/** The intent of a section's form. The buttons above it have others. */
const SECTION_INTENT = 'section'

type SectionWords = Record<string, unknown>

/** A form generated from a section's view. The rules stay on the server; with scripts, lists are changed in the browser. */
export function SectionForm({
  view,
  words,
  previews,
  version,
  answer,
  cancelTo,
}: {
  view: SectionView
  words: SectionWords
  previews: Preview[]
  version: number
  answer?: FormResult
  cancelTo: string
}) {
  const ownAnswer = answer?.form === SECTION_INTENT ? answer : undefined
  const [form, fields] = useSiteForm<SectionWords>({
    id: 'section',
    intent: SECTION_INTENT,
    result: ownAnswer?.result,
    defaultValue: { ...words, version } as never,
    validate: validateListChanges,
  })
  const { change, recordChange } = useListChange(view, ownAnswer?.change)
  const stored: StoredTexts = { isIn: createStoredCheck(words), previews: new Map(previews) }
  const fieldsByName = fields as Record<string, FieldMetadata<unknown>>
  const versionField = fields.version as FieldMetadata<number | undefined>
  return (
    <PostForm
      intent={SECTION_INTENT}
      failure="Failed to publish"
      className="mt-6 space-y-8"
      encType={view.fields.some((field) => hasKind(field, 'picture')) ? 'multipart/form-data' : undefined}
      {...getFormProps(form)}
      onSubmit={(event) => {
        recordChange(event)
        form.onSubmit(event)
      }}
    >
      {/* Enter presses a form's first button, which would otherwise be one of a list's. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        Publish
      </button>
      <ErrorSummary form={form} getFieldLabel={(name) => getErrorLabel(view, name)} />
      <VersionField field={versionField} conflict={ownAnswer?.conflict} />
      <p role="status" className="sr-only">
        {change?.words}
      </p>
      {view.fields.some((field) => hasKind(field, 'prose')) && <FormattingHelp hasTags={false} />}
      {view.fields.map((field) => {
        const inner = fieldsByName[field.name] as FieldMetadata<unknown>
        return field.kind === 'list' ? (
          <ListField key={field.name} kind={field} field={inner} form={form} change={change} stored={stored} />
        ) : (
          <SectionField key={field.name} kind={field} field={inner} stored={stored} />
        )
      })}
      <FormButtons cancelTo={cancelTo}>
        <SaveButton
          conflict={ownAnswer?.conflict}
          submitLabel="Publish"
          pendingLabel="Publishing..."
          otherButton="see"
        />
        <SubmitButton name="see" value="yes" variant="secondary" submitLabel="Preview" pendingLabel="Loading..." />
      </FormButtons>
    </PostForm>
  )
}

const hasKind = (field: NamedField, kind: NamedField['kind']): boolean =>
  field.kind === kind || (field.kind === 'list' && field.fields.some((inner) => hasKind(inner, kind)))

function createStoredCheck(words: SectionWords): StoredTexts['isIn'] {
  const stored = new Set<unknown>()
  const add = (value: unknown): void => {
    if (value !== null && typeof value === 'object') Object.values(value).forEach(add)
    else stored.add(value)
  }
  add(words)
  return (words) => stored.has(words)
}

/** Tracks the last change to a list, by the browser or the server, and moves the focus there. */
function useListChange(view: SectionView, served: ListChange | undefined) {
  const [change, setChange] = useState(served)
  const [moved, setMoved] = useState<{ from: ListChange; direction: 'up' | 'down' }>()
  useEffect(() => {
    if (!moved) return
    focusListChange(moved.from, moved.direction)
  }, [moved])
  function recordChange(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const next = describeListChange(view, new FormData(event.currentTarget, submitter as HTMLElement | null))
    setChange(next)
    if (next) setMoved({ from: next, direction: submitter?.id.endsWith('-up') ? 'up' : 'down' })
  }
  return { change, recordChange }
}

/** Focuses a moved item's button, an inserted item's first field, the chosen picture of an opened item, or a removal's message. */
function focusListChange({ kind, list, place }: ListChange, direction: 'up' | 'down'): void {
  const id = `section-${list}[${place}]`
  const opposite = direction === 'up' ? 'down' : 'up'
  const button =
    document.getElementById(getMoveButtonId({ id }, direction)) ??
    document.getElementById(getMoveButtonId({ id }, opposite))
  const findField = (selector: string) => document.getElementById(id)?.querySelector<HTMLElement>(selector)
  const field =
    kind === 'open' ? findField('[type=radio]:checked') : findField('input:not([type=hidden]), textarea, select')
  const message = document.querySelector<HTMLElement>('[data-changed]')
  const target = kind === 'reorder' ? button : kind === 'remove' ? message : field
  target?.focus()
}

export function SectionDraftNotice({ at }: { at: string }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4 rounded border-2 border-river bg-tide p-4">
      <p className="grow">
        <span className="font-bold">This is not published yet.</span> You wrote it on {formatDateTime(at)}.
      </p>
      <PostForm intent="forget" failure="Failed to discard the changes" isTyped={false}>
        <SubmitButton variant="secondary" submitLabel="Discard changes" pendingLabel="Discarding..." />
      </PostForm>
    </div>
  )
}
