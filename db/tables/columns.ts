import type { Generated } from 'kysely'

/** ISO 8601 in UTC, as Date.toISOString() writes it: such texts sort chronologically. */
export type Moment = string
/** SQLite has no boolean: 1 is true. */
export type Bit = 0 | 1
/** Whether somebody said which students are in a picture; 'erased' when one of them was, so that it is shown nowhere any more. */
export type WhoIsIn = Generated<'unsaid' | 'said' | 'erased'>
/** Incremented by each change; a form opened on an older one conflicts. */
export type Version = Generated<number>
