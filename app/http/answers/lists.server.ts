import { data } from '@remix-run/node'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'

/** The list itself, or `empty` when it can't be read. */
type OrEmpty = <List>(list: Promise<List>, empty: NoInfer<List>) => Promise<List>

/** A screen's lists: one that can't be read is shown empty and logged; `notLoaded` and a 500 say so to screen and caches. */
export async function loadLists<Shown extends object>(read: (orEmpty: OrEmpty) => Promise<Shown>) {
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
