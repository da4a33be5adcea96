import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react'
import { type ReactNode, useState } from 'react'
import { useHydrated } from '~/ui/browser/hydrated'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { describedBy, FieldError, type FieldProps, Hint, Labelled, Mark, mustBeGiven } from './labelled'

export const control =
  'block w-full min-h-control rounded-sm border-2 bg-white px-3 py-2 text-body text-ink disabled:bg-sand file:mr-4 file:min-h-[40px] file:rounded-sm file:border-2 file:border-solid file:border-river file:bg-white file:px-3 file:font-bold file:text-river'
export const border = (field: FieldMetadata<unknown>) => (field.errors ? 'border-brick' : 'border-stone')

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'time'
  autoComplete?: string
  inputMode?: 'numeric' | 'url' | 'email' | 'tel'
  /** The first day of a date. */
  min?: string
}

/** A one-line text field. */
export function TextField({ field, label, hint, required, type = 'text', ...rest }: TextFieldProps) {
  const own = { field, label, hint, required }
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, { type, ariaAttributes: false })
  return (
    <Labelled {...own}>
      <input
        key={key}
        {...props}
        {...rest}
        {...mustBeGiven(required)}
        {...describedBy(own)}
        className={classes(control, border(field))}
      />
    </Labelled>
  )
}

/** A masked field with a Show button where scripts run; its value is never sent back to the page. */
export function PasswordField({
  autoComplete,
  ...own
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const { field, required } = own
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, {
    type: shown ? 'text' : 'password',
    ariaAttributes: false,
    value: false,
  })
  return (
    <Labelled {...own}>
      <div className="flex gap-2">
        <input
          key={key}
          {...props}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...mustBeGiven(required)}
          {...describedBy(own)}
          className={classes(control, border(field))}
        />
        {hydrated && (
          <Button
            type="button"
            variant="secondary"
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
export function CodeField(own: FieldProps) {
  const { field, required } = own
  const { key, ...props } = getInputProps(field as FieldMetadata<string>, {
    type: 'text',
    ariaAttributes: false,
    value: false,
  })
  return (
    <Labelled {...own}>
      <input
        key={key}
        {...props}
        inputMode="numeric"
        autoComplete="one-time-code"
        // Typing replaces a refused code.
        onFocus={(event) => event.currentTarget.select()}
        {...mustBeGiven(required)}
        {...describedBy(own)}
        className={classes(control, border(field), 'max-w-xs tracking-[0.15em]')}
      />
    </Labelled>
  )
}

/** A text field of several lines; `tools` are the buttons above it. */
export function TextArea({
  rows = 4,
  className,
  placeholder,
  tools,
  ...own
}: FieldProps & { rows?: number; className?: string; placeholder?: string; tools?: ReactNode }) {
  const { field, required } = own
  const { key, ...props } = getTextareaProps(field as FieldMetadata<string>, { ariaAttributes: false })
  return (
    <Labelled {...own}>
      {tools}
      <textarea
        key={key}
        {...props}
        rows={rows}
        placeholder={placeholder}
        {...mustBeGiven(required)}
        {...describedBy(own)}
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
export function SelectField({ options, placeholder, ...own }: SelectFieldProps) {
  const { field, required } = own
  const { key, ...props } = getSelectProps(field as FieldMetadata<string>, { ariaAttributes: false })
  return (
    <Labelled {...own}>
      <select
        key={key}
        {...props}
        {...mustBeGiven(required)}
        {...describedBy(own)}
        className={classes(control, border(field))}
      >
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

/** A tick box with its label beside it. Nobody has to tick, so it says neither 'required' nor 'optional'. */
export function CheckboxField(own: Omit<FieldProps, 'required'>) {
  const { field, label } = own
  const { key, ...props } = getInputProps(field as FieldMetadata<boolean>, { type: 'checkbox', ariaAttributes: false })
  return (
    <div className="space-y-1">
      <FieldError field={field} />
      <div className="flex items-start gap-3">
        <input
          key={key}
          {...props}
          {...describedBy({ ...own, required: true })}
          className="h-[44px] w-[44px] shrink-0 accent-river"
        />
        <div className="flex min-h-target flex-col justify-center">
          <label htmlFor={field.id} className="block font-bold">
            {label}
          </label>
          <Hint {...own} />
        </div>
      </div>
    </div>
  )
}

interface ChoiceFieldProps extends Omit<FieldProps, 'required'> {
  options: readonly { value: string; label: string; hint?: string; sample?: ReactNode }[]
}

/** A required choice of one among a few visible options. */
export function ChoiceField({ options, ...own }: ChoiceFieldProps) {
  const { field, label } = own
  return (
    <fieldset
      className={classes('space-y-3', field.errors && 'border-l-4 border-brick pl-4')}
      aria-describedby={describedBy({ ...own, required: true })['aria-describedby']}
    >
      <legend className="font-bold">
        {label}
        <Mark required />
      </legend>
      <Hint {...own} />
      <FieldError field={field} />
      {options.map((option, place) => {
        const id = place === 0 ? field.id : `${field.id}-${option.value}`
        return (
          <div key={option.value} className="flex items-start gap-3">
            <input
              key={field.key}
              type="radio"
              required
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
                {option.sample}
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
