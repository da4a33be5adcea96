import { LinkifyIt, REBuilder } from 'linkify-it'
import { withHttps } from './rules'
import { telephoneLink } from './telephone.server'

const LONGEST = 10_000

/** Marks that end a sentence or what is emphasised, and no address (GFM 6.9 has most of them); what nobody sees is none of it either. */
const AFTER_ADDRESS = /[.,;:!?*_~|`\p{Cf}]/u

/** An address as it was found in a text, without the marks of the sentence around it. */
export function withoutMarksAfter(address: string): string {
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
    return withoutMarksAfter(validator.exec(text)?.[0] ?? '').length
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

/** What a link that was written as `address` leads to: http, https, mailto or tel, whose number is dialled so; null for anything else. */
export function linkTo(written: string): string | null {
  const address = withHttps(written.trim())
  if (/^tel:/i.test(address)) return telephoneLink(decoded(address.slice('tel:'.length)))
  return ADDRESS.test(address) ? address : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
