/** What takes no room: zero-width signs, direction marks, soft hyphens, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const APOSTROPHES = /[`´ʹ-ʿˈˊˋ՚׳‘-‛′‵ꞌ＇]/g
const DASHES = /[\p{Pd}˗⁃−]/gu

/** A text without what nobody sees, and with each apostrophe and dash as keyboards have them: ' and -. */
export function plainCharacters(text: string): string {
  return text.replace(INVISIBLE, '').replace(APOSTROPHES, "'").replace(DASHES, '-')
}
