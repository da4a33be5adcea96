import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

export interface FieldProps {
  field: FieldMetadata<unknown>
  label: string
  hint?: string
  /** Whether the form is refused without it. It says so, or that it is optional. */
  required?: boolean
  /** When the form is refused without it, where that depends on another field: '(with a picture of yours)'. */
  depends?: string
}

const hintId = (field: FieldMetadata<unknown>) => `${field.id}-hint`
const markId = (field: FieldMetadata<unknown>) => `${field.id}-mark`
const OPTIONAL = /\(optional\)$/i

/** Whether the words of a label or a hint say themselves that the field is optional, as some of the spec do. */
function saysOptional({ label, hint = '' }: Pick<FieldProps, 'label' | 'hint'>): boolean {
  return OPTIONAL.test(label) || OPTIONAL.test(hint)
}

/** Ties a control to its hint, its message and the word 'optional', since Conform leaves the hint out (WCAG 1.3.1, 3.3.1). */
export function describedBy({ field, label, hint, required }: FieldProps) {
  const marked = !required && !saysOptional({ label, hint }) && markId(field)
  return {
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby':
      [marked, hint && hintId(field), field.errors && field.errorId].filter(Boolean).join(' ') || undefined,
  }
}

/** Not `required`, by which screen readers call an empty field invalid; ARIA allows pickers and radios no other. */
export const mustBeGiven = (required: boolean | undefined) => ({ 'aria-required': required || undefined })

const mark = 'text-small font-normal lowercase'

/** '(required)' or '(optional)' beside a label, whose text is the spec's. A control says itself that it is required. */
export function Mark({
  required,
  depends = '(optional)',
  id,
  className = 'text-ink-soft',
}: {
  required?: boolean
  depends?: string
  id?: string
  className?: string
}) {
  return (
    <>
      {' '}
      <span id={id} data-mark aria-hidden={required || undefined} className={classes(mark, className)}>
        {required ? '(required)' : depends}
      </span>
    </>
  )
}

/** The words of a label. The spec writes '(optional)' and '(Optional)': they are kept in the text, and shown alike. */
function LabelWords({ label }: { label: string }) {
  const [optional] = OPTIONAL.exec(label) ?? []
  if (!optional) return label
  return (
    <>
      {label.slice(0, -optional.length)}
      <span data-mark className={classes(mark, 'text-ink-soft')}>
        {optional}
      </span>
    </>
  )
}

function Label({ field, label, hint, required, depends }: FieldProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <label htmlFor={field.id} className="font-bold">
        <LabelWords label={label} />
      </label>
      {!saysOptional({ label, hint }) && <Mark required={required} depends={depends} id={markId(field)} />}
    </div>
  )
}

export function Hint({ field, hint }: Pick<FieldProps, 'field' | 'hint'>) {
  return hint ? (
    <p id={hintId(field)} className="text-small text-ink-soft">
      {hint}
    </p>
  ) : null
}

/** The message of an invalid field. */
export function FieldError({ field }: { field: FieldMetadata<unknown> }) {
  return field.errors ? (
    <p id={field.errorId} className="flex items-start gap-2 font-bold text-brick">
      <Icon name="warning" className="mt-1 h-5 w-5 shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        {field.errors[0]}
      </span>
    </p>
  ) : null
}

/** A control below its label, hint and message. */
export function Labelled({ children, ...props }: FieldProps & { children: ReactNode }) {
  const { field } = props
  return (
    <div className={classes('space-y-1', field.errors && 'border-l-4 border-brick pl-4')}>
      <Label {...props} />
      <Hint {...props} />
      <FieldError field={field} />
      {children}
    </div>
  )
}
