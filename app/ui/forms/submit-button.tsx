import { type ComponentProps, createContext, useContext } from 'react'
import { Button } from '~/ui/button'

/** What the form around is sending; none while nothing is under way. */
export const Sending = createContext<FormData | undefined>(undefined)

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  submitLabel: string
  pendingLabel: string
  /** What follows for those who hear the page, where several of its buttons say the same. */
  about?: string
}

/** The button that sends the PostForm around it; of several with a value, the one that was pressed says so. `children` is its icon. */
export function SubmitButton({ submitLabel, pendingLabel, about, busy, children, ...props }: SubmitButtonProps) {
  const sending = useContext(Sending)
  const isPressed = sending !== undefined && (!props.name || sending.get(props.name) === props.value)
  return (
    <Button busy={busy || sending !== undefined} {...props}>
      {children}
      {isPressed ? pendingLabel : submitLabel}
      {about && <span className="sr-only"> {about}</span>}
    </Button>
  )
}
