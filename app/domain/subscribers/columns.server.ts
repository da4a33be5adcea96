import { type ColumnUse, type CsvLine, describeColumn, formatColumnName, unescapeCell } from '~/domain/csv.server'
import { findTextAfterLeaveOut, isCross } from '~/domain/leave-out.server'
import { foldForSearch, foldToLetters } from '~/domain/text'
import {
  getNoteAroundAddress,
  getNoteInName,
  getWordsAroundAddress,
  isNegation,
  isOutOfUse,
  saysNotLeft,
  withoutNegations,
} from './address-notes.server'
import {
  countAddresses,
  findAddressColumn,
  findNameColumns,
  type NamedColumn,
  splitIntoWords,
} from './columns-by-content.server'

/** Column names in our lists and other programs', letters only: 'E-mail 1 - Value' is emailvalue. */
const columnNames = {
  email: [
    ...['email', 'emailaddress', 'mail', 'mailaddress', 'emailvalue', 'emailid', 'primaryemail', 'contactemail'],
    ...['subscriberemail', 'useremail', 'memberemail'],
  ],
  name: ['name', 'fullname', 'subscribername', 'contactname', 'displayname', 'nom', 'ainm'],
  first: [
    ...['firstname', 'first', 'fname', 'givenname', 'forename', 'christianname'],
    ...['prenom', 'vorname', 'imie', 'nombre'],
  ],
  middle: ['middlename', 'middle', 'additionalname'],
  last: [
    'lastname',
    'last',
    'lname',
    'surname',
    'familyname',
    'secondname',
    'nomdefamille',
    'nachname',
    'nazwisko',
    'sloinne',
    'apellido',
    'apellidos',
  ],
  guardian: ['guardian', 'isguardian', 'type', 'parent', 'parentguardian', 'parentorguardian', 'subscribertype'],
  studentName: ['studentname', 'student', 'nameofstudent'],
} as const
export type SubscriberField = keyof typeof columnNames
const fields = Object.keys(columnNames) as SubscriberField[]

interface Column {
  place: number
  name: string
}

/** Content of a consent column: who left, a status, or whether a person wants the newsletter. */
type ConsentKind = 'left' | 'status' | 'wants'

export interface ListColumns {
  header: string[]
  places: Partial<Record<SubscriberField, number>>
  consent: (Column & { kind: ConsentKind })[]
  unused: Column[]
  /** Columns searched for words such as 'unsubscribed', whatever their name: unused ones, and the type. Names can be like such words. */
  watched: (Column & { isName?: boolean; isNote?: boolean })[]
}

const fieldUses: Record<SubscriberField, string> = {
  email: 'email address',
  name: 'name',
  first: 'first name',
  middle: 'middle name',
  last: 'last name',
  guardian: 'parent or guardian',
  studentName: 'student’s name',
}

/** The uses of a list's columns, in their order, and the names of the others. Lines were left out for what `excluding` columns say. */
export function describeColumns(
  { header, places, consent, unused }: ListColumns,
  excluding: ReadonlySet<number>,
): { columns: ColumnUse[]; unused: string[] } {
  const uses = new Map<number, string[]>()
  const add = (place: number, use: string) => uses.set(place, [...(uses.get(place) ?? []), use])
  for (const field of fields) if (places[field] !== undefined) add(places[field], fieldUses[field])
  for (const { place } of consent) add(place, 'who gets the newsletter')
  for (const place of excluding) if (!consent.some((column) => column.place === place)) add(place, 'who to leave out')
  const columns = [...uses]
    .sort(([one], [other]) => one - other)
    .map(([place, some]) => ({ name: formatColumnName({ name: header[place] ?? '', place }), use: some.join(', ') }))
  return { columns, unused: unused.filter(({ place }) => !uses.has(place)).map(formatColumnName) }
}

/** True for a line in which a cell has a column's name that we know. */
export function hasColumnNames(cells: string[]): boolean {
  const known = new Set<string>(fields.flatMap((field) => columnNames[field]))
  return cells.some((cell) => known.has(foldToLetters(cell)))
}

