import { data } from '@remix-run/node'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'

/** The list itself, or `empty` when it can't be read. */
type OrEmpty = <List>(list: Promise<List>, empty: NoInfer<List>) => Promise<List>

/**
 * A loader's answer for a screen of lists. One that can't be read is shown empty, and logged; `notLoaded` tells the screen to say
 * so (ui/lists/not-loaded.tsx), and the status of 500 keeps every cache from holding on to it.
 */
export async function showingLists<Shown extends object>(read: (orEmpty: OrEmpty) => Promise<Shown>) {
  let notLoaded = false
  const shown = await read(async (list, empty) => {
    try {
      return await list
    } catch (error) {
      if (error instanceof Refused) throw error
      log.error({ err: error }, 'a list could not be read')
      notLoaded = true
      return empty
    }
  })
  return data({ ...shown, notLoaded }, { status: notLoaded ? 500 : 200 })
}
