import { useNavigation } from '@remix-run/react'

/** True while a form is being submitted: any form, or the one with `intent`. */
export function useSubmitting(intent?: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData !== undefined && (intent === undefined || formData.get('intent') === intent)
}
