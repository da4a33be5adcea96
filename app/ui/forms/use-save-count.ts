import { useFetchers, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** Counts how often the form with this `intent` was saved; a refused one has an `answer`. Use it as the form's `key` to reset it. */
export function useSaveCount(intent: string, answer: unknown): number {
  const submissions = [useNavigation(), ...useFetchers()]
  const isSubmitting = submissions.some(({ state, formData }) => state !== 'idle' && formData?.get('intent') === intent)
  const [count, setCount] = useState(0)
  const wasSubmitting = useRef(false)
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && !answer) setCount((previous) => previous + 1)
    wasSubmitting.current = isSubmitting
  }, [isSubmitting, answer])
  return count
}
