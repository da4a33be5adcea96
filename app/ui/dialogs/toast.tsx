import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { inStorage } from '~/ui/browser/in-storage'
import type { Message } from '~/ui/browser/root-data'
import { useRootData } from '~/ui/browser/root-data'
import { ToastShown, useStandingMessage } from './message'

interface NewMessage extends Omit<Message, 'id'> {
  /** What the form led to says it too, so that it need not stand at the top of the page. */
  isOnForm?: boolean
}
const ShowToast = createContext<(message: NewMessage) => void>(() => undefined)

/** Messages that the specification calls toasts. Others are told at the top of the page where that is in view. */
const alwaysToasts = ['Login successful', 'Success']

const isTopInView = () => (document.getElementById('main')?.getBoundingClientRect().top ?? -1) >= 0

/** A function that shows a toast, replacing the one before; once it is gone its words stand on the page until the next action. */
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
/** Keeps a toast for the page at `path` that a full navigation is about to lead to. On any other page it is forgotten. */
export function toastAfterNavigation(path: string, message: NewMessage): void {
  inStorage(() => sessionStorage.setItem(PARKED, JSON.stringify({ path, message })))
}

function takeParkedToast(): NewMessage | undefined {
  return inStorage(() => {
    const { path, message } = JSON.parse(sessionStorage.getItem(PARKED) ?? '{}')
    sessionStorage.removeItem(PARKED)
    return path === location.pathname + location.search ? message : undefined
  })
}

type Shown = ComponentType<{ toast: Message; open: boolean; onOpenChange: (open: boolean) => void }>

/**
 * What draws toasts. Fetched when a form or button is touched: pages that are only read do without it, and it is there
 * when a line breaks. Where it can't be had, the words stand on the page.
 */
function useShownToast(toast: Message | undefined): Shown | undefined {
  const [Shown, setShown] = useState<Shown>()
  useEffect(() => {
    if (Shown) return
    const get = () =>
      void import('./shown-toast').then(
        (module) => setShown(() => module.default),
        () => undefined,
      )
    const touched = ({ target }: Event) => target instanceof Element && target.closest('form, button') && get()
    if (toast) get()
    addEventListener('focusin', touched)
    addEventListener('pointerdown', touched)
    return () => {
      removeEventListener('focusin', touched)
      removeEventListener('pointerdown', touched)
    }
  }, [Shown, toast])
  return Shown
}

/** Shows one toast at a time. */
export function Toaster({ children }: { children: ReactNode }) {
  const { message, display } = useRootData()
  const [toast, setToast] = useState<Message>()
  const Shown = useShownToast(toast)
  const shown = useRef(message?.id)
  const [open, setOpen] = useState(false)
  const stand = useStandingMessage()
  const { keepsMessages } = display
  const show = useCallback(
    ({ isOnForm, ...next }: NewMessage) => {
      if (!keepsMessages) setToast({ ...next, id: String(performance.now()) })
      setOpen(true)
      if (!isOnForm) stand({ ...next, isToast: !keepsMessages })
    },
    [stand, keepsMessages],
  )

  useEffect(() => {
    const parked = takeParkedToast()
    if (parked) show(parked)
  }, [show])
  useEffect(() => {
    if (!message || message.id === shown.current) return
    shown.current = message.id
    if (message.place || (isTopInView() && !alwaysToasts.includes(message.title))) stand(message)
    else show(message)
  }, [message, show, stand])

  return (
    <ShowToast.Provider value={show}>
      <ToastShown.Provider value={open && Shown !== undefined}>{children}</ToastShown.Provider>
      {Shown && toast && <Shown toast={toast} open={open} onOpenChange={setOpen} />}
    </ShowToast.Provider>
  )
}
