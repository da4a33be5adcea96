import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { useHydrated } from '~/ui/browser/hydrated'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { describedBy, FieldError, type FieldProps, Hint, Labelled, Mark, mustBeGiven } from './labelled'

/** The classes of a control; 'control' is in styles.css, since a long form has some hundred. */
export const controlClass = ({ errors }: FieldMetadata<unknown>, className?: string) =>
  classes('control', errors ? 'border-brick' : 'border-stone', className)

/** What every control but a tick box and a file picker has. */
const controlProps = (own: FieldProps, className?: string) => ({
  ...mustBeGiven(own.required),
  ...describedBy(own),
  className: controlClass(own.field, className),
})

interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> {
  own: FieldProps
  type?: 'text' | 'password' | 'email' | 'tel' | 'url' | 'number' | 'time'
  /** False where its value is never sent back to the page. */
  value?: false
  inputRef?: Ref<HTMLInputElement>
}

/** The input of a field, with what every control has. */
export function Input({ own, type = 'text', value, inputRef, className, ...rest }: InputProps) {
  const { key, ...props } = getInputProps(own.field as FieldMetadata<string>, { type, value, ariaAttributes: false })
  return <input key={key} ref={inputRef} {...props} {...rest} {...controlProps(own, className)} />
}

interface TextFieldProps extends FieldProps, Pick<InputProps, 'type' | 'autoComplete' | 'inputMode' | 'min'> {}

/** A one-line text field; `min` is the first day of a date. */
export function TextField({ field, label, hint, required, depends, ...rest }: TextFieldProps) {
  const own = { field, label, hint, required, depends }
  return (
    <Labelled {...own}>
      <Input own={own} {...rest} />
    </Labelled>
  )
}

/** A masked field with a Show button where scripts run; its value is never sent back to the page. */
export function PasswordField({
  autoComplete,
  ...own
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  return (
    <Labelled {...own}>
      <div className="flex gap-2">
        <Input
          own={own}
          type={shown ? 'text' : 'password'}
          value={false}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        {hydrated && (
          <Button
            type="button"
            variant="secondary"
            aria-pressed={shown}
            aria-label="Show password"
            onClick={() => setShown(!shown)}
            className="px-3 sm:px-5"
          >
            <Icon name={shown ? 'eye-off' : 'eye'} className="hidden h-6 w-6 xs:block" />
            Show
          </Button>
        )}
      </div>
    </Labelled>
  )
}

/** A field for a code of digits; phones show a number pad. Its value is never sent back to the page. */
export function CodeField(own: FieldProps) {
  return (
    <Labelled {...own}>
      <Input
        own={own}
        value={false}
        inputMode="numeric"
        autoComplete="one-time-code"
        // Typing replaces a refused code.
        onFocus={(event) => event.currentTarget.select()}
        className="max-w-xs tracking-[0.15em]"
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
  const { key, ...props } = getTextareaProps(own.field as FieldMetadata<string>, { ariaAttributes: false })
  return (
    <Labelled {...own}>
      {tools}
      <textarea key={key} {...props} rows={rows} placeholder={placeholder} {...controlProps(own, className)} />
    </Labelled>
  )
}

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  placeholder?: string
  /** What it begins with, where that is not the field's value. */
  defaultValue?: string
}

/** A native select, which works without scripts; its first option is the placeholder where there is one. */
export function SelectField({ options, placeholder, defaultValue, ...own }: SelectFieldProps) {
  const { key, ...given } = getSelectProps(own.field as FieldMetadata<string>, { ariaAttributes: false })
  const props = { ...given, ...(defaultValue !== undefined && { defaultValue }) }
  return (
    <Labelled {...own}>
      <select key={key} {...props} {...controlProps(own)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** The classes of a tick box. */
export const tick = 'h-[44px] w-[44px] shrink-0 accent-river'

/** A tick box or a radio button, its label beside it, and what there is below that. */
export function Ticked({
  id,
  label,
  input,
  children,
}: {
  id: string
  label: ReactNode
  input: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex items-start gap-3">
      {input}
      <div className="flex min-h-target flex-col justify-center">
        <label htmlFor={id} className="block font-bold">
          {label}
        </label>
        {children}
      </div>
    </div>
  )
}

/** A tick box with its label beside it. Nobody has to tick, so it says neither 'required' nor 'optional'. */
export function CheckboxField(own: Omit<FieldProps, 'required'>) {
  const { field, label } = own
  const { key, ...props } = getInputProps(field as FieldMetadata<boolean>, { type: 'checkbox', ariaAttributes: false })
  const input = <input key={key} {...props} {...describedBy({ ...own, required: true })} className={tick} />
  return (
    <div className="space-y-1">
      <FieldError field={field} />
      <Ticked id={field.id} label={label} input={input}>
        <Hint {...own} />
      </Ticked>
    </div>
  )
}

interface ChoiceFieldProps extends Omit<FieldProps, 'required'> {
  options: readonly { value: string; label: string; hint?: string; sample?: ReactNode }[]
  /** How the options stand; below each other without. */
  className?: string
}

/** A required choice of one among a few visible options; '' is the one of a field that has no value. */
export function ChoiceField({ options, className = 'space-y-3', ...own }: ChoiceFieldProps) {
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
      <div className={className}>
        {options.map(({ value, hint, sample, label }, place) => {
          const id = place === 0 ? field.id : `${field.id}-${value}`
          const input = (
            <input
              key={field.key}
              type="radio"
              required
              id={id}
              name={field.name}
              value={value}
              form={field.formId}
              defaultChecked={(field.initialValue ?? '') === value}
              aria-describedby={hint && `${id}-about`}
              className={tick}
            />
          )
          return (
            <Ticked
              key={value}
              id={id}
              label={
                <>
                  {sample}
                  {label}
                </>
              }
              input={input}
            >
              {hint && (
                <p id={`${id}-about`} className="text-small text-ink-soft">
                  {hint}
                </p>
              )}
            </Ticked>
          )
        })}
      </div>
    </fieldset>
  )
}
