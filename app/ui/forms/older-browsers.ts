/**
 * Polyfills for Conform and React Router in the oldest browsers that run our scripts (ui/README.md). Our own code does without them.
 */

// Conform needs it to name list items. Missing in Chrome before 92, Safari before 15.4.
if (!('at' in []))
  Object.defineProperty(Array.prototype, 'at', {
    value(this: unknown[], place: number) {
      return this[place < 0 ? this.length + place : place]
    },
  })

// SubmitEvent.submitter. Missing in Chrome before 81, Safari before 15.4. Enter in a field presses the form's first button.
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
