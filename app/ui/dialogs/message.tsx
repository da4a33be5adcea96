import { useFetchers, useNavigation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useHydrated } from '~/ui/browser/external-store'
import { type FlashMessage, useRootData } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

interface MessageBoxProps {
  kind: 'success' | 'error'
  title: string
  text: string
  detail?: string
  isAnnounced?: boolean
  children?: ReactNode
}

export function MessageBox({ kind, title, text, detail, isAnnounced = true, children }: MessageBoxProps) {
  const isError = kind === 'error'
  return (
    <div
      data-success={isError ? undefined : true}
      role={isAnnounced ? (isError ? 'alert' : 'status') : undefined}
      className={`flex gap-3 rounded border-2 p-4 ${isError ? 'border-brick bg-brick-tint' : 'border-moss bg-moss-tint'}`}
    >
      <Icon
        name={isError ? 'warning' : 'check'}
        className={`mt-1 h-6 w-6 shrink-0 ${isError ? 'text-brick' : 'text-moss'}`}
      />
      <div>
        <p className="font-bold">{title}</p>
        <p>{text}</p>
        {detail && <p>{detail}</p>}
        {children}
      </div>
    </div>
  )
}

interface PersistentMessage extends Omit<FlashMessage, 'id'> {
  isToast?: boolean
}

const MessageContext = createContext<{
  message: PersistentMessage | null
  showMessage: (message: PersistentMessage) => void
}>({
  message: null,
  showMessage: () => undefined,
})

/** Whether a navigation or submission is running. Its start removes earlier messages. */
export function useIsActing(): boolean {
  const { state } = useNavigation()
  const isSending = useFetchers().some(({ formData }) => formData)
  return state !== 'idle' || isSending
}

/** Provides the message on the page, from the server or a toast, until the next navigation or submission. */
export function MessageProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<PersistentMessage | null>(useRootData().message)
  const isActing = useIsActing()
  useEffect(() => {
    if (isActing) setMessage(null)
  }, [isActing])
  return <MessageContext.Provider value={{ message, showMessage: setMessage }}>{children}</MessageContext.Provider>
}

export function useShowMessage() {
  return useContext(MessageContext).showMessage
}

export function useMessageAt(place: string) {
  const { message } = useContext(MessageContext)
  return message?.place === place ? message : null
}

/** Marks where a message appears. A served page opens there, and with scripts it takes the focus, so it needs no live region. */
export function MessageTarget({ id, children }: { id: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isServed] = useState(!useHydrated())
  useEffect(() => {
    if (!isServed) place.current?.focus()
  }, [isServed])
  return (
    <div ref={place} id={id} tabIndex={-1} className="scroll-mt-32 rounded">
      {children}
    </div>
  )
}

/** Whether a toast is visible. Until it closes, its text appears nowhere else. */
export const ToastVisibility = createContext(false)

/**
 * The message at the top of the page, or under the portal's tabs (`isInTab`); a toast's text at the end (`isAfter`) once it is
 * gone, so that nothing moves.
 */
export function PageMessage({ isAfter = false, isInTab = false }: { isAfter?: boolean; isInTab?: boolean }) {
  const { message } = useContext(MessageContext)
  const isToastShown = useContext(ToastVisibility)
  if (!message || message.place) return null
  const { isToast = false, ...words } = message
  if (isToast !== isAfter || (isToast && isToastShown)) return null
  return (
    <div
      className={
        isInTab ? 'mb-6' : classes('mx-auto w-full max-w-page px-4 sm:px-6', isAfter ? 'pb-6' : 'py-4 sm:py-6')
      }
    >
      <MessageBox {...words} isAnnounced={!isToast} />
    </div>
  )
}
