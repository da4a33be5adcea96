import { normalizePunctuation, stripInvisible } from '~/characters'

/**
 * Cleans a line before it is saved. Each run of white space and control characters, which could start another header, becomes one
 * space; invisible characters, which could reorder the text on screen, are removed.
 */
export function toOneLine(text: string): string {
  return stripInvisible(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/**
 * Removes control characters except line breaks and tabs: they are invisible, and some programs act on them. Line breaks become LF,
 * because browsers send those of a text area as CR LF.
 */
export function normalizeParagraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .trim()
}

/** Cuts a text longer than `maxLength` characters between words and adds an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  const end = cut.search(/\s\S*$/)
  return `${end === -1 ? cut : cut.slice(0, end).trimEnd()}…`
}

/** Replacements for Latin letters that Unicode does not decompose. */
const LETTERS = new Map(
  'æ:ae œ:oe ß:ss þ:th ŋ:ng ð:d đ:d ɖ:d ɗ:d ħ:h ı:i ɨ:i ł:l ø:o ɔ:o ŧ:t ĸ:k ƙ:k ɓ:b ƀ:b ƒ:f ɣ:g ɲ:n ʉ:u ʊ:u ʋ:v ƴ:y ƶ:z ə:e ǝ:e ɛ:e'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** Replaces Latin letters and punctuation with those of a plain keyboard: 'Lukasz O'Shea' for Łukasz O’Shea. */
export function toPlainLetters(text: string): string {
  return normalizePunctuation(text)
    .replace(/`/g, "'")
    .normalize('NFKD')
    .replace(/\p{Script=Inherited}/gu, '')
    .replace(/[Æ-ʋẞ]/g, (letter) => {
      const plain = LETTERS.get(letter.toLowerCase())
      if (!plain) return letter
      return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
    })
}

/**
 * The form in which names and texts are searched, compared and sorted: plain letters, lower case, plain spaces. Other scripts keep
 * their letters.
 */
export function foldForSearch(text: string): string {
  return toPlainLetters(text)
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ')
}

/** The form in which a column's or a button's name is recognised: plain small letters without spaces, digits and punctuation. */
export const foldToLetters = (text: string): string => foldForSearch(text).replace(/[^a-z]/g, '')
