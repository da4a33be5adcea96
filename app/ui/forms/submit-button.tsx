import { type ComponentProps, createContext, useContext } from 'react'
import { Button } from '~/ui/button'

/** The data that the surrounding form is sending; undefined while idle. */
export const SubmissionContext = createContext<FormData | undefined>(undefined)

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  submitLabel: string
  pendingLabel: string
  /** Screen-reader text after the label, to tell equal buttons apart. */
  about?: string
}

/** Submits the surrounding PostForm. Of several buttons with a value, only the pressed one shows `pendingLabel`. `children` is its icon. */
export function SubmitButton({ submitLabel, pendingLabel, about, busy, children, ...props }: SubmitButtonProps) {
  const sending = useContext(SubmissionContext)
  const isPressed = sending !== undefined && (!props.name || sending.get(props.name) === props.value)
  return (
    <Button busy={busy || sending !== undefined} {...props}>
      {children}
      {isPressed ? pendingLabel : submitLabel}
      {about && <span className="sr-only"> {about}</span>}
    </Button>
  )
}