/**
 * Finds a list's columns: addresses by its cells, whatever the column's name, others by their names. `places.email` is undefined if
 * there are no addresses.
 */
export function readColumns(header: string[], lines: string[][]): ListColumns {
  const all = header.map((cell, index) => ({ place: index, name: unescapeCell(cell), letters: foldToLetters(cell) }))
  const places: ListColumns['places'] = {}
  for (const field of fields) {
    const { place } = all.find(({ letters }) => (columnNames[field] as readonly string[]).includes(letters)) ?? {}
    if (place !== undefined) places[field] = place
  }
  const { guardian } = places
  const isNames = guardian !== undefined && /^(?:parent|guardian)/.test(all[guardian]?.letters ?? '')
  if (isNames && !lines.some((cells) => isTypeCell(cells[guardian] ?? ''))) {
    // Parents' names, not answers.
    if (places.name === undefined && places.first === undefined) places.name = guardian
    delete places.guardian
  }
  const counts = countAddresses(lines)
  const isSubstack = all.some(({ letters }) => letters === 'emaildisabled')
  const named = new Set(Object.values(places))
  const rest = all.filter(({ place }) => !named.has(place))
  const consent = rest.flatMap(({ place, name, letters }) => {
    // In Substack's exports this column means a paid subscription.
    const kind = isSubstack && letters === 'activesubscription' ? undefined : detectConsentKind(name)
    // 'Newsletter email' has addresses, not answers.
    return kind && !(kind === 'wants' && counts.has(place)) ? [{ place, name, kind }] : []
  })
  const others = rest.filter(({ place }) => !consent.some((column) => column.place === place))
  placeAddresses(places, { all, others, counts })
  placeNames(places, { all, others, counts })
  const used = new Set(Object.values(places))
  const unused = others.filter(({ name, place }) => !used.has(place) && (name || lines.some((cells) => cells[place])))
  const names = [places.name, places.first, places.last]
  const watched = all.flatMap((column) => {
    const isName = names.includes(column.place)
    const words = splitIntoWords(column.name)
    // Those who left the text messages may still get emails.
    const isOtherStatus = isOfOtherMessages(words) && STATUS.test(words)
    const isUnused = unused.includes(column) && !isOtherStatus
    const isWatched = isName || [places.guardian, places.email].includes(column.place) || isUnused
    const isNote = column.place === places.email || (NOTES.test(words) && !isOfOtherMessages(words))
    return isWatched ? { ...column, isName, isNote } : []
  })
  return { header: all.map(({ name }) => name), places, consent, unused, watched }
}

interface FoundColumns {
  all: NamedColumn[]
  /** Columns without a name of ours, and not about consent. */
  others: NamedColumn[]
  counts: ReadonlyMap<number, number>
}

const guardianWords = ['yes', 'y', 'true', '1', 'x', 'guardian', 'parent', 'parent/guardian', 'parent or guardian']
const otherWords = ['no', 'n', 'false', '0', '-', 'other']

export const isGuardianCell = (value: string) => guardianWords.includes(foldForSearch(value))
/** True for an answer to whether a person is a parent or guardian. */
export const isTypeCell = (value: string) => isGuardianCell(value) || otherWords.includes(foldForSearch(value))

/** Finds the address column by its cells, unless the column Email has any. The column Name or Parent may be it. */
function placeAddresses(places: ListColumns['places'], { all, others, counts }: FoundColumns): void {
  if (places.email !== undefined && counts.has(places.email)) return
  const named = all.filter(({ place }) => Object.values(places).includes(place))
  const found = findAddressColumn(others, counts) ?? findAddressColumn(named, counts)
  if (!found) return
  for (const field of fields) if (places[field] === found.place) delete places[field]
  places.email = found.place
}

