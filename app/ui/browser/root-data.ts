import { useRouteLoaderData } from '@remix-run/react'
import type { ThemeName } from '~/content/themes'
import type { Account } from '~/domain/accounts/account'
import type { Display } from '~/domain/display/display'
import type { InterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import type { Centre } from '~/settings.server'
import type { Tab } from '~/ui/portal/tab-links'

/** A message shown once: at its `place` if it has one, otherwise as a toast with scripts, or at the top of the next page. */
export interface FlashMessage {
  id: string
  kind: 'success' | 'error'
  title: string
  text: string
  detail?: string
  /** The id of the element that shows it, to which the redirect's fragment points (ui/dialogs/message.tsx). */
  place?: string
  /** A form that takes the reported change back, shown with the message by ui/forms/undo-message.tsx. */
  undo?: { action: string; about: string; fields: Record<string, string> }
  link?: { to: string; label: string }
}

/** The id of the place for messages with Undo, at the top of a tutor's screen. */
export const UNDO_PLACE = 'undo'

/** The centre's details with a `tel:` link; null if it is unclear which number to dial. */
export type CentreWithPhoneLink = Centre & { phoneLink: string | null }

export interface RootData {
  centre: CentreWithPhoneLink
  /** The theme's name and frame colour, sent because the browser's code does not include the themes. */
  colours: { theme: ThemeName; river: string }
  demo: boolean
  /** The website's address without a trailing slash, if the operator set it. */
  origin: string | null
  /** The name of the centre's picture at the top of Home. */
  picture: string | null
  saveData: boolean
  display: Display
  message: FlashMessage | null
  /** Idempotency key of the forms in this rendering (domain/idempotency). */
  idempotencyKey: string
  year: number
  isRefused: boolean
}

export function useRootData(): RootData {
  return useRouteLoaderData('root') as RootData
}

export function useCentre(): CentreWithPhoneLink {
  return useRootData().centre
}

interface PortalData {
  user: Account
  tabs: readonly Tab[]
  interrupted: InterruptedForm | null
}

/** The data of the portal's layout; undefined outside the portal, and if it could not be read. */
export function usePortalData(): PortalData | undefined {
  return useRouteLoaderData('routes/dashboard/layout') as PortalData | undefined
}

/** The name of the portal's first page: 'Today' for a student who hid their files there, otherwise 'My Files'. */
export function useFirstTabLabel(): string {
  const portal = usePortalData()
  if (!portal) return 'My Files'
  // A student who sees only today has no tabs.
  return portal.tabs[0]?.label ?? 'Today'
}
