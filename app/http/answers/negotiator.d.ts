declare module 'negotiator' {
  /** Its published types lack `preferred`. */
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> })
    /** The best of `available`; among equally accepted ones, the first of `preferred`. */
    encoding<Encoding extends string>(
      available: readonly Encoding[],
      preferred?: readonly Encoding[],
    ): Encoding | undefined
  }
}
