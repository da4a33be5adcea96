/**
 * What Conform and React Router use for forms, and some browsers lack that scripts run in (ui/README.md). Our own code does without it.
 */

// Conform names the items of a list by it. Chrome before 92, Safari before 15.4.
if (!('at' in Array.prototype))
  Object.defineProperty(Array.prototype, 'at', {
    configurable: true,
    writable: true,
    value: function at(this: unknown[], place: number) {
      return this[place < 0 ? this.length + place : place]
    },
  })

/** The submit button that was pressed last; Enter in a field presses the form's first. */
let pressed: HTMLButtonElement | HTMLInputElement | null = null

// Which of its buttons sent a form. Chrome before 81, Safari before 15.4.
if (typeof window === 'object' && !('SubmitEvent' in window && 'submitter' in SubmitEvent.prototype)) {
  const options = { capture: true }
  const note = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest('button, input')
  }
  const tell = (event: Event) => {
    const submitter = pressed?.form === event.target ? pressed : null
    Object.defineProperty(event, 'submitter', { configurable: true, value: submitter })
  }
  window.addEventListener('click', note, options)
  window.addEventListener('submit', tell, options)
}

export {}
