/**
 * What Conform and React Router use for forms, and some browsers lack that scripts run in (ui/README.md). Our own code does without it.
 */

// Conform names the items of a list by it. Chrome before 92, Safari before 15.4.
if (!('at' in []))
  Object.defineProperty(Array.prototype, 'at', {
    value(this: unknown[], place: number) {
      return this[place < 0 ? this.length + place : place]
    },
  })

// Which of its buttons sent a form. Chrome before 81, Safari before 15.4. Enter in a field presses the form's first button.
if (typeof window === 'object') {
  let pressed: HTMLButtonElement | null = null
  const note = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest('button')
  }
  const tell = (event: Event) => {
    if (!('submitter' in event)) Object.assign(event, { submitter: pressed?.form === event.target ? pressed : null })
  }
  addEventListener('click', note, true)
  addEventListener('submit', tell, true)
}

export {}