/** Adds the columns with 'name' in their names to those that were found. */
function placeNames(places: ListColumns['places'], { all, others, counts }: FoundColumns): void {
  const address = all.find(({ place }) => place === places.email)
  if (!address) return
  const withAddresses = all.filter((column) => column !== address && counts.has(column.place))
  const found = findNameColumns(
    others.filter(({ place }) => !counts.has(place)),
    address,
    withAddresses,
  )
  places.studentName ??= found.studentName
  if (places.name !== undefined || (places.first !== undefined && places.last !== undefined)) return
  const { first = found.first, middle = found.middle, last = found.last } = places
  // A full name is only used where there is no first one.
  Object.assign(places, { first, middle, last }, first === undefined ? { name: found.name } : {})
}

const NOT_A_STATE = /\b(?:url|link|token|hash|key|page)$/
/** Unsubscribed in our other languages, without accents. */
const LEFT_ELSEWHERE =
  /abgemeldet|abmeld|abbestell|ausgetragen|austragen|ausgetreten|gesperrt|desabonn|desinscri|wypisan|odsubskryb|rezygnacj|verstorben|gestorben|decedee?\b|zmarl|nie zyje|fallecid|decedut|overleden|de baja|desu[bs]scri|disiscri|afgemeld|uitgeschreven|dia?liostail/
/** Columns about leaving, in our other languages. These words are too common for cells of any column. */
const LEFT_COLUMN_ELSEWHERE =
  /todesdatum|\bdeces\b|data zgonu|defuncion|austritt|kundigung|gekundigt|widerruf|resili|inactif|inactiv|inaktiv|nieaktywn|inattiv|inactief|wystapi|\bwypis|uitschrijv|afmeld|opzeg|opgezegd|disdett|annullat|anulad|cancelad|eliminad|\bbajas?\b|\bdate de (?:depart|sortie|fin)\b|\bleaving\b/
const LEFT =
  /unsub|optout|optedout|blacklist|blocklist|suppress|bounce|disabled|inactive|undeliver|unreachable|unconfirm|exclude/
const LEFT_WORDS =
  /\b(?:left|gone|deceased|died|death|rip|spam|cancel|cancelled|canceled|ended|expired|deleted|removed|archived|clean|cleaned|withdrawn|revoked|declined|refused|rejected|banned|blocked|complained|complaints?|stopped|invalid|pending|(?:do not|dont|no) (?:e ?mails?|contact|mail|send))\b/
const WANTS =
  /inscri[tp]|abonniert|abonn?ement|abonament|abonnee?s?$|angemeldet|einwillig|zustimmung|einverstand|rundbrief|zapisan|subskryb|subskrypc|biuletyn|suscri[tp]|boletin|infolettre|iscri[tz]|abbona[tm]|consens[oi]|toestemming|ingeschreven|aangemeld|nieuwsbrief|liostail|nuachtlitir|toiliu|subscri(?!ber)|optin|optedin|consent|permission|newsletter|mailinglist|marketing|gdpr|accepts?e?mail|e?mailme$/
const WANTS_WORDS =
  /\b(?:active|enabled|confirmed|verified|agreed|agrees|accepted|accepts|allowed|wants|receives?|gets|abo|aktiv|actif|activ[oa]|attiv[oa]|aktywn[aey]|actief|zgod[ay]|cead|sintius)\b/
const DENIED = /\b(?:not|no|non|never|dont|doesnt|without|nicht|keine?|pas|nie|bez|geen|niet|sin|senza)\b/
/** True for the words of a column about text messages, not about emails too. */
const isOfOtherMessages = (words: string) => /\b(?:sms|whats ?app)\b/.test(words) && !/mail|newsletter/.test(words)
const STATUS = /\bstatus\b|status$|\b(?:estado|statut|etat|stan|stadas|stato|zustand)\b/
/** Marital states, and states as parts of an address. */
const OTHER_STATUS =
  /\b(?:marital|civile?|cywilny|provinci[ae]|province|pais|ciudad|county|country|residenz?a|residencia|nacimiento|nascita)\b/
