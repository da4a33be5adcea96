import { type Location, useBlocker } from '@remix-run/react'
import { type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '~/ui/button'
import { hasModals, useModal } from '~/ui/dialogs/modal'
import { answer, isUnsaved, useAsked } from './unsaved'

/** What decides which forms are on the screen. `?index` is Remix's own, and `?add` a form that is there already. */
function screenOf({ pathname, search }: Location): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('index')
  parameters.delete('add')
  return `${pathname}?${parameters}`
}

/** Asks before unsaved words are left; the browser asks where a page ends. The form that was begun first renders it. */
export function LeaveQuestion() {
  const isAskedByDialog = useAsked()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => screenOf(currentLocation) !== screenOf(nextLocation) && isUnsaved(),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isUnsaved()) return
      event.preventDefault()
      // Chrome before 119.
      event.returnValue = true
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  if (!isAskedByDialog && blocker.state !== 'blocked') return null

  function choose(isLeaving: boolean) {
    if (isLeaving) blocker.proceed?.()
    else blocker.reset?.()
    answer(isLeaving)
  }
  if (!hasModals()) return <BrowsersQuestion onChosen={choose} />
  return createPortal(<Question onChosen={choose} />, document.body)
}

const TITLE = 'You have not saved this.'
const WHY = 'If you leave now, what you wrote is lost.'

/** The question where there are no modal dialogs. */
function BrowsersQuestion({ onChosen }: { onChosen: (isLeaving: boolean) => void }) {
  const choose = useRef(onChosen)
  useEffect(() => choose.current(confirm(`${TITLE} ${WHY} Leave without saving?`)), [])
  return null
}

function Question({ onChosen }: { onChosen: (isLeaving: boolean) => void }) {
  const dialog = useModal('button')
  const id = useId()
  const keep = (event: SyntheticEvent) => {
    event.preventDefault()
    // A portal's events reach the dialog of the form too.
    event.stopPropagation()
    onChosen(false)
  }
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-why`}
      onKeyDown={(event) => event.key === 'Escape' && keep(event)}
      onCancel={keep}
      onClose={keep}
      className="m-auto w-[calc(100%-2rem)] max-w-lg space-y-4 rounded border-2 border-river bg-white p-6 text-ink shadow-raised backdrop:bg-[rgb(16_41_45/0.7)]"
    >
      <h2 id={id} className="text-h3">
        {TITLE}
      </h2>
      <p id={`${id}-why`}>{WHY}</p>
      <div className="flex flex-wrap gap-4">
        <Button type="button" onClick={() => onChosen(false)}>
          Keep writing
        </Button>
        <Button type="button" variant="danger" onClick={() => onChosen(true)}>
          Leave without saving
        </Button>
      </div>
    </dialog>
  )
}
