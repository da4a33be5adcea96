/** Invisible characters. Captured ones are preserved, since they change how a word or an emoji looks. */
const INVISIBLE =
  /((?:(?!\p{Script=Inherited})\p{M}|\p{Script=Arabic})[\u200c\u200d](?=\p{L})|[\p{Extended_Pictographic}\p{Emoji_Modifier}][\u200d\ufe0e\ufe0f\u{e0020}-\u{e007f}]+|[#*\d]\ufe0f(?=\u20e3))|\p{Default_Ignorable_Code_Point}/gu

/** Removes zero-width characters, direction marks and soft hyphens. */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '$1')
}

const APOSTROPHES = /[´ʹ-ʿˈˊˋ՚׳‘-‛′‵ꞌ＇]/g
const DASHES = /[\p{Pd}˗⁃−]/gu

/** Removes invisible characters, and replaces every apostrophe and dash with ' and -. */
export function normalizePunctuation(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
}
