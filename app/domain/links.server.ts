import { LinkifyIt } from 'linkify-it'

/** LinkifyIt's own bound of an address. */
const LONGEST = 10_000

/**
 * Finds the web and mail addresses in a text. 'www.' begins an address as 'https://' does; other words with a dot, such as '3.pm', do
 * not.
 */
export const links = new LinkifyIt()
  .add('ftp:', null)
  .add('//', null)
  .add('www.', {
    validate: (text, from, self) => {
      const scheme = '//www.'
      const length = self.testSchemaAt(scheme + text.slice(from, from + LONGEST), 'http:', 0) - scheme.length
      return text.slice(from, from + length).indexOf('.', 1) > 0 ? length : 0
    },
    normalize: (match) => {
      match.url = `https://${match.url}`
    },
  })
