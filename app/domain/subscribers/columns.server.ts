import { foldForSearch } from '~/domain/text'
import { unescapeCell } from './csv.server'

/** The names of columns in lists of ours and of other programs, by their letters alone: 'E-mail 1 - Value' is emailvalue. */
const names = {
  email: [
    ...['email', 'emailaddress', 'mail', 'mailaddress', 'emailvalue', 'emailid', 'primaryemail', 'contactemail'],
    ...['subscriberemail', 'useremail', 'memberemail'],
  ],
  name: ['name', 'fullname', 'subscribername', 'contactname', 'displayname'],
  first: ['firstname', 'first', 'fname', 'givenname', 'forename', 'christianname'],
  middle: ['middlename', 'middle', 'additionalname'],
  last: ['lastname', 'last', 'lname', 'surname', 'familyname', 'secondname'],
  guardian: ['guardian', 'isguardian', 'type', 'parent', 'parentguardian', 'parentorguardian', 'subscribertype'],
  studentName: ['studentname', 'student', 'nameofstudent'],
} as const
export type SubscriberField = keyof typeof names
const fields = Object.keys(names) as SubscriberField[]

interface Column {
  place: number
  name: string
}

/** What a column of consent holds: who left, a status in words, or whether somebody wants the newsletter. */
type ConsentKind = 'left' | 'status' | 'wants'

export interface ListColumns {
  places: Partial<Record<SubscriberField, number>>
  consent: (Column & { kind: ConsentKind })[]
  unused: Column[]
  /** What is looked through for words such as 'unsubscribed', whatever its name: those not used, and the type. */
  watched: Column[]
}

/** The columns of a list by their names; an address's also by its cells. `places.email` is undefined for a list without one. */
export function readColumns(header: string[], lines: string[][]): ListColumns {
  const all = header.map((cell, place) => ({ place, name: unescapeCell(cell), letters: lettersOf(cell) }))
  const places: ListColumns['places'] = {}
  for (const field of fields) {
    const { place } = all.find(({ letters }) => (names[field] as readonly string[]).includes(letters)) ?? {}
    if (place !== undefined) places[field] = place
  }
  const rest = all.filter(({ place }) => !Object.values(places).includes(place))
  const isSubstack = rest.some(({ letters }) => letters === 'emaildisabled')
  const consent = rest.flatMap(({ place, name, letters }) => {
    // In Substack exports this column means a paid subscription.
    const kind = isSubstack && letters === 'activesubscription' ? undefined : consentKind(name)
    return kind ? [{ place, name, kind }] : []
  })
  const others = rest.filter(({ place }) => !consent.some((column) => column.place === place))
  places.email ??= others.find(({ place, letters }) => letters.includes('mail') && hasAddress(lines, place))?.place
  const unused = others.filter(
    ({ name, place }) => place !== places.email && (name || lines.some((cells) => cells[place])),
  )
  return { places, consent, unused, watched: [...unused, ...all.filter(({ place }) => place === places.guardian)] }
}

const hasAddress = (lines: string[][], place: number) => lines.some((cells) => cells[place]?.includes('@'))

/** A column as a tutor finds it: by its name, or by its number where it has none. */
export const formatColumnName = ({ name, place }: Column) => name.slice(0, 60) || `Column ${place + 1}`

const lettersOf = (name: string) => foldForSearch(name).replace(/[^a-z]/g, '')

/** Names in words: 'UNSUB_TIME' and 'unsubTime' are 'unsub time'. */
const wordsOf = (name: string) =>
  foldForSearch(name.slice(0, 200).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll("'", '')
    .match(/[a-z]+/g)
    ?.join(' ') ?? ''

const NOT_A_STATE = /\b(?:url|link|token|hash|key|page)$/
const LEFT =
  /unsub|optout|optedout|blacklist|blocklist|suppress|bounce|disabled|inactive|undeliver|unreachable|unconfirm|exclude/
const LEFT_WORDS =
  /\b(?:left|gone|spam|cancel|cancelled|canceled|ended|expired|deleted|removed|archived|clean|cleaned|withdrawn|revoked|declined|refused|rejected|banned|blocked|complained|complaints?|stopped|invalid|pending|(?:do not|dont|no) (?:e ?mails?|contact|mail|send))\b/
const WANTS =
  /subscri(?!ber)|optin|optedin|consent|permission|newsletter|mailinglist|marketing|gdpr|accepts?e?mail|e?mailme$/
const WANTS_WORDS =
  /\b(?:active|enabled|confirmed|verified|agreed|agrees|accepted|accepts|allowed|wants|receives?|gets)\b/
const DENIED = /\b(?:not|no|non|never|dont|doesnt|without)\b/
/** When, where and how somebody agreed, or what they pay for, says nothing of whether they get it now. */
const ABOUT =
  /\blast\b|\b(?:date|time|at|on|ip|source|timestamp|by|method|form|text|words|notes?|comments?|reason|campaign|title|updated|changed|name|count|id|tags?|plan|tier|level|price|period|currency)$/

function consentKind(name: string): ConsentKind | undefined {
  const words = wordsOf(name)
  const letters = words.replaceAll(' ', '')
  if (NOT_A_STATE.test(words)) return
  if (LEFT.test(letters) || LEFT_WORDS.test(words)) return 'left'
  const isWish = WANTS.test(letters) || WANTS_WORDS.test(words)
  if (isWish && DENIED.test(words)) return 'left'
  if (ABOUT.test(words)) return
  if (/\bstatus\b|status$/.test(words) || (isWish && /\bstate$/.test(words))) return 'status'
  return isWish ? 'wants' : undefined
}

/** What means that somebody gets the newsletter. Everything else means that they do not, or is not understood. */
const YES = new Set([
  ...['active', 'subscribed', 'enabled', 'confirmed', 'verified', 'valid', 'deliverable', 'yes', 'y', 'true', 't'],
  ...['opted in', 'opt in', 'optin', 'single opt in', 'double opt in', 'opted in double', 'regular', 'premium'],
  ...['gifted', 'free', 'paid', 'comped', 'complimentary', 'express', 'explicit', 'granted', 'given', 'agreed'],
  ...['accepted', 'allowed', 'consented', 'marketing contact'],
])
const TICKED = new Set(['1', 'x', 'on', '✓', '✔', '☑', '✅'])
const NOT_LEFT = new Set([
  ...['', 'no', 'n', 'false', 'f', '0', 'never', 'none', 'null', 'nil', 'n/a', 'not set', 'active', 'subscribed'],
])
const isDate = (value: string) =>
  /^(?:(?:19|20)\d\d[-/.]\d|\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ](?:19|20)?\d\d\b)/.test(value)

