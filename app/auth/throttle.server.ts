import { type Limit, limits } from '~/http/limits.server'
import { logSecurity } from '~/http/security-log.server'

/** An attempt to log in, before its password is checked. */
export interface Try {
  username: string
  /** The account with that username; null when there is none. */
  userId: number | null
  network: string
  /** The number of a device that is known to the account (auth/device.server.ts), else null. */
  device: string | null
}

/**
 * Counts an attempt. Returns 0, or the seconds to wait when there were too many: to one name from one network, or from one network
 * to any name. A known device has a count of its own, so that nobody else's guessing locks the owner out (OWASP, device cookies).
 */
export async function countTry(attempt: Try): Promise<number> {
  const { limit, wait } = attempt.device
    ? await take(limits.triesOnDevice, attempt.device)
    : await takeAsStranger(attempt)
  if (wait > 0) {
    const { network, userId } = attempt
    logSecurity('too many', { network, userId, status: 429, reason: limit.name }, 'warn')
  }
  return wait
}

/** Uncounts an attempt whose password was never checked. */
export async function uncountTry(attempt: Try): Promise<void> {
  if (attempt.device) return limits.triesOnDevice.giveBack(attempt.device)
  await limits.triesAtName.giveBack(nameAndNetwork(attempt))
  await limits.triesFromNetwork.giveBack(attempt.network)
}

/** Resets the failed attempts once one succeeds. Those to other names from the network still count. */
export async function forgetTries(attempt: Try): Promise<void> {
  if (attempt.device) return limits.triesOnDevice.clear(attempt.device)
  await limits.triesAtName.clear(nameAndNetwork(attempt))
  await limits.triesFromNetwork.giveBack(attempt.network)
}

async function takeAsStranger(attempt: Try) {
  // Checked first, so that a refusal caused by others on the network costs none of one's own attempts.
  const wait = await limits.triesFromNetwork.wait(attempt.network)
  if (wait > 0) return { limit: limits.triesFromNetwork, wait }
  const own = await take(limits.triesAtName, nameAndNetwork(attempt))
  return own.wait > 0 ? own : take(limits.triesFromNetwork, attempt.network)
}

async function take(limit: Limit, key: string) {
  return { limit, wait: await limit.take(key) }
}

/** Two names are one key exactly when SQLite's `nocase` holds them equal, which folds the letters A to Z alone. */
function nameAndNetwork({ username, network }: Try): string {
  return `${username.replace(/[A-Z]/g, (letter) => letter.toLowerCase())} ${network}`
}