/** Columns about when, where and how people agreed, or what they pay for. They do not show who is subscribed now. */
const ABOUT =
  /\blast\b|\b(?:date|time|at|on|ip|source|timestamp|by|method|form|text|words|notes?|comments?|reason|campaign|title|updated|changed|name|count|id|tags?|plan|tier|level|price|period|currency)$|^(?:date|fecha|data|datum)\b|datum$/

function detectConsentKind(name: string): ConsentKind | undefined {
  const words = splitIntoWords(name)
  const letters = words.replaceAll(' ', '')
  if (NOT_A_STATE.test(words) || isOfOtherMessages(words)) return
  // 'Not unsubscribed: yes'.
  if (saysNotLeft(words)) return 'wants'
  if (LEFT.test(letters) || LEFT_WORDS.test(words) || LEFT_ELSEWHERE.test(words)) return 'left'
  if (LEFT_COLUMN_ELSEWHERE.test(words) || findTextAfterLeaveOut(words) === '') return 'left'
  if (/^(?:import|include)$/.test(words)) return 'wants'
  const isWish = WANTS.test(letters) || WANTS_WORDS.test(words)
  if (isWish && DENIED.test(words)) return 'left'
  if (ABOUT.test(words)) return
  if (OTHER_STATUS.test(words)) return
  if (STATUS.test(words) || (isWish && /\bstate$/.test(words))) return 'status'
  return isWish ? 'wants' : undefined
}

/** Values that mean subscribed. All others mean unsubscribed, or are not understood. */
const YES = new Set([
  ...['active', 'subscribed', 'enabled', 'confirmed', 'verified', 'valid', 'deliverable', 'yes', 'y', 'true', 't'],
  ...['opted in', 'opt in', 'optin', 'single opt in', 'double opt in', 'opted in double', 'regular', 'premium'],
  ...['gifted', 'free', 'paid', 'comped', 'complimentary', 'express', 'explicit', 'granted', 'given', 'agreed'],
  ...['accepted', 'allowed', 'consented', 'marketing contact'],
  ...['resubscribed', 're subscribed', 'aktiv', 'angemeldet', 'abonniert', 'eingetragen', 'erteilt', 'ja', 'wahr'],
  ...['actif', 'abonne', 'abonnee', 'inscrit', 'inscrite', 'oui', 'vrai', 'aktywny', 'aktywna', 'zapisany', 'zapisana'],
  ...['tak', 'prawda', 'activo', 'activa', 'suscrito', 'suscrita', 'si', 'verdadero', 'attivo', 'attiva', 'iscritto'],
  ...['iscritta', 'abbonato', 'abbonata', 'vero', 'actief', 'aangemeld', 'ingeschreven', 'geabonneerd', 'waar'],
  ...['gniomhach', 'liostailte'],
])
const TICKED = new Set(['1', 'x', 'on', '✓', '✔', '☑', '✅'])
const NOT_LEFT = new Set([
  ...['', 'no', 'n', 'false', 'f', '0', 'never', 'none', 'null', 'nil', 'n/a', 'not set', 'active', 'subscribed'],
  ...['nein', 'falsch', 'non', 'faux', 'nie', 'falsz', 'falso', 'nee', 'onwaar'],
])
const isDate = (value: string) =>
  /^(?:(?:19|20)\d\d[-/.]\d|\d{1,2}(?:st|nd|rd|th|er)?[-/. ]{1,2}(?:\d{1,2}|(?:de |of )?[a-z]{3,12}\.?(?: fh?omhair)?)[-/. ]{1,2}(?:19|20)?\d\d\b)/.test(
    value,
  )

