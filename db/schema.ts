import type { Insertable, Kysely, Selectable } from 'kysely'
import type { GuideTables } from './tables/guides'
import type { NewsletterTables } from './tables/newsletters'
import type { PeopleTables } from './tables/people'
import type { PortalTables } from './tables/portal'
import type { WebsiteTables } from './tables/website'

export type { Bit } from './tables/columns'
export type { Verb } from './tables/people'

export interface Tables extends GuideTables, NewsletterTables, PeopleTables, PortalTables, WebsiteTables {}

export type Database = Kysely<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
