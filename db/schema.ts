import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Deliveries, Enquiries, NewsletterAttachments, Newsletters, Subscribers } from './tables/newsletters'
import type {
  Activity,
  CalendarAddresses,
  InterruptedForms,
  RecoveryCodes,
  SecondSteps,
  Sessions,
  Tickets,
  Users,
} from './tables/people'
import type {
  BoardMembers,
  BoardPhotos,
  Events,
  Files,
  HealthCheck,
  Notices,
  PortalSettings,
  Resources,
  StrategicPlans,
  Timetables,
} from './tables/portal'
import type { Centre, WebsiteDrafts, WebsitePictures, WebsiteVersions } from './tables/website'

export type { Bit } from './tables/columns'
export type { Verb } from './tables/people'

/** Every table by its name. */
export interface Tables {
  users: Users
  sessions: Sessions
  secondSteps: SecondSteps
  recoveryCodes: RecoveryCodes
  enquiries: Enquiries
  subscribers: Subscribers
  newsletters: Newsletters
  newsletterAttachments: NewsletterAttachments
  deliveries: Deliveries
  files: Files
  boardMembers: BoardMembers
  boardPhotos: BoardPhotos
  strategicPlans: StrategicPlans
  resources: Resources
  timetables: Timetables
  events: Events
  notices: Notices
  portalSettings: PortalSettings
  calendarAddresses: CalendarAddresses
  activity: Activity
  interruptedForms: InterruptedForms
  tickets: Tickets
  healthCheck: HealthCheck
  websiteVersions: WebsiteVersions
  websiteDrafts: WebsiteDrafts
  websitePictures: WebsitePictures
  centre: Centre
}

export type Database = Kysely<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