/** Cells that mean unsubscribed in any column. */
const SAYS_LEFT =
  /\b(?:deceased|passed away|please remove|remove me|(?:take|taken|come) off|asked to stop|no longer (?:wants?|interested|subscribed|receiv\w{1,9}|used|with us)|un-?subscribed|opted[ -]?out|block-?listed|black-?listed|suppressed|bounced|unreachable|complained|un-?confirmed|not confirmed|do not (?:e-?mail|contact|mail))\b|\br\.?i\.?p\b\.?(?=$| ?\d)|†/
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
  ...['unsubscribe', 'please unsubscribe', 'wants to unsubscribe', 'no emails', 'no emails please', 'stop sending'],
  ...['email bounces', 'no newsletter', 'not interested', 'rip', 'r.i.p.', 'died'],
  ...['inaktiv', 'widerrufen', 'gekundigt', 'inactif', 'resilie', 'non abonne', 'plus abonne', 'nieaktywny', 'baja'],
  ...['cancelado', 'inactivo', 'no suscrito', 'anulado', 'eliminado', 'inattivo', 'annullato', 'inactief', 'opgezegd'],
])
const IS_FLAG = new Set([
  ...['yes', 'no', 'y', 'n', 'true', 'false'],
  ...['nein', 'falsch', 'non', 'faux', 'nie', 'falsz', 'falso', 'nee', 'onwaar'],
])
/** Together they refuse mails: 'möchte keine Mails mehr'. */
const REFUSES =
  /n't want\b|\b(?:no more|not want|keine?|ne (?:veut|souhaite|desire)|plus d|nie chce|no (?:quiere|desea)|non (?:vuole|desidera)|geen)\b/
const MAILS = /\b(?:e-?)?mail|newsletter|rundbrief|courriel|infolettre|correo|boletin|nieuwsbrief|biuletyn/

const normalizeCell = (value: string) => {
  const words = foldForSearch(value.slice(0, 100))
    .replace(/(?<=\p{L})[\s_(-]+(?=\p{L})/gu, ' ')
    .replace(/[)\]]$/, '')
  return words === '-' ? '' : words
}

export const isYesCell = (value: string) => YES.has(normalizeCell(value))
function isUnsubscribedCell(value: string): boolean {
  if (value.length > 40) return false
  const plain = foldForSearch(value)
  const words = withoutNegations(plain)
  const isRefusal = REFUSES.test(plain) && MAILS.test(plain)
  return SAYS_LEFT.test(words) || LEFT_ELSEWHERE.test(words) || isRefusal || IS_LEFT.has(normalizeCell(value))
}

const saysLeft = (name: string) => SAYS_LEFT.test(withoutNegations(foldForSearch(name.slice(0, 100))))
/** Names of columns with notes, or with how people want to hear from us. Others may have such words too: 'Old Road'. */
const NOTES =
  /^$|\bprefer(?:red|s|ences?)?\b(?!.*\bname)|\b(?:newsletter|contact|send|sent|delivery) (?:by|via|method|type)\b|\b(?:notes?|comments?|remarks?|info|information|status|bemerkung(?:en)?|notiz(?:en)?|hinweise?|remarques?|uwagi|notai)\b/

const truncate = (value: string) => value.slice(0, 40)
const getSubject = (column: { name: string; place: number }) => describeColumn(formatColumnName(column))
const describeUnsubscribed = (cause: string) => `${cause}: this person does not get the newsletter.`
const describeOutOfUse = (cause: string) => `${cause}. Please check this address, and add it yourself if it is right.`
const describeUnclear = (cause: string) => `${cause}. That does not show that this person gets the newsletter.`

/** True for a name that says that a person left, or has a note next to it that does. */
const saysLeftNextToName = (name: string, note: string) => saysLeft(name) || isUnsubscribedCell(note)

/** How to say that a person left, or that a note says that the address is not in use; undefined if neither is so. */
function findReasonInNotes(hasLeft: boolean, notes: string[]): ((cause: string) => string) | undefined {
  if (hasLeft) return describeUnsubscribed
  return notes.some(isOutOfUse) ? describeOutOfUse : undefined
}

/** The same for a cell with an address. */
function findReasonAroundAddress(cell: string) {
  const [words, note] = [getWordsAroundAddress(cell), getNoteAroundAddress(cell) ?? '']
  return findReasonInNotes(isUnsubscribedCell(words) || saysLeftNextToName(words, note), [words, note])
}

