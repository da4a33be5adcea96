import { useFetchers, useNavigation } from '@remix-run/react'

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
