import { type ComponentProps, createContext, useContext } from 'react'
import { Button } from '~/ui/button'

/** The data that the surrounding form is sending; undefined while idle. */
export const SubmissionContext = createContext<FormData | undefined>(undefined)

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  submitLabel: string
  pendingLabel: string
  /** Screen-reader text after the label, to tell equal buttons apart. */
  about?: string
  /** The name of another button of the form, which does not make this one show `pendingLabel`. */
  otherButton?: string
}

/** Submits the surrounding PostForm. Of several buttons, only the pressed one shows `pendingLabel`. `children` is its icon. */
export function SubmitButton({
  submitLabel,
  pendingLabel,
  about,
  otherButton = '',
  isBusy,
  children,
  ...props
}: SubmitButtonProps) {
  const sending = useContext(SubmissionContext)
  const isPressed = props.name ? sending?.get(props.name) === props.value : sending && !sending.has(otherButton)
  return (
    <Button isBusy={isBusy || sending !== undefined} {...props}>
      {children}
      {isPressed ? pendingLabel : submitLabel}
      {about && <span className="sr-only"> {about}</span>}
    </Button>
  )
}