/** The same for a cell of a watched column. */
function findReasonInCell(value: string, { isName, isNote }: ListColumns['watched'][number]) {
  const note = getNoteInName(value) ?? ''
  if (isName) return findReasonInNotes(saysLeftNextToName(value, note), [note])
  return findReasonInNotes(isUnsubscribedCell(value), isNote ? [value] : [])
}

/** Why a line is left out, and the place of the column that says so. */
export interface LineReason {
  reason: string
  place?: number
}

/** Returns why a line's columns do not show a subscription; null if they do, or there are none about it. */
export function findReasonNotSubscribed(cells: string[], { places, consent, watched }: ListColumns): LineReason | null {
  let isConfirmed = false
  let doubt: LineReason | null = null
  for (const column of consent) {
    const { place } = column
    const value = unescapeCell(cells[place] ?? '')
    const words = normalizeCell(value)
    const said = `${getSubject(column)} says ${truncate(value)}`
    if (column.kind === 'left') {
      if (NOT_LEFT.has(words) || /^[0\s:.-]+$/.test(value) || isNegation(value)) continue
      return { reason: describeUnsubscribed(said), place }
    }
    if (words === '') {
      doubt ??= { reason: describeUnclear(`${getSubject(column)} is empty`), place }
      continue
    }
    const isYes =
      YES.has(words) || saysNotLeft(value) || (column.kind === 'wants' && (TICKED.has(words) || isDate(words)))
    const hasLeft = isUnsubscribedCell(value) || IS_FLAG.has(words) || words === '0'
    if (!isYes) return { reason: hasLeft ? describeUnsubscribed(said) : describeUnclear(said), place }
    isConfirmed = true
  }
  if (doubt && !isConfirmed) return doubt
  for (const column of watched) {
    const value = unescapeCell(cells[column.place] ?? '')
    const describe = column.place === places.email ? findReasonAroundAddress(value) : findReasonInCell(value, column)
    if (describe) return { reason: describe(`${getSubject(column)} says ${truncate(value)}`), place: column.place }
  }
  return null
}

/** What a line's column of notes says, if that was not understood. */
export function findUnreadNote(cells: string[], { places, watched }: ListColumns): string | undefined {
  for (const column of watched) {
    const value = unescapeCell(cells[column.place] ?? '')
    const isOfNotes = column.isNote && !column.isName && column.place !== places.email
    if (!isOfNotes || !(/\p{L}{2}/u.test(value) || isCross(value))) continue
    const isRead =
      /^e-?mail(?: (?:only|please))?[.!]?$/i.test(value) ||
      isYesCell(value) ||
      isNegation(value) ||
      saysNotLeft(value) ||
      NOT_LEFT.has(normalizeCell(value))
    if (!isRead) return `${getSubject(column)} says ${truncate(value)}.`
  }
  return undefined
}

/** A line such as 'Unsubscribed' or 'Subscribers' above the people whom it is about. */
export interface ListSection {
  line: number
  name: string
  state: 'left' | 'unclear' | 'subscribed'
}

const trimColon = (name: string) => (name.endsWith(':') ? name.slice(0, -1).trimEnd() : name)

const SUBSCRIBERS = /subscribers|abonnent|abonne|suscriptor|iscritti|zapisani/
/** People who were members or subscribers: past students may still get the newsletter. */
const FORMER =
  /\b(?:former|past|previous|ex|no longer|ehemalige[nr]?|fruhere[nr]?|nicht mehr|anciens?|anciennes?|dawni|byli|antigu[oa]s|vroegere|iarbhaill)\b/
const WHO_LEFT =
  /\b(?:who|that) (?:have |has )?(?:left|stopped|cancelled|unsubscribed)\b|\bnot to (?:be )?(?:e ?mail|contact|send|get|receive)|\b(?:do not|dont|never) (?:send|e ?mail|mail|contact|write|add|include|import)\b|\bno (?:newsletters?|e ?mails?)\b/
