import type { Insertable, Kysely, Selectable } from 'kysely'
import type * as newsletters from './tables/newsletters'
import type * as people from './tables/people'
import type * as portal from './tables/portal'
import type * as website from './tables/website'

export type { Bit } from './tables/columns'
export type { Verb } from './tables/people'

/** Every table by its name. */
export interface Tables {
  users: people.Users
  sessions: people.Sessions
  secondSteps: people.SecondSteps
  recoveryCodes: people.RecoveryCodes
  enquiries: newsletters.Enquiries
  subscribers: newsletters.Subscribers
  newsletters: newsletters.Newsletters
  newsletterAttachments: newsletters.NewsletterAttachments
  deliveries: newsletters.Deliveries
  files: portal.Files
  boardMembers: portal.BoardMembers
  boardPhotos: portal.BoardPhotos
  strategicPlans: portal.StrategicPlans
  resources: portal.Resources
  timetables: portal.Timetables
  events: portal.Events
  notices: portal.Notices
  portalSettings: portal.PortalSettings
  calendarAddresses: people.CalendarAddresses
  activity: people.Activity
  interruptedForms: people.InterruptedForms
  tickets: people.Tickets
  healthCheck: portal.HealthCheck
  websiteVersions: website.WebsiteVersions
  websiteDrafts: website.WebsiteDrafts
  websitePictures: website.WebsitePictures
  centre: website.Centre
}

export type Database = Kysely<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
