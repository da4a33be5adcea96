import { type FieldMetadata, getFormProps } from '@conform-to/react'
import { type FormEvent, useEffect, useState } from 'react'
import type { NamedField, SectionView } from '~/domain/website/field-kinds'
import type { FormResult } from '~/http/forms/form.server'
import { Button } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { SaveButton, VersionField } from '~/ui/forms/conflict-notice'
import { ErrorSummary, useSiteForm } from '~/ui/forms/form'
import { FormattingHelp } from '~/ui/forms/html-field'
import type { ListChange } from '~/ui/forms/list-change'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { FormButtons } from '~/ui/lists/list-with-forms'
import { calledIn, changeLists, listChangeIn } from './list-changes'
import { ListField, moveId } from './list-field'
import { type Preview, type Stored, WordsField } from './words-field'

/** The intent of a section's form, next to those of the buttons above it. */
const SECTION_INTENT = 'section'

type Words = Record<string, unknown>

/** The form of a part of a page, drawn from its view. The rules stay on the server; lists are changed in the browser where scripts run. */
export function SectionForm({
  view,
  words,
  previews,
  version,
  answer,
  cancelTo,
}: {
  view: SectionView
  words: Words
  /** The formatted texts that the form was opened with. */
  previews: Preview[]
  version: number
  answer?: FormResult
  cancelTo: string
}) {
  const own = answer?.form === SECTION_INTENT ? answer : undefined
  const [form, fields] = useSiteForm<Words>({
    id: 'section',
    intent: SECTION_INTENT,
    result: own?.result,
    defaultValue: { ...words, version } as never,
    validate: changeLists,
  })
  const { change, note } = useListChange(view, own?.change)
  const stored: Stored = { isIn: storedWords(words), previews: new Map(previews) }
  const given = fields as Record<string, FieldMetadata<unknown>>
  const versionField = fields.version as FieldMetadata<number | undefined>
  return (
    <PostForm
      intent={SECTION_INTENT}
      failure="Failed to publish"
      className="mt-6 space-y-8"
      encType={view.fields.some((field) => has(field, 'picture')) ? 'multipart/form-data' : undefined}
      {...getFormProps(form)}
      onSubmit={(event) => {
        note(event)
        form.onSubmit(event)
      }}
    >
      {/* Enter in a field presses a form's first button, which is a list's otherwise. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        Publish
      </button>
      <ErrorSummary form={form} getFieldLabel={(name) => calledIn(view, name)} />
      <VersionField field={versionField} conflict={own?.conflict} />
      <p role="status" className="sr-only">
        {change?.words}
      </p>
      {view.fields.some((field) => has(field, 'prose')) && <FormattingHelp />}
      {view.fields.map((field) => {
        const inner = given[field.name] as FieldMetadata<unknown>
        return field.kind === 'list' ? (
          <ListField key={field.name} kind={field} field={inner} form={form} change={change} stored={stored} />
        ) : (
          <WordsField key={field.name} kind={field} field={inner} stored={stored} />
        )
      })}
      <FormButtons cancelTo={cancelTo}>
        <SaveButton conflict={own?.conflict} submitLabel="Publish" pendingLabel="Publishing..." />
        <Button name="see" value="yes" variant="secondary">
          See it first
        </Button>
      </FormButtons>
    </PostForm>
  )
}

/** Whether a field is of a kind, or a list of such. */
const has = (field: NamedField, kind: NamedField['kind']): boolean =>
  field.kind === kind || (field.kind === 'list' && field.fields.some((inner) => has(inner, kind)))

/** Tells the words that the form was opened with. */
function storedWords(words: Words): Stored['isIn'] {
  const stored = new Set<unknown>()
  const add = (value: unknown): void => {
    if (value !== null && typeof value === 'object') Object.values(value).forEach(add)
    else stored.add(value)
  }
  add(words)
  return (words) => stored.has(words)
}

/** What was done to a list last, here or by the server; the focus follows it. */
function useListChange(view: SectionView, served: ListChange | undefined) {
  const [change, setChange] = useState(served)
  const [moved, setMoved] = useState<{ from: ListChange; way: 'up' | 'down' }>()
  useEffect(() => {
    if (!moved) return
    focusOn(moved.from, moved.way)
  }, [moved])
  function note(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const next = listChangeIn(view, new FormData(event.currentTarget, submitter as HTMLElement | null))
    setChange(next)
    if (next) setMoved({ from: next, way: submitter?.id.endsWith('-up') ? 'up' : 'down' })
  }
  return { change, note }
}

/** After a move the same button, so that it can be pressed again; of what was added its first field, of its pictures the chosen one; else the words that tell it. */
function focusOn({ kind, list, place }: ListChange, link: 'up' | 'down'): void {
  const id = `section-${list}[${place}]`
  const other = link === 'up' ? 'down' : 'up'
  const button = document.getElementById(moveId({ id }, link)) ?? document.getElementById(moveId({ id }, other))
  const fieldLike = (selector: string) => document.getElementById(id)?.querySelector<HTMLElement>(selector)
  const field =
    kind === 'open' ? fieldLike('[type=radio]:checked') : fieldLike('input:not([type=hidden]), textarea, select')
  const words = document.querySelector<HTMLElement>('[data-changed]')
  const target = kind === 'reorder' ? button : kind === 'remove' ? words : field
  target?.focus()
}

/** Says that a form is filled in with what was kept for a preview, and throws it away. */
export function DraftLine({ at }: { at: string }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4 rounded border-2 border-river bg-tide p-4">
      <p className="grow">
        <span className="font-bold">This is not published yet.</span> You wrote it on {formatDateTime(at)}.
      </p>
      <PostForm intent="forget" failure="Failed to throw it away" isTyped={false}>
        <SubmitButton variant="secondary" submitLabel="Throw away" pendingLabel="Throwing away..." />
      </PostForm>
    </div>
  )
}