/** In a title: others were taken out of the list. */
const WITHOUT_OTHERS =
  /\b(?:duplicates?|repeats?|unsubscribed|bounced|bounces|invalid|inactive|old|dead)(?: (?:people|ones|addresses|e?mails|members|contacts|subscribers))?(?: were| are| have been)? (?:removed|deleted|excluded|taken out)\b|\b(?:without|excluding|excludes|minus|no) (?:the )?(?:duplicates?|repeats?|unsubscribed|bounced|bounces|invalid|inactive|old|dead)\b|\bclean(?:ed)? (?:list|file|copy|version|data)\b|\b(?:list|subscribers|contacts|addresses|file) clean(?:ed)?\b/

/** Says that a person has no address: 'Tom Daly (no email)'. Those who want none have 'no emails'. */
const HAS_NO_ADDRESS = /\p{L} ?[([–-] ?(?:has )?no e-?mail(?: address)?[)\]]?$/iu

/** The section that a line begins; null for other lines. A line of a person without an address begins none. */
export function findSection({ line, cells }: CsvLine, isTitle = false): ListSection | null {
  const [name, ...others] = cells.map(unescapeCell).filter(Boolean)
  if (!name || others.length > 0 || name.includes('@') || name.length > 60) return null
  if (HAS_NO_ADDRESS.test(name)) return null
  const words = splitIntoWords(name)
  if (isTitle && WITHOUT_OTHERS.test(words)) return null
  const kind = words.split(' ').length > 4 ? undefined : detectConsentKind(name)
  if (kind === 'left' || WHO_LEFT.test(words) || isUnsubscribedCell(trimColon(name)))
    return { line, name, state: 'left' }
  if (FORMER.test(words) || isOutOfUse(name)) return { line, name, state: 'unclear' }
  const isOther = kind || SUBSCRIBERS.test(words) || isYesCell(name) || name.endsWith(':')
  return isOther ? { line, name, state: 'subscribed' } : null
}

/** Returns why people of this section do not get the newsletter; null if they can. */
export function findReasonInSection(section: ListSection | null): string | null {
  if (!section || section.state === 'subscribed') return null
  const said = `Line ${section.line} says ${truncate(trimColon(section.name))}`
  return section.state === 'left' ? describeUnsubscribed(said) : describeUnclear(said)
}

/** Why a line of a list without column names does not show a subscription; null if it says nothing about it. */
export function findReasonInPlainLine(cells: string[]): string | null {
  const reasons = cells.flatMap((cell) => {
    const describe = isUnsubscribedCell(cell) ? describeUnsubscribed : findReasonAroundAddress(cell)
    return describe ? { describe, cell } : []
  })
  const found = reasons.find(({ describe }) => describe === describeUnsubscribed) ?? reasons[0]
  if (found) return found.describe(`The list says ${truncate(found.cell)}`)
  const flag = cells.find((cell) => IS_FLAG.has(foldForSearch(cell)))
  return flag === undefined
    ? null
    : `${describeUnclear(`The list says ${truncate(flag)}`)} Please name the columns in the first line.`
}

/**
 * Full name in a line: the name, or first, middle and last name joined. A last name in its own column is added to a name without
 * it.
 */
export function joinNameCells(getField: (field: SubscriberField) => string): string {
  const parts = [getField('first'), getField('middle'), getField('last')].filter(Boolean)
  const name = getField('name')
  if (!name) return parts.join(' ')
  const [first, last] = [getField('first'), getField('last')]
  const lacks = (part: string) => part !== '' && !foldForSearch(name).includes(foldForSearch(part))
  // 'Nom' and 'Prénom': the name is only the last one.
  if (lacks(first) && !last && !/\s/.test(name)) return [...parts, name].join(' ')
  return lacks(last) && first === '' ? [name, ...parts].join(' ') : name
}
