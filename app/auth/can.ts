import type { Account } from '~/domain/accounts/accounts.server'
import type { Bit } from '~db/schema'

/** Who is acting, as far as a rule needs to know; null is a visitor who has not logged in. */
export type Actor = Pick<Account, 'id' | 'role'> | null

/** What each action is done to; undefined where the actor alone decides. A new noun joins here and in `rules`. */
interface Deeds {
  'add file': undefined
  'read file': { isShared: boolean | Bit; studentId: number | null }
  'change file': undefined
  'remove file': undefined
}

/** Somebody asked for what their role does not allow (spec section 6). */
export class Forbidden extends Error {}

const isTutor = (actor: Actor) => actor?.role === 'tutor'

/** Spec section 6 and decisions.md sections 4 and 5. */
const rules: { [Action in keyof Deeds]: (actor: Actor, row: Deeds[Action]) => boolean } = {
  'add file': isTutor,
  'read file': (actor, file) =>
    isTutor(actor) || (actor !== null && (Boolean(file.isShared) || file.studentId === actor.id)),
  'change file': isTutor,
  'remove file': isTutor,
}

type Row<Action extends keyof Deeds> = Deeds[Action] extends undefined ? [] : [row: Deeds[Action]]

/** Whether `actor` may do `action` (to `row`). */
export function can<Action extends keyof Deeds>(actor: Actor, action: Action, ...[row]: Row<Action>): boolean {
  return rules[action](actor, row as Deeds[Action])
}

/** Lets pass whoever can; throws Forbidden otherwise. The domain's own guard, behind those of the routes. */
export function demand<Action extends keyof Deeds>(actor: Actor, action: Action, ...row: Row<Action>): void {
  if (!can(actor, action, ...row)) throw new Forbidden(`${actor?.role ?? 'a visitor'} may not ${action}`)
}
