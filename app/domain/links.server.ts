import { LinkifyIt } from 'linkify-it'

const LONGEST = 10_000

/** Finds the web and mail addresses in a text; of words with a dot but no scheme, only those that begin with 'www.'. */
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
