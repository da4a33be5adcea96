import LinkifyIt, { type Match } from 'linkify-it'

/** Runs without spaces, angle brackets, quotation marks and ellipses, none of which an address has unencoded; and what is between. */
const WORD = /[^\s<>"“”‘’…]+/g
const BETWEEN = /[\s<>"“”‘’…]/
/** The most characters of a word that may hold an address, as long as browsers take them. */
const LONGEST = 2000
/** What addresses begin with. LinkifyIt reads on to the word's end at each, so that a word of many would take the square of its length. */
const BEGINNING = /:|www\.|@/i
const MOST_BEGINNINGS = 10

const mayHoldLinks = (word: string) =>
  word.length <= LONGEST && word.split(BEGINNING, MOST_BEGINNINGS + 2).length <= MOST_BEGINNINGS + 1

class Links extends LinkifyIt {
  override match(text: string): Match[] | null {
    const words = [...text.matchAll(WORD)].filter(([word]) => mayHoldLinks(word))
    return words.flatMap(({ 0: word, index }) =>
      (super.match(word) ?? []).map((link) =>
        Object.assign(link, { index: link.index + index, lastIndex: link.lastIndex + index }),
      ),
    )
  }

  override matchAtStart(text: string): Match | null {
    const start = text.slice(0, LONGEST + 1)
    const [word = start] = start.split(BETWEEN, 1)
    return mayHoldLinks(word) ? super.matchAtStart(word) : null
  }
}

/**
 * Finds the web and mail addresses in a text, in a time that grows with its length alone. 'www.' begins an address as 'https://' does;
 * other words with a dot, such as '3.pm', do not.
 */
export const links: LinkifyIt = new Links({ 'ftp:': null, '//': null } as never, { fuzzyLink: false }).add('www.', {
  validate: (text, from, self) => {
    const scheme = '//www.'
    const length = self.testSchemaAt(scheme + text.slice(from), 'http:', 0) - scheme.length
    return text.slice(from, from + length).indexOf('.', 1) > 0 ? length : 0
  },
  normalize: (match) => {
    match.url = `https://${match.url}`
  },
})
