import { LinkifyIt, REBuilder } from 'linkify-it'
import { withHttps } from './rules'
import { toTelephoneLink } from './telephone.server'

const MAX_URL_LENGTH = 10_000

/** Punctuation and invisible characters after an address that do not belong to it (most are in GFM 6.9). */
const TRAILING_PUNCTUATION = /[.,;:!?*_~|`\p{Cf}]/u

/** Removes the punctuation of the surrounding sentence from an address. */
export function trimPunctuation(address: string): string {
  let end = address.length
  while (end > 0 && TRAILING_PUNCTUATION.test(address[end - 1] ?? '')) end--
  return address.slice(0, end)
}

/** Extends linkify-it's rules: a host may end before an element or '_', and an email address may start after punctuation. */
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

/** Entities of characters that end an address; Markdown decodes them later. */
const END_ENTITY = /&(?:lt|gt|quot|apos|nbsp|#0*(?:34|39|60|62|160));/i

const webSchema = {
  validate: (text: string, from: number, { re }: LinkifyIt) => {
    const validator = re.get_http_validator()
    validator.lastIndex = from
    const [found = ''] = validator.exec(text) ?? []
    // The semicolon of an entity at its end is not in it.
    const end = text.slice(from, from + found.length + 1).search(END_ENTITY)
    return trimPunctuation(end < 0 ? found : found.slice(0, end)).length
  },
}

/** Finds web and mail addresses in a text. Without a scheme, only those that start with 'www.'. */
export const links = new LinkifyIt({ rebuilder: new AddressRules() })
  .add('ftp:', null)
  .add('//', null)
  .add('http:', webSchema)
  .add('https:', webSchema)
  .add('www.', {
    validate: (text, from, self) => {
      const scheme = '//www.'
      const length = self.testSchemaAt(scheme + text.slice(from, from + MAX_URL_LENGTH), 'http:', 0) - scheme.length
      return text.slice(from, from + length).indexOf('.', 1) > 0 ? length : 0
    },
    normalize: (match) => {
      match.url = `https://${match.url}`
    },
  })

const LINK_ADDRESS = /^(?:https?:\/\/|mailto:)\S/i

/** The href for an address: http, https, mailto or tel; null for any other. Has no line breaks: browsers ignore them too. */
export function toHref(written: string): string | null {
  const address = withHttps(written.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, '').trim())
  if (/^tel:/i.test(address)) return toTelephoneLink(decodeUrlText(address.slice('tel:'.length)))
  return LINK_ADDRESS.test(address) ? address : null
}

function decodeUrlText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
