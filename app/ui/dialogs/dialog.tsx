import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Button } from '~/ui/button'
import { confirmLeaving, isUnsaved } from '~/ui/forms/unsaved'
import { Icon } from '~/ui/icon'
import { useModal } from './modal'

interface DialogProps {
  title: string
  onClose: () => void
  /** For pictures. Forms are narrow, for easier reading, and focus their first field. */
  isWide?: boolean
  children: ReactNode
}

/**
 * A native modal dialog, open while rendered. Only its body scrolls, so that the title never covers the focus
 * (WCAG 2.4.11). Esc and Close close it, after a question if typed text would be lost.
 */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  // Focuses the first field, otherwise the heading; in picture dialogs, Close.
  const dialog = useModal(isWide ? 'button' : ':is(input:not([type=hidden]), textarea, select)')
  const titleId = useId()

  function requestClose() {
    const element = dialog.current
    if (element) confirmLeaving(element, () => element.close())
  }
  // Browsers close a dialog without `cancel` at a second Esc or Back, so handle the key first.
  function closeOnEscape(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    requestClose()
  }
  function handleClosed() {
    const element = dialog.current
    if (!element || !isUnsaved(element)) return onClose()
    element.showModal()
    requestClose()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape}
      onCancel={(event) => {
        event.preventDefault()
        requestClose()
      }}
      onClose={handleClosed}
      className={`m-auto max-h-[calc(100%-1rem)] w-[calc(100%-1rem)] flex-col overscroll-contain rounded border-2 border-river bg-paper p-0 text-ink shadow-raised backdrop:bg-[rgb(16_41_45/0.7)] sm:max-h-[calc(100%-4rem)] sm:w-[calc(100%-4rem)] [@media(min-height:30em)]:open:flex [@media(min-height:30em)]:overflow-hidden ${isWide ? 'max-w-page' : 'max-w-3xl'}`}
    >
      <header className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-white px-4 py-3 sm:px-6">
        <h2 id={titleId} tabIndex={-1} className="min-w-min flex-1 tiny:basis-full text-h3 sm:text-h2">
          {title}
        </h2>
        <Button type="button" variant="secondary" onClick={requestClose}>
          <Icon name="close" className="h-5 w-5" />
          Close
        </Button>
      </header>
      <div className="dialog-body">
        <div>{children}</div>
      </div>
    </dialog>
  )
}