/** Other cells that say that somebody left, whatever their column is called. */
const SAYS_LEFT =
  /\b(?:un-?subscribed|opted[ -]?out|block-?listed|black-?listed|suppressed|bounced|unreachable|complained|un-?confirmed|not confirmed|do not (?:e-?mail|contact|mail))\b/
const IS_LEFT = new Set([
  'blocked',
  'removed',
  'deleted',
  'disabled',
  'inactive',
  'cleaned',
  'left',
  'opt out',
  'pending',
])
const IS_FLAG = new Set(['yes', 'no', 'y', 'n', 'true', 'false'])

const wordsIn = (value: string) => {
  const words = foldForSearch(value.slice(0, 100))
    .replace(/(?<=\p{L})[\s_(-]+(?=\p{L})/gu, ' ')
    .replace(/[)]$/, '')
  return words === '-' ? '' : words
}

export const isYesCell = (value: string) => YES.has(wordsIn(value))
const hasLeft = (value: string) =>
  value.length <= 40 && (SAYS_LEFT.test(foldForSearch(value)) || IS_LEFT.has(wordsIn(value)))

const shown = (value: string) => value.slice(0, 40)
const doesNotGet = (of: string) => `${of}: this person does not get the newsletter.`
const unclear = (of: string) => `${of}. That does not tell us that this person gets the newsletter.`

/** Why somebody on a list with named columns is not subscribed, as the columns of consent say; null for nothing against it. */
export function findReasonNotSubscribed(cells: string[], { consent, watched }: ListColumns): string | null {
  let saysSo = false
  let isOpen: string | null = null
  for (const column of consent) {
    const value = unescapeCell(cells[column.place] ?? '')
    const words = wordsIn(value)
    const said = `The column ${formatColumnName(column)} says ${shown(value)}`
    if (column.kind === 'left') {
      if (NOT_LEFT.has(words) || /^[0\s:.-]+$/.test(value)) continue
      return doesNotGet(said)
    }
    if (words === '') {
      isOpen ??= unclear(`The column ${formatColumnName(column)} is empty`)
      continue
    }
    const isYes = YES.has(words) || (column.kind === 'wants' && (TICKED.has(words) || isDate(words)))
    if (!isYes) return hasLeft(value) || IS_FLAG.has(words) || words === '0' ? doesNotGet(said) : unclear(said)
    saysSo = true
  }
  if (isOpen && !saysSo) return isOpen
  for (const column of watched) {
    const value = unescapeCell(cells[column.place] ?? '')
    if (hasLeft(value)) return doesNotGet(`The column ${formatColumnName(column)} says ${shown(value)}`)
  }
  return null
}

/** The same of a line of a list without named columns. */
export function findReasonInPlainLine(cells: string[]): string | null {
  const said = cells.find((cell) => hasLeft(cell))
  if (said !== undefined) return doesNotGet(`The list says ${shown(said)}`)
  const flag = cells.find((cell) => IS_FLAG.has(foldForSearch(cell)))
  return flag === undefined
    ? null
    : `${unclear(`The list says ${shown(flag)}`)} Please name the columns in the first line.`
}

/** Full name of a line: its name, or first, middle and last name joined. A name without the last name next to it gets it. */
export function joinNameCells(of: (field: SubscriberField) => string): string {
  const parts = [of('first'), of('middle'), of('last')].filter(Boolean)
  const name = of('name')
  if (!name) return parts.join(' ')
  const isFirst = of('last') !== '' && of('first') === '' && !foldForSearch(name).includes(foldForSearch(of('last')))
  return isFirst ? [name, ...parts].join(' ') : name
}
