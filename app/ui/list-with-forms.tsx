import { useNavigate, useOutlet } from '@remix-run/react'
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react'
import { ButtonLink } from './button'
import { Card } from './card'
import { Dialog } from './dialog'

const InDialog = createContext(false)

/**
 * A list, and over it the forms whose addresses lie below its own (the nested routes). A form that is opened from the list
 * stands in a dialog; one that is opened by its address is a page of its own, with or without scripts.
 */
export function ListWithForms({ children }: { children: ReactNode }) {
  const form = useOutlet()
  const [listSeen, setListSeen] = useState(form === null)
  if (form === null && !listSeen) setListSeen(true)
  // Whether the list was on the screen before decides, not whether scripts run: so a page that was served never turns into
  // a dialog while it is being read, and behind every dialog the list is one step back in the history.
  const inDialog = form !== null && listSeen && typeof HTMLDialogElement === 'function'
  return (
    <InDialog.Provider value={inDialog}>
      {(form === null || inDialog) && children}
      {form}
    </InDialog.Provider>
  )
}

/** A form or a question with its heading: in a dialog over the list it was opened from, else on the page. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const inDialog = useContext(InDialog)
  const navigate = useNavigate()
  // Esc, Close and Cancel all end here: one step back, so that the history does not grow.
  if (inDialog)
    return (
      <Dialog title={title} onClose={() => navigate(-1)}>
        {children}
      </Dialog>
    )
  return (
    <Card className="max-w-3xl">
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

/** The heading of a list with forms over it: focus comes here when what opened a dialog is gone. */
export function ListHeading({ children }: { children: ReactNode }) {
  return (
    <h2 data-list-heading tabIndex={-1}>
      {children}
    </h2>
  )
}

/** The way out of a form: closes its dialog, or leads to `to`. */
export function CancelLink({ to }: { to: string }) {
  const inDialog = useContext(InDialog)
  return (
    <ButtonLink
      to={to}
      look="secondary"
      onClick={(event) => {
        if (!inDialog) return
        event.preventDefault()
        event.currentTarget.closest('dialog')?.close()
      }}
    >
      Cancel
    </ButtonLink>
  )
}

/** The way to a form: the list stays where it is behind it. */
export function OpenForm(props: ComponentProps<typeof ButtonLink>) {
  return <ButtonLink preventScrollReset {...props} />
}
