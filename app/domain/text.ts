import { normalizePunctuation, stripInvisible } from '~/characters'

/**
 * A line as it is saved: each run of white space and control characters, which could start another header, is one space, and what
 * nobody sees is gone, which could reorder the text on screen.
 */
export function toOneLine(text: string): string {
  return stripInvisible(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/**
 * Removes control characters except line breaks and tabs: they are invisible, and some programs act on them. Line breaks become LF: a browser
 * sends those of a text area as CR LF.
 */
export function normalizeParagraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .trim()
}

/** A text of at most `most` characters: a longer one is cut between words, and ends in an ellipsis. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const end = cut.search(/\s\S*$/)
  return `${end === -1 ? cut : cut.slice(0, end).trimEnd()}…`
}

/** Replacements for Latin letters that Unicode does not decompose. */
const LETTERS = new Map(
  'æ:ae œ:oe ß:ss þ:th ŋ:ng ð:d đ:d ɖ:d ɗ:d ħ:h ı:i ɨ:i ł:l ø:o ɔ:o ŧ:t ĸ:k ƙ:k ɓ:b ƀ:b ƒ:f ɣ:g ɲ:n ʉ:u ʊ:u ʋ:v ƴ:y ƶ:z ə:e ǝ:e ɛ:e'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** A text in the letters and signs of a plain keyboard, where it has Latin letters: 'Lukasz O'Shea' for Łukasz O’Shea. */
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
 * The one form in which names and texts are searched, compared and sorted: in plain letters, without case, and with plain spaces.
 * Other scripts keep their letters.
 */
export function foldForSearch(text: string): string {
  return toPlainLetters(text)
    .toLowerCase()
    .replace(/[^\S\n]+/g, ' ')
}
