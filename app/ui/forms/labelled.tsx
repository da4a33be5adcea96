import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

export interface FieldProps {
  field: FieldMetadata<unknown>
  label: string
  hint?: string
  /** Whether the form is refused without it. The label says 'required' or 'optional'. */
  required?: boolean
  /** When it is required, if that depends on another field: '(with a picture of yours)'. */
  requiredWhen?: string
}

const getHintId = (field: FieldMetadata<unknown>) => `${field.id}-hint`
const getMarkId = (field: FieldMetadata<unknown>) => `${field.id}-mark`
const OPTIONAL = /\(optional\)$/i

/** Whether the label or hint already says 'optional', as some of the spec's do. */
function isMarkedOptional({ label, hint = '' }: Pick<FieldProps, 'label' | 'hint'>): boolean {
  return OPTIONAL.test(label) || OPTIONAL.test(hint)
}

/** Links a control to its hint, message and the word 'optional', since Conform omits the hint (WCAG 1.3.1, 3.3.1). */
export function getErrorProps({ field, label, hint, required }: FieldProps) {
  const marked = !required && !isMarkedOptional({ label, hint }) && getMarkId(field)
  return {
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby':
      [marked, hint && getHintId(field), field.errors && field.errorId].filter(Boolean).join(' ') || undefined,
  }
}

/**
 * Returns `aria-required`, because screen readers call an empty field with `required` invalid. File pickers and radio buttons need
 * `required` instead.
 */
export const getRequiredProps = (required: boolean | undefined) => ({ 'aria-required': required || undefined })

const markClass = 'text-small font-normal'

/** '(required)' or '(optional)' after a label. Screen readers get 'required' from the control itself. */
export function RequiredMark({
  required,
  optionalText = '(optional)',
  id,
  className = 'text-ink-soft',
}: {
  required?: boolean
  optionalText?: string
  id?: string
  className?: string
}) {
  return (
    <>
      {' '}
      <span id={id} data-mark aria-hidden={required || undefined} className={classes(markClass, className)}>
        {required ? '(required)' : optionalText}
      </span>
    </>
  )
}

/** A label's text. The spec writes '(optional)' in some labels and '(Optional)' in others. */
function LabelWords({ label }: { label: string }) {
  const [optional] = OPTIONAL.exec(label) ?? []
  if (!optional) return label
  return (
    <>
      {label.slice(0, -optional.length)}
      <span data-mark className={classes(markClass, 'text-ink-soft')}>
        {optional}
      </span>
    </>
  )
}

function Label({ field, label, hint, required, requiredWhen }: FieldProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <label htmlFor={field.id} className="font-bold">
        <LabelWords label={label} />
      </label>
      {!isMarkedOptional({ label, hint }) && (
        <RequiredMark required={required} optionalText={requiredWhen} id={getMarkId(field)} />
      )}
    </div>
  )
}

export function Hint({ field, hint }: Pick<FieldProps, 'field' | 'hint'>) {
  return hint ? (
    <p id={getHintId(field)} className="text-small text-ink-soft">
      {hint}
    </p>
  ) : null
}

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

export function LabelledField({ children, ...props }: FieldProps & { children: ReactNode }) {
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
