import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What `Tries` says when there were too many: how many seconds to wait. */
export class TooManyTries extends Error {
  constructor(readonly retryAfter: number) {
    super('There were too many tries. Please wait five minutes and try again.')
  }
}

/**
 * Counts one account's wrong tries at a secret: ten in five minutes, and a hundred in a day, so that patience helps nobody
 * (OWASP ASVS 2.2.1, NIST SP 800-63B 5.2.2).
 */
export class Tries {
  private readonly limits = [
    new RateLimiterMemory({ points: 10, duration: 5 * 60 }),
    new RateLimiterMemory({ points: 100, duration: 24 * 3600 }),
  ]

  /** Counts a try before it is known to be right, so that many at once are many. Throws TooManyTries. */
  async count(userId: number): Promise<void> {
    for (const limit of this.limits)
      await limit.consume(userId).catch((answer: unknown) => {
        if (answer instanceof RateLimiterRes) throw new TooManyTries(Math.ceil(answer.msBeforeNext / 1000))
        throw answer
      })
  }

  /** Forgets the wrong tries of an account whose owner was right. */
  async forget(userId: number): Promise<void> {
    for (const limit of this.limits) await limit.delete(userId)
  }
}
