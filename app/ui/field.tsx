import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { classes } from './classes'
import { useHydrated } from './hydrated'
import { Icon } from './icon'

interface FieldProps {
  /** Conform's field: its name, value and messages. */
  field: FieldMetadata<unknown>
  label: string
  hint?: string
}

const control =
  'block w-full min-h-control rounded-sm border-2 bg-white px-3 py-2 text-body text-ink disabled:bg-sand file:mr-4 file:min-h-[40px] file:rounded-sm file:border-2 file:border-solid file:border-river file:bg-white file:px-3 file:font-bold file:text-river'
const border = (field: FieldMetadata<unknown>) => (field.errors ? 'border-brick' : 'border-stone')
const hintId = (field: FieldMetadata<unknown>) => `${field.id}-hint`

/** Ties a control to its hint and its message, since Conform leaves the hint out (WCAG 1.3.1, 3.3.1). */
function describedBy(field: FieldMetadata<unknown>, hint?: string) {
  return {
    'aria-invalid': field.errors ? true : undefined,
    'aria-describedby': [hint && hintId(field), field.errors && field.errorId].filter(Boolean).join(' ') || undefined,
  }
}

function Hint({ field, hint }: Pick<FieldProps, 'field' | 'hint'>) {
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

function Labelled({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={classes('space-y-1', field.errors && 'border-l-4 border-brick pl-4')}>
      <label htmlFor={field.id} className="block font-bold">
        {label}
      </label>
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
      {children}
    </div>
  )
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'time'
  autoComplete?: string
  inputMode?: 'numeric' | 'url' | 'email' | 'tel'
}

/** A one-line text field. */
export function TextField({ field, label, hint, type = 'text', ...rest }: TextFieldProps) {
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, { type, ariaAttributes: false })
  return (
    <Labelled field={field} label={label} hint={hint}>
      <input key={key} {...props} {...rest} {...describedBy(field, hint)} className={classes(control, border(field))} />
    </Labelled>
  )
}

/** A masked field with a Show button where scripts run; its value is never sent back to the page. */
export function PasswordField({
  field,
  label,
  hint,
  autoComplete,
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, {
    type: shown ? 'text' : 'password',
    ariaAttributes: false,
    value: false,
  })
  return (
    <Labelled field={field} label={label} hint={hint}>
      <div className="flex gap-2">
        <input
          key={key}
          {...props}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...describedBy(field, hint)}
          className={classes(control, border(field))}
        />
        {hydrated && (
          <Button
            type="button"
            look="secondary"
            aria-pressed={shown}
            aria-label="Show password"
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} className="h-6 w-6" />
            <span className="hidden sm:inline">Show</span>
          </Button>
        )}
      </div>
    </Labelled>
  )
}

/** A field for a code of digits, from an app or from paper; phones show a number pad. Its value is never sent back to the page. */
export function CodeField({ field, label, hint }: FieldProps) {
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, {
    type: 'text',
    ariaAttributes: false,
    value: false,
  })
  return (
    <Labelled field={field} label={label} hint={hint}>
      <input
        key={key}
        {...props}
        inputMode="numeric"
        autoComplete="one-time-code"
        // Typing replaces a refused code.
        onFocus={(event) => event.currentTarget.select()}
        {...describedBy(field, hint)}
        className={classes(control, border(field), 'max-w-xs tracking-[0.15em]')}
      />
    </Labelled>
  )
}

/** A text field of several lines. */
export function TextArea({
  field,
  label,
  hint,
  rows = 4,
  className,
  placeholder,
}: FieldProps & { rows?: number; className?: string; placeholder?: string }) {
  const { key, ...props } = getTextareaProps(field as FieldMetadata<string>, { ariaAttributes: false })
  return (
    <Labelled field={field} label={label} hint={hint}>
      <textarea
        key={key}
        {...props}
        rows={rows}
        placeholder={placeholder}
        {...describedBy(field, hint)}
        className={classes(control, border(field), className)}
      />
    </Labelled>
  )
}

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  placeholder: string
}

