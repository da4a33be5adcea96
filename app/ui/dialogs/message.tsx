import { useFetchers, useNavigation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useHydrated } from '~/ui/browser/hydrated'
import { type Message, useRootData } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'
import { Notice } from './notice'

interface StandingMessage extends Omit<Message, 'id'> {
  isToast?: boolean
}

const Standing = createContext<{ message: StandingMessage | null; stand: (message: StandingMessage) => void }>({
  message: null,
  stand: () => undefined,
})

/** Lets a message stand on the page until the next navigation or submission: the one the page was served with, or a toast's. */
export function ServedMessage({ children }: { children: ReactNode }) {
  const [message, stand] = useState<StandingMessage | null>(useRootData().message)
  const { state } = useNavigation()
  const isSending = useFetchers().some(({ formData }) => formData)
  const isActing = state !== 'idle' || isSending
  useEffect(() => {
    if (isActing) stand(null)
  }, [isActing])
  return <Standing.Provider value={{ message, stand }}>{children}</Standing.Provider>
}

/** A function that lets a message stand on the page. */
export function useStandingMessage() {
  return useContext(Standing).stand
}

/** The message that stands at `place`, if any. */
export function useMessageAt(place: string) {
  const { message } = useContext(Standing)
  return message?.place === place ? message : null
}

/** Where a message is told: a served page opens there, with scripts it gets the focus. So it is no live region. */
export function MessagePlace({ id, children }: { id: string; children: ReactNode }) {
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

/** Whether a toast is on the screen: while it says something, nothing else does. */
export const ToastShown = createContext(false)

/** The message that stands at the top of the page; that of a toast at its end once the toast is gone, so that nothing moves. */
export function PageMessage({ isAfter = false }: { isAfter?: boolean }) {
  const { message } = useContext(Standing)
  const isToastShown = useContext(ToastShown)
  if (!message || message.place) return null
  const { isToast = false, ...words } = message
  if (isToast !== isAfter || (isToast && isToastShown)) return null
  return (
    <div className={classes('mx-auto w-full max-w-page px-4 sm:px-6', isAfter ? 'pb-6' : 'py-4 sm:py-6')}>
      <Notice {...words} isAnnounced={!isToast} />
    </div>
  )
}
