import { useFetchers, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** True while a form is being submitted: any form, or the one with `intent`, or the one of these that is about the record `id`. */
export function useSubmitting(intent?: string, id?: number): boolean {
  const sent = [useNavigation(), ...useFetchers()]
  return sent.some(
    ({ state, formData }) =>
      state !== 'idle' &&
      formData !== undefined &&
      (intent === undefined || formData.get('intent') === intent) &&
      (id === undefined || formData.get('id') === String(id)),
  )
}

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
