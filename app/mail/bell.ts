/** A sleep that can be ended early. */
export interface Bell {
  ring: () => void
  /** Resolves after so many milliseconds, or once it is rung: at once if it was rung since it was last waited for. */
  wait: (milliseconds: number) => Promise<void>
}

/** A bell that has not been rung. AbortSignal could do it too, but makes an Error with its stack for each mail. */
export function newBell(): Bell {
  let isRung = false
  let wake = () => {}
  return {
    ring: () => {
      isRung = true
      wake()
    },
    wait: async (milliseconds) => {
      if (!isRung)
        await new Promise<void>((over) => {
          const timer = setTimeout(over, milliseconds)
          wake = () => {
            clearTimeout(timer)
            over()
          }
        })
      isRung = false
    },
  }
}