/** A native select, which works without scripts; its first option is a placeholder. */
export function SelectField({ field, label, hint, options, placeholder }: SelectFieldProps) {
  const { key, ...props } = getSelectProps(field as FieldMetadata<string>, { ariaAttributes: false })
  return (
    <Labelled field={field} label={label} hint={hint}>
      <select key={key} {...props} {...describedBy(field, hint)} className={classes(control, border(field))}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** A tick box with its label beside it. */
export function CheckboxField({ field, label, hint }: FieldProps) {
  const { key, ...props } = getInputProps(field as FieldMetadata<boolean>, { type: 'checkbox', ariaAttributes: false })
  return (
    <div className="space-y-1">
      <FieldError field={field} />
      <div className="flex items-start gap-3">
        <input key={key} {...props} {...describedBy(field, hint)} className="h-[44px] w-[44px] shrink-0 accent-river" />
        <div className="flex min-h-target flex-col justify-center">
          <label htmlFor={field.id} className="block font-bold">
            {label}
          </label>
          <Hint field={field} hint={hint} />
        </div>
      </div>
    </div>
  )
}

interface ChoiceFieldProps extends FieldProps {
  options: readonly { value: string; label: string; hint?: string }[]
}

/** A choice of one among a few visible options. */
export function ChoiceField({ field, label, hint, options }: ChoiceFieldProps) {
  return (
    <fieldset
      className={classes('space-y-3', field.errors && 'border-l-4 border-brick pl-4')}
      aria-describedby={describedBy(field, hint)['aria-describedby']}
    >
      <legend className="font-bold">{label}</legend>
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
      {options.map((option, place) => {
        const id = place === 0 ? field.id : `${field.id}-${option.value}`
        return (
          <div key={option.value} className="flex items-start gap-3">
            <input
              key={field.key}
              type="radio"
              id={id}
              name={field.name}
              value={option.value}
              form={field.formId}
              defaultChecked={field.initialValue === option.value}
              aria-describedby={option.hint && `${id}-about`}
              className="h-[44px] w-[44px] shrink-0 accent-river"
            />
            <div className="flex min-h-target flex-col justify-center">
              <label htmlFor={id} className="block font-bold">
                {option.label}
              </label>
              {option.hint && (
                <p id={`${id}-about`} className="text-small text-ink-soft">
                  {option.hint}
                </p>
              )}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}

/**
 * A file picker, for one file or several. Where scripts run it shows 'Selected: {file name}', and `tooLarge` as soon as a file of
 * more than `limit` bytes is chosen; the server checks again.
 */
export function FileField({
  field,
  label,
  hint,
  accept,
  limit,
  tooLarge,
  multiple,
}: FieldProps & { accept: string; limit: number; tooLarge: string; multiple?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File[]>([])
  const { key, ...props } = getInputProps(field as FieldMetadata<File>, { type: 'file', ariaAttributes: false })

  useEffect(() => {
    const form = input.current?.form
    const forget = () => setChosen([])
    form?.addEventListener('reset', forget)
    return () => form?.removeEventListener('reset', forget)
  }, [])

  const isTooLarge = chosen.some(({ size }) => size > limit)
  return (
    <Labelled field={field} label={label} hint={hint}>
      <input
        key={key}
        ref={input}
        {...props}
        accept={accept}
        multiple={multiple}
        {...describedBy(field, hint)}
        onChange={(event) => setChosen([...(event.currentTarget.files ?? [])])}
        className={classes(control, border(field))}
      />
      <div role="status" className="text-small">
        {chosen.length > 0 && <p className="break-words">Selected: {chosen.map(({ name }) => name).join(', ')}</p>}
        {isTooLarge && !field.errors && <p className="font-bold text-brick">{tooLarge}</p>}
      </div>
    </Labelled>
  )
}
