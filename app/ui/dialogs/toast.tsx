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
import { tryStorage } from '~/ui/browser/browser-storage'
import type { FlashMessage } from '~/ui/browser/root-data'
import { useRootData } from '~/ui/browser/root-data'
import { ToastVisibility, useIsActing, useShowMessage } from './message'

interface ToastMessage extends Omit<FlashMessage, 'id'> {
  /** The form shows it too, so it need not appear at the top of the page. */
  isOnForm?: boolean
}
const ShowToastContext = createContext<(message: ToastMessage) => void>(() => undefined)

/** Titles that the specification shows as toasts. Others appear at the top of the page if that is in view. */
const TOAST_TITLES = ['Login successful', 'Success']

const isTopInView = () => (document.getElementById('main')?.getBoundingClientRect().top ?? -1) >= 0

/** Returns a function that shows a toast, replacing any other. Afterwards its text stays on the page until the next action. */
export function useToast() {
  return useContext(ShowToastContext)
}

/** Shows a form's failure as a toast as well, once for each `failure`; undefined means none. */
export function useFailureToast(
  failure: unknown,
  { title = 'Error', text = '' }: { title?: string; text?: string },
): void {
  const show = useToast()
  useEffect(() => {
    if (failure) show({ kind: 'error', title, text, isOnForm: true })
  }, [show, failure, title, text])
}

const PENDING_TOAST_KEY = 'riverbank-toast'
/** Stores a toast for the page at `path`, which a full navigation is about to open. Any other page discards it. */
export function showToastAfterNavigation(path: string, message: ToastMessage): void {
  tryStorage(() => sessionStorage.setItem(PENDING_TOAST_KEY, JSON.stringify({ path, message })))
}

function takePendingToast(): ToastMessage | undefined {
  return tryStorage(() => {
    const { path, message } = JSON.parse(sessionStorage.getItem(PENDING_TOAST_KEY) ?? '{}')
    sessionStorage.removeItem(PENDING_TOAST_KEY)
    return path === location.pathname + location.search ? message : undefined
  })
}

type ToastViewComponent = ComponentType<{ toast: FlashMessage; open: boolean; onOpenChange: (open: boolean) => void }>

/**
 * Loads the toast component when the user touches a form or button, so that readers don't download it and it is there
 * before a connection breaks. If loading fails, the text appears on the page.
 */
function useToastView(toast: FlashMessage | undefined): ToastViewComponent | undefined {
  const [View, setView] = useState<ToastViewComponent>()
  useEffect(() => {
    if (View) return
    const load = () =>
      void import('./toast-view').then(
        (module) => setView(() => module.default),
        () => undefined,
      )
    const onTouch = ({ target }: Event) => target instanceof Element && target.closest('form, button') && load()
    if (toast) load()
    addEventListener('focusin', onTouch)
    addEventListener('pointerdown', onTouch)
    return () => {
      removeEventListener('focusin', onTouch)
      removeEventListener('pointerdown', onTouch)
    }
  }, [View, toast])
  return View
}

/** Shows one toast at a time, until the next action. It comes first, since narrow screens show it above the page. */
export function Toaster({ children }: { children: ReactNode }) {
  const { message, display } = useRootData()
  const [toast, setToast] = useState<FlashMessage>()
  const View = useToastView(toast)
  const lastMessageId = useRef(message?.id)
  const [open, setOpen] = useState(false)
  const showMessage = useShowMessage()
  const { keepsMessages } = display
  const show = useCallback(
    ({ isOnForm, ...next }: ToastMessage) => {
      if (!keepsMessages) setToast({ ...next, id: String(performance.now()) })
      setOpen(true)
      if (!isOnForm) showMessage({ ...next, isToast: !keepsMessages })
    },
    [showMessage, keepsMessages],
  )

  const isActing = useIsActing()
  useEffect(() => {
    if (isActing) setOpen(false)
  }, [isActing])
  useEffect(() => {
    const pending = takePendingToast()
    if (pending) show(pending)
  }, [show])
  useEffect(() => {
    if (!message || message.id === lastMessageId.current) return
    lastMessageId.current = message.id
    if (message.place || (isTopInView() && !TOAST_TITLES.includes(message.title))) {
      setOpen(false)
      showMessage(message)
    } else show(message)
  }, [message, show, showMessage])

  return (
    <ShowToastContext.Provider value={show}>
      {View && toast && <View toast={toast} open={open} onOpenChange={setOpen} />}
      <ToastVisibility.Provider value={open && View !== undefined}>{children}</ToastVisibility.Provider>
    </ShowToastContext.Provider>
  )
}
