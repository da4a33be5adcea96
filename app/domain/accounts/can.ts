import { Refused } from '~/domain/refused'
import type { Bit } from '~db/schema'
import type { Actor } from './account'

/** What each action is done to; undefined where the actor alone decides. A new noun is added here and in `rules`. */
interface Deeds {
  'add file': undefined
  'read file': { isShared: boolean | Bit; studentId: number | null }
  'change file': undefined
  'remove file': undefined
}

/** The actor as far as a rule reads it; null for a visitor who has not logged in. */
type Asking = Pick<Actor, 'id' | 'role'> | null

const isTutor = (actor: Asking) => actor?.role === 'tutor'

const rules: { [Action in keyof Deeds]: (actor: Asking, row: Deeds[Action]) => boolean } = {
  'add file': isTutor,
  'read file': (actor, file) =>
    isTutor(actor) || (actor !== null && (Boolean(file.isShared) || file.studentId === actor.id)),
  'change file': isTutor,
  'remove file': isTutor,
}

type Row<Action extends keyof Deeds> = Deeds[Action] extends undefined ? [] : [row: Deeds[Action]]

/** Whether `actor` may do `action` (to `row`). */
export function can<Action extends keyof Deeds>(actor: Asking, action: Action, ...[row]: Row<Action>): boolean {
  return rules[action](actor, row as Deeds[Action])
}

/** Throws Refused, 403, unless `actor` can. The domain's own check, behind those of the routes. */
export function requireRight<Action extends keyof Deeds>(actor: Asking, action: Action, ...row: Row<Action>): void {
  if (!can(actor, action, ...row)) throw new Refused(403, 'Only tutors can do this.')
}
