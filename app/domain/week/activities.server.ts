import { activitiesContent } from '~/content/activities'
import type { ActivitySymbolName } from '~/content/activity-symbols'
import type { Tutor } from '~/domain/accounts/account'
import { foldForSearch } from '~/domain/text'
import { type Activity, activitiesPage } from '~/domain/website/activities.server'
import { findPage } from '~/domain/website/website.server'
import type { Database } from '~db/schema'

interface SessionActivity {
  activity: string
  symbol: ActivitySymbolName | null
}

/** Colours of the symbols that no activity on the website has. Those that often share a day differ. */
const otherTints: Partial<Record<ActivitySymbolName, Activity['tint']>> = {
  lunch: 'sun',
  'tea-break': 'clay',
  garden: 'moss',
  cooking: 'brick',
  bus: 'slate',
  walk: 'sky',
  swimming: 'river',
  bowling: 'plum',
  sewing: 'plum',
  woodwork: 'clay',
  pottery: 'clay',
  yoga: 'moss',
  dance: 'brick',
  animals: 'sun',
  cycling: 'sky',
}

const firstSymbols = new Map(activitiesContent.grid.items.map(({ name, symbol }) => [foldForSearch(name), symbol]))

/** Activities on the website, for tutors to choose from. */
export async function listActivities(db: Database, _tutor: Tutor): Promise<{ name: string }[]> {
  const { words } = await findPage(db, activitiesPage)
  return words.grid.items.filter(({ isHidden }) => !isHidden).map(({ name }) => ({ name }))
}

/**
 * Adds to sessions the colour of their activity on the website, found by its name or symbol, and its symbol unless tutors chose another.
 * Sessions from before this was looked up have a copy of the activity's first symbol, which counts as not chosen.
 */
export async function withActivityLooks<Session extends SessionActivity>(
  db: Database,
  sessions: readonly Session[],
): Promise<(Session & { tint: Activity['tint'] })[]> {
  const { words } = await findPage(db, activitiesPage)
  const activities = words.grid.items
  const byName = new Map(activities.map((activity) => [foldForSearch(activity.name), activity]))
  return sessions.map((session) => {
    const name = foldForSearch(session.activity)
    const own = byName.get(name)
    const isChosen = session.symbol && session.symbol !== firstSymbols.get(name)
    const symbol = (!isChosen && own?.symbol) || session.symbol
    const activity = own ?? activities.find((one) => one.symbol === symbol)
    return { ...session, symbol, tint: activity?.tint ?? (symbol && otherTints[symbol]) ?? 'river' }
  })
}
