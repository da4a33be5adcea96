import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'

/** How often a form on this page was submitted successfully. As the form's `key`, it resets the form each time. */
export function useTimesTaken(submitting: boolean, result: SubmissionResult<string[]> | null | undefined): number {
  const [times, setTimes] = useState(0)
  const wasSubmitting = useRef(false)
  useEffect(() => {
    if (wasSubmitting.current && !submitting && !result) setTimes((taken) => taken + 1)
    wasSubmitting.current = submitting
  }, [submitting, result])
  return times
}
