import { useRouteLoaderData } from '@remix-run/react'
import type { ThemeName } from '~/content/themes'
import type { Display } from '~/domain/display/display'
import type { Centre } from '~/settings.server'

/** A message shown once: at its place if it has one, else as a toast where scripts run, or at the top of the next page. */
export interface Message {
  id: string
  kind: 'success' | 'error'
  title: string
  text: string
  detail?: string
  /** The id of the place on the page that tells it, to which the redirect's fragment leads (ui/dialogs/message.tsx). */
  place?: string
}

/** The centre's details with the `tel:` link of its telephone; null where it is not sure which number to dial. */
export type ShownCentre = Centre & { phoneLink: string | null }

/** The data of root.tsx's loader. */
export interface RootData {
  centre: ShownCentre
  /** The centre's theme, and what browsers colour their own frame in: their script has no other themes. */
  colours: { theme: ThemeName; river: string }
  demo: boolean
  /** The website's own address without a trailing slash, where the operator set it. */
  origin: string | null
  /** The name of the picture that the centre has put at the top of Home. */
  picture: string | null
  saveData: boolean
  /** How whoever asks wants to see the screens. */
  display: Display
  message: Message | null
  /** What tells the forms of this rendering from those of another (domain/idempotency). */
  idempotencyKey: string
  year: number
  /** True where this page is the answer to a form that was not saved. */
  isRefused: boolean
}

/** The root loader's data. */
export function useRootData(): RootData {
  return useRouteLoaderData('root') as RootData
}

/** The centre's name, telephone number and addresses. */
export function useCentre(): ShownCentre {
  return useRootData().centre
}
