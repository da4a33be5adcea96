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

// The package has no types for its single lists.
declare module '@zxcvbn-ts/language-en/dist/wordSequences.json.mjs' {
  const sequences: Record<string, string[]>
  export default sequences
}
declare module '@zxcvbn-ts/language-en/dist/*.json.mjs' {
  const words: string[]
  export default words
}
