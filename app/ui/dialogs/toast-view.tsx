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

/** A toast: 5000 ms, paused by hover and focus, dismissed by a swipe to the right (50 px), focused with F8. */
export default function ToastView({ toast, open, onOpenChange }: Props) {
  /** Esc dismisses the toast, but does not close the dialog around it. */
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

/** Renders toasts within the topmost modal dialog, outside which nothing can be reached. Returns the focus afterwards. */
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
    <div className="toasts no-print">
      <Toast.Viewport ref={viewport} onFocus={remember} />
    </div>
  )
  return modal ? createPortal(shown, modal) : shown
}
