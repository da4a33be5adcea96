/** What nobody sees; captured, what changes the look of a word or emoji: joiners in Indic and Arabic words, parts of emoji. */
const UNSEEN =
  /((?:(?!\p{Script=Inherited})\p{M}|\p{Script=Arabic})[\u200c\u200d](?=\p{L})|[\p{Extended_Pictographic}\p{Emoji_Modifier}][\u200d\ufe0e\ufe0f\u{e0020}-\u{e007f}]+|[#*\d]\ufe0f(?=\u20e3))|\p{Default_Ignorable_Code_Point}/gu

/** A text as it looks: without zero-width signs, direction marks and soft hyphens. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, '$1')
}

const APOSTROPHES = /[´ʹ-ʿˈˊˋ՚׳‘-‛′‵ꞌ＇]/g
const DASHES = /[\p{Pd}˗⁃−]/gu

/** A text without anything that takes no room, and with each apostrophe and dash as keyboards have them: ' and -. */
export function plainCharacters(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(APOSTROPHES, "'")
    .replace(DASHES, '-')
}
