import type { Generated } from 'kysely'

/** ISO 8601 in UTC, as Date.toISOString() formats it. Such texts sort chronologically. */
export type Moment = string
/** SQLite has no boolean: 1 is true. */
export type Bit = 0 | 1
/** 'said' once the students in a picture are marked; 'erased' if one of them was erased, so that it stays hidden. */
export type WhoIsIn = Generated<'unsaid' | 'said' | 'erased'>
/** Incremented by each change. A form that was opened on an older version conflicts. */
export type Version = Generated<number>
