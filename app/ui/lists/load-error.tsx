import { useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ErrorPage } from '~/ui/error-page'
import { isLoadFailure } from './not-loaded'

/** A screen's error boundary: `empty`, the screen without its lists, when these could not be loaded; a refusal has its own page. */
export function LoadError({ empty }: { empty: ReactNode }) {
  return isLoadFailure(useRouteError()) ? empty : <ErrorPage />
}
