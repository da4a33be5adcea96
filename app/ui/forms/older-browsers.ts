/**
 * Polyfills for Conform and React Router in the oldest browsers that run our scripts (ui/README.md). Our code must not use them.
 */

// Conform needs it to name list items. Missing in Chrome before 92, Safari before 15.4.
if (!('at' in []))
  Object.defineProperty(Array.prototype, 'at', {
    value(this: unknown[], index: number) {
      return this[index < 0 ? this.length + index : index]
    },
  })

// SubmitEvent.submitter. Missing in Chrome before 81, Safari before 15.4. Enter in a field presses the form's first button.
if (typeof window === 'object') {
  let pressed: HTMLButtonElement | null = null
  const rememberButton = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest('button')
  }
  const addSubmitter = (event: Event) => {
    if (!('submitter' in event)) Object.assign(event, { submitter: pressed?.form === event.target ? pressed : null })
  }
  addEventListener('click', rememberButton, true)
  addEventListener('submit', addSubmitter, true)
}

export {}
