import type { ColumnType, Generated, Insertable, Kysely, Selectable } from 'kysely'

/** ISO 8601 in UTC, as Date.toISOString() writes it: such texts sort as the moments do. */
type Moment = string
/** SQLite has no boolean: 1 is true. */
export type Bit = 0 | 1

interface Users {
  id: Generated<number>
  username: string
  passwordHash: string
  role: 'student' | 'tutor'
  firstName: string
  lastName: string
  createdAt: Moment
  closedAt: Moment | null
}

/** One session has two secrets, the cookie's and the Bearer token's; only their SHA-256 is kept (ASVS 3.3.4). */
interface Sessions {
  id: Generated<number>
  userId: number
  cookieHash: string
  tokenHash: string
  remember: Bit
  createdAt: Moment
  lastUsedAt: Moment
  expiresAt: Moment
  endedAt: Moment | null
}

interface Enquiries {
  id: Generated<number>
  name: string
  email: string
  phone: string | null
  subject: 'general' | 'programmes' | 'visit' | 'other'
  message: string
  suspected: Bit
  createdAt: Moment
}

interface Subscribers {
  id: Generated<number>
  email: string
  name: string | null
  isGuardian: Bit
  studentName: string | null
  active: Bit
  createdAt: Moment
}

interface Files {
  id: Generated<number>
  title: string
  description: string | null
  fileName: string
  fileType: string
  size: number
  width: number | null
  height: number | null
  storageKey: string
  isShared: Bit
  studentId: number | null
  album: 'qqi' | null
  uploadedBy: ColumnType<number, number, never>
  uploadedAt: Moment
}

interface BoardMembers {
  id: Generated<number>
  name: string
  position: string
  bio: string | null
  profileImage: string | null
  linkedIn: string | null
  email: string | null
  isCurrent: Bit
  startDate: string | null
  endDate: string | null
  displayOrder: number
}

interface StrategicPlans {
  id: Generated<number>
  title: string
  description: string | null
  content: string
  documentUrl: string | null
  startYear: number
  endYear: number
  isActive: Bit
}

export interface Tables {
  users: Users
  sessions: Sessions
  enquiries: Enquiries
  subscribers: Subscribers
  files: Files
  boardMembers: BoardMembers
  strategicPlans: StrategicPlans
}

export type Database = Kysely<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
