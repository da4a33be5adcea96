import { useNavigate, useOutlet } from '@remix-run/react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { ButtonLink } from './button'
import { Card } from './card'

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
  if (inDialog) return <Dialog title={title}>{children}</Dialog>
  return (
    <Card className="max-w-3xl">
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

/** Shows the dialog for as long as it is there, with the page behind it held still; then focus goes back to what opened it, or to its list's heading. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const page = document.documentElement
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    // The first field; where there is none, the question before the button that would answer it.
    const field = shown?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')
    ;(field ?? shown?.querySelector('h2'))?.focus()
    page.classList.add('overflow-hidden')
    return () => {
      page.classList.remove('overflow-hidden')
      const back =
        opener?.isConnected && opener !== document.body ? opener : document.querySelector('[data-list-heading]')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}

function Dialog({ title, children }: { title: string; children: ReactNode }) {
  const navigate = useNavigate()
  const dialog = useModal()
  const heading = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // Esc and Cancel both end here: one step back, so that the history does not grow.
      onClose={() => navigate(-1)}
      className="m-auto max-h-[calc(100%-2rem)] w-[calc(100%-2rem)] max-w-3xl overscroll-contain rounded border-2 border-river bg-white p-4 text-ink shadow-raised backdrop:bg-ink/60 sm:p-8"
    >
      <h2 id={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
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
