/** A sleep that can be ended early. */
export interface WakeSignal {
  wake: () => void
  /** Resolves after so many milliseconds, or once it is rung: at once if it was rung since it was last waited for. */
  wait: (milliseconds: number) => Promise<void>
}

/** A signal that has not been rung. AbortSignal could do it too, but makes an Error with its stack for each mail. */
export function wakeSignal(): WakeSignal {
  let isWoken = false
  let wake = () => {}
  return {
    wake: () => {
      isWoken = true
      wake()
    },
    wait: async (milliseconds) => {
      if (!isWoken)
        await new Promise<void>((over) => {
          const timer = setTimeout(over, milliseconds)
          wake = () => {
            clearTimeout(timer)
            over()
          }
        })
      isWoken = false
    },
  }
}
