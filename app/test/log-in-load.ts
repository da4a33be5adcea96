import { inTurn, MOST_STRANGERS, type Standing } from '~/domain/accounts/password.server'

/** Fills the queue of passwords, of people of one `standing`, until `disperse` is called; resolves once all have gone. */
export function logInLoad(standing: Standing): { disperse: () => Promise<void> } {
  const { promise: wait, resolve: go } = Promise.withResolvers<void>()
  const all = Promise.all(Array.from({ length: MOST_STRANGERS }, () => inTurn(standing, () => wait)))
  return {
    disperse: async () => {
      go()
      await all
    },
  }
}
