import { useRef } from 'react'
import { isoDay, readDay, shortDate } from '~/domain/events/days'
import { useHydrated } from '~/ui/browser/hydrated'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Input } from './field'
import { type FieldProps, Labelled } from './labelled'

const HINT = 'For example 1 September 2026.'

/** A day as the field shows it, '1 September 2026'; other text as it was typed. */
const inWords = (value: unknown) => {
  const day = typeof value === 'string' ? readDay(value) : null
  return day ? shortDate(day) : (value as string | undefined)
}

/**
 * A date, typed as people write it (readDay): a browser's own field takes its order of day and month from the
 * computer's language. Where scripts run, a button opens the browser's calendar.
 */
export function DateField({ hint = HINT, ...rest }: FieldProps) {
  const own = { hint, ...rest }
  const { field, label } = own
  const input = useRef<HTMLInputElement>(null)
  function write(day: string) {
    if (!input.current) return
    input.current.value = inWords(day) ?? ''
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    input.current.focus()
  }
  return (
    <Labelled {...own}>
      <div className="flex gap-2">
        <Input
          own={own}
          inputRef={input}
          defaultValue={inWords(field.initialValue)}
          autoComplete="off"
          className="min-w-0"
        />
        <Picker label={label} chosen={() => input.current?.value ?? ''} onChoose={write} />
      </div>
    </Labelled>
  )
}

/** The button that opens the browser's calendar, where there is one. */
function Picker({ label, chosen, onChoose }: { label: string; chosen: () => string; onChoose: (day: string) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  if (!hydrated || !('showPicker' in HTMLInputElement.prototype)) return null
  function open() {
    const day = readDay(chosen())
    if (!picker.current) return
    picker.current.value = day ? isoDay(day) : ''
    picker.current.showPicker()
  }
  return (
    <span className="relative shrink-0">
      <Button type="button" variant="secondary" onClick={open}>
        <Icon name="calendar" className="h-6 w-6" />
        <span className="sr-only sm:not-sr-only">Choose</span>
        <span className="sr-only"> {label.replace(/\(optional\)$/i, '').trim()} in a calendar</span>
      </Button>
      {/* Only for its calendar: it is never seen, reached or sent. */}
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
