import { useFetchers, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** Counts how often the form with this `intent` was saved; a refused one has an `answer`. Use it as the form's `key` to reset it. */
export function useSaveCount(intent: string, answer: unknown): number {
  const sent = [useNavigation(), ...useFetchers()]
  const submitting = sent.some(({ state, formData }) => state !== 'idle' && formData?.get('intent') === intent)
  const [times, setTimes] = useState(0)
  const wasSubmitting = useRef(false)
  useEffect(() => {
    if (wasSubmitting.current && !submitting && !answer) setTimes((taken) => taken + 1)
    wasSubmitting.current = submitting
  }, [submitting, answer])
  return times
}
