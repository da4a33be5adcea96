import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import * as theSiteStands from './migrations/001-the-site-stands'
import * as thePortal from './migrations/002-the-portal'
import * as publishing from './migrations/003-publishing'
import * as boardPhotos from './migrations/004-board-photos'
import * as theNewsletterGoesOut from './migrations/005-the-newsletter-goes-out'
import * as demonstrationAccounts from './migrations/006-demonstration-accounts'
import * as secondStep from './migrations/007-second-step'
import * as activityVerbs from './migrations/008-activity-verbs'
import * as versions from './migrations/009-versions'
import * as tickets from './migrations/010-tickets'
import * as whatPicturesShow from './migrations/011-what-pictures-show'
import * as whenEventsChanged from './migrations/012-when-events-changed'
import * as longLists from './migrations/013-long-lists'
import * as whatWasReadWhole from './migrations/014-what-was-read-whole'
import * as healthCheck from './migrations/015-health-check'
import * as whoOpenedIt from './migrations/016-who-opened-it'
import * as newslettersPeopleLike from './migrations/017-newsletters-people-like'
import * as notices from './migrations/018-notices'
import * as repeatedEvents from './migrations/019-repeated-events'
import * as linesOfANoun from './migrations/020-lines-of-a-noun'
import * as theWebsitesWords from './migrations/021-the-websites-words'
import * as theCentresOwn from './migrations/022-the-centres-own'
import * as eventsOnTheWebsite from './migrations/023-events-on-the-website'
import * as picturesOfTheWebsite from './migrations/024-pictures-of-the-website'
import * as whoOpenedWhatIsShared from './migrations/027-who-opened-what-is-shared'
import * as access from './migrations/028-access'
import * as cards from './migrations/029-cards'
import * as closedDays from './migrations/030-closed-days'
import * as theWeek from './migrations/031-the-week'
import * as displaySettings from './migrations/032-display-settings'
import * as easyRead from './migrations/033-easy-read'
import * as photoConsent from './migrations/034-photo-consent'
import * as absences from './migrations/035-absences'
import * as whoVouches from './migrations/036-who-vouches'
import * as questions from './migrations/037-questions'
import * as terms from './migrations/038-terms'
import type { Database } from './schema'

/** In the order they run. Never change one that has been released: add another. */
const migrations: Record<string, Migration> = {
  '001-the-site-stands': theSiteStands,
  '002-the-portal': thePortal,
  '003-publishing': publishing,
  '004-board-photos': boardPhotos,
  '005-the-newsletter-goes-out': theNewsletterGoesOut,
  '006-demonstration-accounts': demonstrationAccounts,
  '007-second-step': secondStep,
  '008-activity-verbs': activityVerbs,
  '009-versions': versions,
  '010-tickets': tickets,
  '011-what-pictures-show': whatPicturesShow,
  '012-when-events-changed': whenEventsChanged,
  '013-long-lists': longLists,
  '014-what-was-read-whole': whatWasReadWhole,
  '015-health-check': healthCheck,
  '016-who-opened-it': whoOpenedIt,
  '017-newsletters-people-like': newslettersPeopleLike,
  '018-notices': notices,
  '019-repeated-events': repeatedEvents,
  '020-lines-of-a-noun': linesOfANoun,
  '021-the-websites-words': theWebsitesWords,
  '022-the-centres-own': theCentresOwn,
  '023-events-on-the-website': eventsOnTheWebsite,
  '024-pictures-of-the-website': picturesOfTheWebsite,
  '027-who-opened-what-is-shared': whoOpenedWhatIsShared,
  '028-access': access,
  '029-cards': cards,
  '030-closed-days': closedDays,
  '031-the-week': theWeek,
  '032-display-settings': displaySettings,
  '033-easy-read': easyRead,
  '034-photo-consent': photoConsent,
  '035-absences': absences,
  '036-who-vouches': whoVouches,
  '037-questions': questions,
  '038-terms': terms,
}

/** The names of all migrations that this program has, in order. */
export const migrationNames = Object.keys(migrations)
export const NEWEST = migrationNames.at(-1)!

/** A database that a newer version of Riverbank has migrated. */
export class NewerDatabase extends Error {}

/** Throws NewerDatabase for a migration that this program does not know yet, and an Error for one lost or unknown. */
export function refuseOthers(names: string[]): void {
  const unknown = names.filter((name) => !Object.hasOwn(migrations, name))
  const strange = unknown.filter((name) => name < NEWEST)
  if (strange.length > 0)
    throw new Error(`This database has migrations that no version of Riverbank has: ${strange.join(', ')}.`)
  const missing = migrationNames.filter((name) => name < names.at(-1)! && !names.includes(name))
  if (missing.length > 0)
    throw new Error(
      `This database is at ${names.at(-1)}, and lacks migrations before that: ${missing.join(', ')}. It is damaged, or was changed by hand.`,
    )
  if (unknown.length > 0)
    throw new NewerDatabase(
      `This database was made by a newer version of Riverbank: it has ${unknown.join(', ')}, and this version knows only ` +
        `${NEWEST} and before. Please start the newer version, or restore a backup that this version made.`,
    )
}

/** The names of the migrations that the database has, in order; empty for a new one. Throws what refuseOthers throws. */
export async function migrationsOf(db: Database): Promise<string[]> {
  const tables = await sql`select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`.execute(db)
  if (tables.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const names = rows.map(({ name }) => name)
  refuseOthers(names)
  return names
}

/** Migrates to the newest tables, or to those after `last`, in one transaction. Throws what refuseOthers throws. */
export async function migrate(db: Database, last?: string): Promise<void> {
  await migrationsOf(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
  if (error) throw error
}
