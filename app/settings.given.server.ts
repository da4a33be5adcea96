/** What would start another line of a mail or of the log, or turn the direction of the words around it. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
const QUOTES = ['"', "'", '`']
/** Of a value that was refused, so much is repeated. */
const SHOWN = 80

/** A value without the quotation marks around it, which Docker leaves; Node and Compose take them off. In double ones \n breaks lines. */
export function unquoted(text: string): string {
  const bare = text.replace(/^ +|(?<! ) +$/g, '')
  const quote = bare[0] ?? ''
  const inner = bare.slice(1, -1)
  if (bare.length < 2 || !QUOTES.includes(quote) || !bare.endsWith(quote) || inner.includes(quote)) return bare
  return quote === '"' ? inner.replaceAll('\\n', '\n') : inner
}

/** What is wrong with a value whatever it is for, in words that follow the setting's name; undefined when nothing is. */
export function faultOf(value: string): string | undefined {
  if (value.search(UNSEEN) !== -1) return 'must be one line, without control characters'
  if (QUOTES.includes(value[0] ?? '')) return 'must have quotation marks around all of it, or none'
  return undefined
}

/** How a refused value may be told: as it is, without the user and password of an address, or by its length alone. */
export type Telling = 'value' | 'address' | 'length'

/** A refused value as one line of a message; of a secret only what gives nothing away. */
export function told(value: string | undefined, telling: Telling): string {
  if (value === undefined) return 'It is not set.'
  const [, scheme = '', rest = ''] = /^([a-z]+:\/\/)?(.*)$/is.exec(value) ?? []
  const host = rest.slice(rest.lastIndexOf('@') + 1)
  // Without a scheme or a plain host, any part may be the password.
  const isClear = scheme !== '' && /^[\w.[\]-]*(:\d{0,5})?\/?$/.test(host)
  if (telling === 'length' || (telling === 'address' && !isClear))
    return `It has ${[...value].length} characters${telling === 'address' && scheme ? `, from ${scheme} on` : ''}.`
  const shown = telling === 'value' || host === rest ? value : `${scheme}***@${host}`
  const cut = [...shown].length > SHOWN ? `${[...shown].slice(0, SHOWN).join('')}…` : shown
  const seen = cut.replace(UNSEEN, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  return `It is "${seen.replaceAll('\\u{a}', '\\n').replaceAll('\\u{d}', '\\r')}".`
}
