import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { useState } from 'react'
import type { NestedWords } from '~/domain/form-words'
import type { InterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'

/** What was typed into this form when its session expired (domain/interrupted-forms), for one rendering. */
export function useInterrupted(intent: string | undefined): NestedWords | undefined {
  const portal = useRouteLoaderData('routes/dashboard/layout') as { interrupted: InterruptedForm | null } | undefined
  const { pathname } = useLocation()
  const [first] = useState(portal?.interrupted)
  const isThisForm = first?.path.split('?')[0] === pathname && first.fields.intent === intent
  return isThisForm ? first.fields : undefined
}
