/** A hyphen at the end of a line, as scripts/pdf.mjs marks it. */
const LINE_HYPHEN = '\ufffe'
/** A word in two lines: at least two letters on each, and no capital after the hyphen. */
const DIVIDED_WORD = /(?<![\p{L}\p{N}-])(\p{L}{2,60})\ufffe(\p{Ll}{2,60})(?![\p{L}\ufffe-])/gu
/** A number in two lines. */
const DIVIDED_NUMBER = /(\d-)\n(?=\d)/g

/** Joins the words of a PDF that are divided at line ends. The hyphen stays unless the word without it is an English one: 'drop-in'. */
export async function joinHyphens(text: string): Promise<string> {
  const numbered = text.replace(DIVIDED_NUMBER, '$1')
  if (!numbered.includes(LINE_HYPHEN)) return numbered
  const { default: common } = await import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs')
  const words = new Set(common)
  return numbered
    .replace(DIVIDED_WORD, (divided, begin: string, end: string) =>
      words.has(`${begin}${end}`.toLowerCase()) ? `${begin}${end}` : divided,
    )
    .replaceAll(LINE_HYPHEN, '-')
}
