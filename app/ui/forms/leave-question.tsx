import { type Location, useBlocker } from '@remix-run/react'
import { type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '~/ui/button'
import { hasModalSupport, useModal } from '~/ui/dialogs/modal'
import { answerLeaveQuestion, isUnsaved, useIsLeaveQuestionOpen } from './unsaved'

/** Identifies the forms on the screen. `?index` belongs to Remix, and `?add` shows a form that the screen already has. */
function getFormScreen({ pathname, search }: Location): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('index')
  parameters.delete('add')
  return `${pathname}?${parameters}`
}

/** Asks before unsaved text is lost. The first form with typed text renders it; the browser itself asks before an unload. */
export function LeaveQuestion() {
  const isDialogClosing = useIsLeaveQuestionOpen()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      getFormScreen(currentLocation) !== getFormScreen(nextLocation) && isUnsaved(),
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
  if (!isDialogClosing && blocker.state !== 'blocked') return null

  function choose(isLeaving: boolean) {
    if (isLeaving) blocker.proceed?.()
    else blocker.reset?.()
    answerLeaveQuestion(isLeaving)
  }
  if (!hasModalSupport()) return <NativeConfirm onChosen={choose} />
  return createPortal(<LeaveDialog onChosen={choose} />, document.body)
}

const TITLE = 'You have not saved this.'
const TEXT = 'If you leave now, you will lose what you wrote.'

/** The question in browsers without modal dialogs. */
function NativeConfirm({ onChosen }: { onChosen: (isLeaving: boolean) => void }) {
  const choose = useRef(onChosen)
  useEffect(() => choose.current(confirm(`${TITLE} ${TEXT} Leave without saving?`)), [])
  return null
}

function LeaveDialog({ onChosen }: { onChosen: (isLeaving: boolean) => void }) {
  const dialog = useModal('button')
  const id = useId()
  const stay = (event: SyntheticEvent) => {
    event.preventDefault()
    // Events of a React portal also reach the dialog around the form.
    event.stopPropagation()
    onChosen(false)
  }
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-why`}
      onKeyDown={(event) => event.key === 'Escape' && stay(event)}
      onCancel={stay}
      onClose={stay}
      className="m-auto w-[calc(100%-2rem)] max-w-lg space-y-4 rounded border-2 border-river bg-white p-6 text-ink shadow-raised backdrop:bg-[rgb(16_41_45/0.7)]"
    >
      <h2 id={id} className="text-h3">
        {TITLE}
      </h2>
      <p id={`${id}-why`}>{TEXT}</p>
      <div className="flex flex-wrap gap-4">
        <Button type="button" onClick={() => onChosen(false)}>
          Keep editing
        </Button>
        <Button type="button" variant="danger" onClick={() => onChosen(true)}>
          Leave without saving
        </Button>
      </div>
    </dialog>
  )
}
