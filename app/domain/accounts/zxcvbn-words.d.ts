// The package has no types for its single lists.
declare module '@zxcvbn-ts/language-en/dist/wordSequences.json.mjs' {
  const sequences: Record<string, string[]>
  export default sequences
}
declare module '@zxcvbn-ts/language-en/dist/*.json.mjs' {
  const words: string[]
  export default words
}
