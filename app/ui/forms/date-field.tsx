import { useRef } from 'react'
import { formatIsoDay, formatShortDate, parseDay } from '~/domain/events/days'
import { useHydrated } from '~/ui/browser/external-store'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Input } from './field'
import { type FieldProps, LabelledField } from './labelled'

const HINT = 'For example 1 September 2026.'

/** Formats a day as '1 September 2026'; other text stays as typed. */
const formatFieldValue = (value: unknown) => {
  const day = typeof value === 'string' ? parseDay(value) : null
  return day ? formatShortDate(day) : (value as string | undefined)
}

/**
 * A text field for dates in common formats (parseDay), because a native date field orders day and month by the
 * computer's language. With scripts, a button opens the browser's calendar.
 */
export function DateField({ hint = HINT, ...rest }: FieldProps) {
  const fieldProps = { hint, ...rest }
  const { field, label } = fieldProps
  const input = useRef<HTMLInputElement>(null)
  function write(day: string) {
    if (!input.current) return
    input.current.value = formatFieldValue(day) ?? ''
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    input.current.focus()
  }
  return (
    <LabelledField {...fieldProps}>
      <div className="flex gap-2">
        <Input
          fieldProps={fieldProps}
          inputRef={input}
          defaultValue={formatFieldValue(field.initialValue)}
          autoComplete="off"
          className="min-w-0"
        />
        <CalendarButton label={label} getValue={() => input.current?.value ?? ''} onChoose={write} />
      </div>
    </LabelledField>
  )
}

/** Opens the browser's calendar, if it has one. */
function CalendarButton({
  label,
  getValue,
  onChoose,
}: {
  label: string
  getValue: () => string
  onChoose: (day: string) => void
}) {
  const picker = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  if (!hydrated || !('showPicker' in HTMLInputElement.prototype)) return null
  function open() {
    const day = parseDay(getValue())
    if (!picker.current) return
    picker.current.value = day ? formatIsoDay(day) : ''
    picker.current.showPicker()
  }
  return (
    <span className="relative shrink-0">
      <Button type="button" variant="secondary" onClick={open}>
        <Icon name="calendar" className="h-6 w-6" />
        <span className="sr-only sm:not-sr-only">Choose</span>
        <span className="sr-only"> {label.replace(/\(optional\)$/i, '').trim()} in a calendar</span>
      </Button>
      {/* Only for its calendar: never visible, focusable or submitted. */}
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        onInput={(event) => event.stopPropagation()}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className="pointer-events-none absolute inset-0 h-full w-full opacity-0"
      />
    </span>
  )
}
