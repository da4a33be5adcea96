import { LinkifyIt, REBuilder } from 'linkify-it'
import { withHttps } from './rules'
import { toTelephoneLink } from './telephone.server'

const LONGEST = 10_000

/** Punctuation and invisible characters after an address that are not part of it (most are in GFM 6.9). */
const AFTER_ADDRESS = /[.,;:!?*_~|`\p{Cf}]/u

/** Removes the punctuation of the surrounding sentence from an address. */
export function trimPunctuation(address: string): string {
  let end = address.length
  while (end > 0 && AFTER_ADDRESS.test(address[end - 1] ?? '')) end--
  return address.slice(0, end)
}

/** linkify-it's rules, for which a host may also end before an element or '_', and an email address begin after marks. */
class AddressRules extends REBuilder {
  override get_host_terminator() {
    const end = `$|${this.get_text_separators().source}|${this.src_ZPCc}`
    return new RegExp(`(?=${end})(?![-_]{1,9}(?!${end})|:\\d|\\.-|\\.(?!${end}))`)
  }

  override get_mail_name() {
    return /[a-zA-Z0-9](?:[-!#$%&'+=?^_~a-zA-Z0-9]|[.](?=[-!#$%&'+=?^_~a-zA-Z0-9])){0,63}/
  }

  override get_mail_name_validator() {
    this.cache.mail_name_validator ??= new RegExp(
      `(?:^|${this.get_text_separators().source}|[":(,;]|${this.src_ZCc})["'“‘„«([{*_/]{0,5}(${this.get_mail_name().source})$`,
    )
    return this.cache.mail_name_validator
  }
}

const web = {
  validate: (text: string, from: number, { re }: LinkifyIt) => {
    const validator = re.get_http_validator()
    validator.lastIndex = from
    return trimPunctuation(validator.exec(text)?.[0] ?? '').length
  },
}

/** Finds the web and mail addresses in a text; of words with a dot but no scheme, only those that begin with 'www.'. */
export const links = new LinkifyIt({ rebuilder: new AddressRules() })
  .add('ftp:', null)
  .add('//', null)
  .add('http:', web)
  .add('https:', web)
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

const ADDRESS = /^(?:https?:\/\/|mailto:)\S/i

/** The href for an address: http, https, mailto or tel; null for any other. */
export function toHref(written: string): string | null {
  const address = withHttps(written.trim())
  if (/^tel:/i.test(address)) return toTelephoneLink(decoded(address.slice('tel:'.length)))
  return ADDRESS.test(address) ? address : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
