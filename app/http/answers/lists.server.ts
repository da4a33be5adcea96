import { data } from '@remix-run/node'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'

/** Returns the list, or `empty` if it can't be read. */
export type ReadOrEmpty = <List>(list: Promise<List>, empty: NoInfer<List>) => Promise<List>

/** A screen's lists. A list that can't be read is empty and logged; `notLoaded` and status 500 report it to the screen and to caches. */
export async function loadLists<Lists extends object>(read: (orEmpty: ReadOrEmpty) => Promise<Lists>) {
  let notLoaded = false
  const lists = await read(async (list, empty) => {
    try {
      return await list
    } catch (error) {
      if (error instanceof Refused) throw error
      log.error({ err: error }, 'a list could not be read')
      notLoaded = true
      return empty
    }
  })
  return data({ ...lists, notLoaded }, { status: notLoaded ? 500 : 200 })
}
