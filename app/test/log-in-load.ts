import { type HashPriority, MAX_ANONYMOUS_HASHES, runHashInTurn } from '~/domain/accounts/password.server'

/** Fills the password queue at one priority until `disperse` is called, which resolves once the queue is empty. */
export function fillPasswordQueue(priority: HashPriority): { disperse: () => Promise<void> } {
  const { promise: wait, resolve: go } = Promise.withResolvers<void>()
  const all = Promise.all(Array.from({ length: MAX_ANONYMOUS_HASHES }, () => runHashInTurn(priority, () => wait)))
  return {
    disperse: async () => {
      go()
      await all
    },
  }
}
