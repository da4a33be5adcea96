import { createContext, type ReactNode, useContext, useState } from 'react'
import { Notice } from './notice'
import { type Message, useRootData } from './root-data'

const Served = createContext<Message | null>(null)

/** Remembers, for the life of the document, which message the page was served with. */
export function ServedMessage({ children }: { children: ReactNode }) {
  const { message } = useRootData()
  const [served] = useState(message)
  return <Served.Provider value={served}>{children}</Served.Provider>
}

/** The message this page was served with. On a page that is hydrated, later messages are toasts. */
export function PageMessage() {
  const { message } = useRootData()
  const served = useContext(Served)
  if (!served || (message && message.id !== served.id)) return null
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 sm:px-6">
      <Notice {...served} />
    </div>
  )
}
