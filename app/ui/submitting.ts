import { useNavigation } from '@remix-run/react'

/** True while a form is really on its way: any form, or the one whose `intent` is named. */
export function useSubmitting(intent?: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData !== undefined && (intent === undefined || formData.get('intent') === intent)
}
