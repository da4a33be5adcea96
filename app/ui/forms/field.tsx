import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import { useHydrated } from '~/ui/browser/external-store'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import {
  FieldError,
  type FieldProps,
  getErrorProps,
  getRequiredProps,
  Hint,
  LabelledField,
  RequiredMark,
} from './labelled'

/** The classes of a control; 'control' is in styles.css, since a long form has about a hundred controls. */
export const getControlClass = ({ errors }: FieldMetadata<unknown>, className?: string) =>
  classes('control', errors ? 'border-brick' : 'border-stone', className)

/** Props of every control except tick boxes and file pickers. */
const getControlProps = (fieldProps: FieldProps, className?: string) => ({
  ...getRequiredProps(fieldProps.required),
  ...getErrorProps(fieldProps),
  className: getControlClass(fieldProps.field, className),
})

interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> {
  fieldProps: FieldProps
  type?: 'text' | 'password' | 'email' | 'tel' | 'url' | 'number' | 'time'
  /** False if its value must never be sent back to the page. */
  value?: false
  inputRef?: Ref<HTMLInputElement>
}

/** For usernames and passwords, which phones must not capitalise or correct. */
const literalProps = { autoCapitalize: 'none', spellCheck: false } as const

export function Input({ fieldProps, type = 'text', value, inputRef, className, ...rest }: InputProps) {
  const { key, ...props } = getInputProps(fieldProps.field as FieldMetadata<string>, {
    type,
    value,
    ariaAttributes: false,
  })
  return <input key={key} ref={inputRef} {...props} {...rest} {...getControlProps(fieldProps, className)} />
}

interface TextFieldProps extends FieldProps, Pick<InputProps, 'type' | 'autoComplete' | 'inputMode' | 'min'> {
  /** Whether phones must not capitalise or correct it. */
  isLiteral?: boolean
}

export function TextField({ field, label, hint, required, requiredWhen, isLiteral, ...rest }: TextFieldProps) {
  const fieldProps = { field, label, hint, required, requiredWhen }
  return (
    <LabelledField {...fieldProps}>
      <Input fieldProps={fieldProps} {...rest} {...(isLiteral && literalProps)} />
    </LabelledField>
  )
}

/** A masked field, with a Show button if scripts run. Its value is never sent back to the page. */
export function PasswordField({
  autoComplete,
  ...fieldProps
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const hydrated = useHydrated()
  const [isVisible, setVisible] = useState(false)
  return (
    <LabelledField {...fieldProps}>
      <div className="flex gap-2">
        <Input
          fieldProps={fieldProps}
          type={isVisible ? 'text' : 'password'}
          value={false}
          autoComplete={autoComplete}
          {...literalProps}
        />
        {hydrated && (
          <Button
            type="button"
            variant="secondary"
            aria-pressed={isVisible}
            aria-label="Show password"
            onClick={() => setVisible(!isVisible)}
            className="px-3 sm:px-5"
          >
            <Icon name={isVisible ? 'eye-off' : 'eye'} className="hidden h-6 w-6 xs:block" />
            Show
          </Button>
        )}
      </div>
    </LabelledField>
  )
}

/** A field for a numeric code; phones show a number pad. Its value is never sent back to the page. */
export function CodeField(fieldProps: FieldProps) {
  return (
    <LabelledField {...fieldProps}>
      <Input
        fieldProps={fieldProps}
        value={false}
        inputMode="numeric"
        autoComplete="one-time-code"
        // Typing replaces a refused code.
        onFocus={(event) => event.currentTarget.select()}
        className="max-w-xs tracking-[0.15em]"
      />
    </LabelledField>
  )
}

/** A multi-line text field; `tools` are buttons above it. */
export function TextArea({
  rows = 4,
  className,
  placeholder,
  tools,
  ...fieldProps
}: FieldProps & { rows?: number; className?: string; placeholder?: string; tools?: ReactNode }) {
  const { key, ...props } = getTextareaProps(fieldProps.field as FieldMetadata<string>, { ariaAttributes: false })
  return (
    <LabelledField {...fieldProps}>
      {tools}
      <textarea
        key={key}
        {...props}
        rows={rows}
        placeholder={placeholder}
        {...getControlProps(fieldProps, className)}
      />
    </LabelledField>
  )
}

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[]
  placeholder?: string
  /** The initial value, if it differs from the field's. */
  defaultValue?: string
}

/** A native select, which works without scripts. Its first option is the placeholder, if any. */
export function SelectField({ options, placeholder, defaultValue, ...fieldProps }: SelectFieldProps) {
  const { key, ...selectProps } = getSelectProps(fieldProps.field as FieldMetadata<string>, { ariaAttributes: false })
  const props = { ...selectProps, ...(defaultValue !== undefined && { defaultValue }) }
  return (
    <LabelledField {...fieldProps}>
      <select key={key} {...props} {...getControlProps(fieldProps)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

export const tickClass = 'h-[44px] w-[44px] shrink-0 accent-river'
const largeTickClass = 'h-12 w-12 shrink-0 accent-river'

export function TickRow({
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

/** A tick box with its label. It needs no tick, so it says neither 'required' nor 'optional'. */
export function CheckboxField({ isLarge, ...fieldProps }: Omit<FieldProps, 'required'> & { isLarge?: boolean }) {
  const { field, label } = fieldProps
  const { key, ...props } = getInputProps(field as FieldMetadata<boolean>, { type: 'checkbox', ariaAttributes: false })
  const input = (
    <input
      key={key}
      {...props}
      {...getErrorProps({ ...fieldProps, required: true })}
      className={isLarge ? largeTickClass : tickClass}
    />
  )
  return (
    <div className="space-y-1">
      <FieldError field={field} />
      <TickRow id={field.id} label={label} input={input}>
        <Hint {...fieldProps} />
      </TickRow>
    </div>
  )
}

interface ChoiceFieldProps extends Omit<FieldProps, 'required'> {
  options: readonly { value: string; label: ReactNode; hint?: string; sample?: ReactNode }[]
  /** The layout of the options; a column by default. */
  className?: string
}

/** A required choice between a few visible options. The option '' is selected if the field has no value. */
export function ChoiceField({ options, className = 'space-y-3', ...fieldProps }: ChoiceFieldProps) {
  const { field, label } = fieldProps
  return (
    <fieldset
      className={classes('space-y-3', field.errors && 'border-l-4 border-brick pl-4')}
      aria-describedby={getErrorProps({ ...fieldProps, required: true })['aria-describedby']}
    >
      <legend className="font-bold">
        {label}
        <RequiredMark required />
      </legend>
      <Hint {...fieldProps} />
      <FieldError field={field} />
      <div className={className}>
        {options.map(({ value, hint, sample, label }, index) => {
          const id = index === 0 ? field.id : `${field.id}-${value}`
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
              className={tickClass}
            />
          )
          return (
            <TickRow
              key={value}
              id={id}
              label={
                sample ? (
                  <span className="flex flex-wrap items-center gap-x-2">
                    {sample}
                    <span className="min-w-0 flex-1 basis-24">{label}</span>
                  </span>
                ) : (
                  label
                )
              }
              input={input}
            >
              {hint && (
                <p id={`${id}-about`} className="text-small text-ink-soft">
                  {hint}
                </p>
              )}
            </TickRow>
          )
        })}
      </div>
    </fieldset>
  )
}
