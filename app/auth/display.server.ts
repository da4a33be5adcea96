import type { Display } from '~/domain/display/display'
import { findDisplay } from '~/domain/display/display.server'
import { bringsSession } from '~/http/gate/cookies.server'
import { displayOfDevice } from '~/http/gate/display.server'
import { type Asking, whoIsAsking } from './identity.server'

/** How whoever asks wants to see the screens: as they chose while logged in, else as their device's cookie says. */
export async function displayOf(asking: Asking): Promise<Display> {
  const cookie = asking.request.headers.get('Cookie') ?? undefined
  return (await displayOfAccount(asking, cookie).catch(() => undefined)) ?? displayOfDevice(cookie)
}

/** Rejects where it can't be read: the page around tells that, in the usual display. */
async function displayOfAccount(asking: Asking, cookie: string | undefined): Promise<Display | undefined> {
  const session = bringsSession(cookie) ? await whoIsAsking(asking) : null
  return session ? findDisplay(asking.context.db, session.user.id) : undefined
}
