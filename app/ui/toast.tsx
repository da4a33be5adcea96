import * as Toast from '@radix-ui/react-toast'
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useHydrated } from './hydrated'
import { Icon } from './icon'
import { useStandingMessage } from './message'
import { useTopModal } from './modal'
import type { Message } from './root-data'
import { useRootData } from './root-data'

interface NewMessage extends Omit<Message, 'id'> {
  /** The form that failed says it too, so that it need not stand at the top of the page. */
  isOnForm?: boolean
}
const ShowToast = createContext<(message: NewMessage) => void>(() => undefined)

/** A function that shows a toast, replacing the one before; its words stand on the page until the next action. */
export function useToast() {
  return useContext(ShowToast)
}

/** Shows what failed in a toast too, beside the words on the form: once for each `failure`, undefined without one. */
export function useFailureToast(
  failure: unknown,
  { title = 'Error', text = '' }: { title?: string; text?: string },
): void {
  const show = useToast()
  useEffect(() => {
    if (failure) show({ kind: 'error', title, text, isOnForm: true })
  }, [show, failure, title, text])
}

const PARKED = 'riverbank-toast'
/** Keeps a toast for the page that a full navigation is about to load. */
export function toastAfterNavigation(message: NewMessage): void {
  try {
    sessionStorage.setItem(PARKED, JSON.stringify(message))
  } catch {
    // Storage can be switched off; then there is no toast, and nothing else is lost.
  }
}

function takeParkedToast(): NewMessage | null {
  try {
    const parked = sessionStorage.getItem(PARKED)
    sessionStorage.removeItem(PARKED)
    return parked ? JSON.parse(parked) : null
  } catch {
    return null
  }
}

/** One toast at a time: 5000 ms, paused by hover and focus, dismissed by a swipe to the right (50 px), focused by F8. */
export function Toaster({ children }: { children: ReactNode }) {
  const { message } = useRootData()
  const hydrated = useHydrated()
  const shown = useRef(message?.id)
  const [toast, setToast] = useState<Message>()
  const [open, setOpen] = useState(false)
  const stand = useStandingMessage()
  const show = useCallback(
    ({ isOnForm, ...next }: NewMessage) => {
      setToast({ ...next, id: String(performance.now()) })
      setOpen(true)
      if (!isOnForm) stand({ ...next, isToast: true })
    },
    [stand],
  )

  /** Esc on a toast dismisses it, and does not shut the dialog that it lies in. */
  function dismissByEsc(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.currentTarget.closest('ol')?.focus()
    setOpen(false)
  }

  useEffect(() => {
    const parked = takeParkedToast()
    if (parked) show(parked)
  }, [show])
  useEffect(() => {
    if (!message || message.id === shown.current) return
    shown.current = message.id
    show(message)
  }, [message, show])

  return (
    <ShowToast.Provider value={show}>
      {children}
      {hydrated && (
        <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
          {toast && (
            <Toast.Root
              key={toast.id}
              open={open}
              onOpenChange={setOpen}
              onKeyDown={dismissByEsc}
              type={toast.kind === 'error' ? 'foreground' : 'background'}
              className={`flex flex-wrap items-start gap-3 rounded border-2 bg-white p-4 shadow-raised data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] ${toast.kind === 'error' ? 'border-brick' : 'border-moss'}`}
            >
              <Icon
                name={toast.kind === 'error' ? 'warning' : 'check'}
                className={`mt-1 h-6 w-6 shrink-0 ${toast.kind === 'error' ? 'text-brick' : 'text-moss'}`}
              />
              <div className="min-w-[8rem] flex-1">
                <Toast.Title className="font-bold">{toast.title}</Toast.Title>
                <Toast.Description>{toast.text}</Toast.Description>
              </div>
              <Toast.Close className="min-h-control shrink-0 rounded-sm px-3 font-bold text-river underline hover:bg-tide">
                Dismiss
              </Toast.Close>
            </Toast.Root>
          )}
          <Viewport isOpen={open} />
        </Toast.Provider>
      )}
    </ShowToast.Provider>
  )
}

/** Where toasts lie: within the topmost modal dialog, outside of which nothing can be seen or reached. Gives the focus back. */
function Viewport({ isOpen }: { isOpen: boolean }) {
  const modal = useTopModal()
  const viewport = useRef<HTMLOListElement>(null)
  const before = useRef<Element | null>(null)
  function remember({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }
  useEffect(() => {
    const { current } = before
    if (!isOpen && viewport.current?.contains(document.activeElement) && current instanceof HTMLElement) current.focus()
  }, [isOpen])
  const shown = (
    <Toast.Viewport
      ref={viewport}
      onFocus={remember}
      className="fixed bottom-0 right-0 z-50 m-0 w-full max-w-lg list-none p-4"
    />
  )
  return modal ? createPortal(shown, modal) : shown
}
