import * as Toast from '@radix-ui/react-toast'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { FlashMessage } from '~/ui/browser/root-data'
import { Icon } from '~/ui/icon'
import { useTopModal } from './modal'

interface Props {
  toast: FlashMessage
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Scrolls to the focused element, which a toast that appears above the page moves down. */
function keepFocusInView(appeared: HTMLElement | null) {
  const { activeElement, body } = document
  if (appeared && activeElement !== body) activeElement?.scrollIntoView({ block: 'nearest' })
}

/** A toast that lasts 5000 ms. Hover and focus pause it, a swipe of 50 px to the right dismisses it, and F8 focuses it. */
export default function ToastView({ toast, open, onOpenChange }: Props) {
  /** Dismisses the toast with Esc, without closing the dialog around it. */
  function dismissByEsc(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.currentTarget.closest('ol')?.focus()
    onOpenChange(false)
  }

  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      <Toast.Root
        key={toast.id}
        ref={keepFocusInView}
        open={open}
        onOpenChange={onOpenChange}
        onKeyDown={dismissByEsc}
        data-success={toast.kind === 'error' ? undefined : true}
        type={toast.kind === 'error' ? 'foreground' : 'background'}
        className={`flex flex-wrap items-start gap-3 rounded border-2 bg-white p-4 shadow-raised ${toast.kind === 'error' ? 'border-brick' : 'border-moss'}`}
      >
        <Icon
          name={toast.kind === 'error' ? 'warning' : 'check'}
          className={`mt-1 h-6 w-6 shrink-0 ${toast.kind === 'error' ? 'text-brick' : 'text-moss'}`}
        />
        <div className="flex-1 basis-40">
          <Toast.Title className="font-bold">{toast.title}</Toast.Title>
          <Toast.Description>
            {toast.text}
            {toast.detail && <span className="block">{toast.detail}</span>}
          </Toast.Description>
        </div>
        <Toast.Close className="ml-auto min-h-control shrink-0 rounded-sm px-3 font-bold text-river underline hover:bg-tide">
          Dismiss
        </Toast.Close>
      </Toast.Root>
      <Viewport isOpen={open} />
    </Toast.Provider>
  )
}

/** Renders toasts within the topmost modal dialog, since the rest of the page is inert. Returns the focus afterwards. */
function Viewport({ isOpen }: { isOpen: boolean }) {
  const modal = useTopModal()
  const viewport = useRef<HTMLOListElement>(null)
  const previousFocus = useRef<Element | null>(null)
  function rememberFocus({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget))
      previousFocus.current = relatedTarget
  }
  useEffect(() => {
    const { current } = previousFocus
    if (!isOpen && viewport.current?.contains(document.activeElement) && current instanceof HTMLElement) current.focus()
  }, [isOpen])
  const content = (
    <div className="toasts no-print">
      <Toast.Viewport ref={viewport} onFocus={rememberFocus} />
    </div>
  )
  return modal ? createPortal(content, modal) : content
}
