import { pausedSince } from '~/domain/deliveries/pause.server'
import { sendDue } from '~/domain/newsletters/send.server'
import { log } from '~/log.server'
import type { Database } from '~db/schema'

/** In milliseconds: how often it looks for newsletters whose time has come. */
const EVERY = 2000

/**
 * Sends the newsletters whose time has come, at once and every few seconds until stopped; those whose time came while nothing ran
 * leave at the next start. While sending is paused after a restore, which may have brought back what has left, none leaves.
 */
export function startDepartures(db: Database, every = EVERY): { stop: () => Promise<void> } {
  async function look() {
    try {
      if (await pausedSince(db)) return
      const sent = await sendDue(db, Date.now())
      if (sent > 0) log.info({ newsletters: sent }, 'newsletters left at their time')
    } catch (error) {
      log.error({ err: error }, 'newsletters could not leave at their time')
    }
  }
  let looking = look()
  const clock = setInterval(() => {
    looking = looking.then(look)
  }, every).unref()
  return {
    stop: async () => {
      clearInterval(clock)
      await looking
    },
  }
}
