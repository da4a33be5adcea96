import { useEffect, useRef, useState } from 'react'

/** How often a form was saved (refused, it gets an `answer`). As the form's `key` it resets the form each time. */
export function useTimesTaken(submitting: boolean, answer: unknown): number {
  const [times, setTimes] = useState(0)
  const wasSubmitting = useRef(false)
  useEffect(() => {
    if (wasSubmitting.current && !submitting && !answer) setTimes((taken) => taken + 1)
    wasSubmitting.current = submitting
  }, [submitting, answer])
  return times
}
