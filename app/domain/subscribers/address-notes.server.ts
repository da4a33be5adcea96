import { findTextAfterLeaveOut } from '~/domain/leave-out.server'
import { foldForSearch } from '~/domain/text'

/** Characters of a note that are read. */
const MAX_LENGTH = 100

const NEGATED_WORDS =
  /\b(?:never|not|no|none|hasn't|hasnt|haven't|havent|didn't|didnt|isn't|isnt|wasn't|wasnt|without|zero) (?:(?:yet|ever|been|actually|a|any) ){0,2}(?:un-?subscribed|opt(?:ed)?[ -]?out|bounced?|bounces|bouncing|blocked|block-?listed|black-?listed|suppressed|complained|complaints?|cancelled|removed|deleted|inactive|disabled|deceased|unreachable|moved|left|unsubscribes?|reported)\b/g
/** The same in German, French and Polish, without accents. */
const NEGATED_ELSEWHERE =
  /\b(?:nicht|nie|pas|jamais|non|nunca|niet|nooit|kein|bez) (?:abgemeldet|abbestellt|ausgetragen|gekundigt|gesperrt|desabonnee?|desinscrite?|wypisan[aey]|zrezygnowal[a]?|disiscritt[oa]|afgemeld)\b/g

/** A text in plain letters without 'not unsubscribed', 'never bounced' and other negations of what it looks like. */
export const withoutNegations = (plain: string): string =>
  plain.replace(NEGATED_WORDS, ' ').replace(NEGATED_ELSEWHERE, ' ')

const NOT_LEFT =
  /^(?:(?:he|she|they|has|have|is|was|were|did) )?(?:never|not|hasn't|hasnt|haven't|didn't|didnt|isn't|nicht|nie|pas|jamais) (?:(?:yet|ever|been) )?(?:un-?subscribed|opt(?:ed)?[ -]?out|cancelled|removed|abgemeldet|abbestellt|desabonnee?|desinscrite?|wypisan[aey])[. ]*$/

/** True for a state such as 'never unsubscribed', which says that a person gets the newsletter. */
export const saysNotLeft = (text: string): boolean => NOT_LEFT.test(foldForSearch(text.slice(0, MAX_LENGTH)).trim())

/** True for a text that only says that something has not happened: 'no bounces', 'not yet', 'has not unsubscribed'. */
export function isNegation(text: string): boolean {
  const plain = foldForSearch(text.slice(0, MAX_LENGTH)).trim()
  const others = withoutNegations(plain)
  const isOnly = others !== plain && !/[a-z0-9]/.test(others.replace(AUXILIARIES, ' '))
  return isOnly || /^(?:not yet|noch nicht|pas encore)$/.test(plain)
}
const AUXILIARIES = /\b(?:he|she|they|has|have|is|was|were|did|yet|so far)\b/g

/** Words next to an address or a name that mean that it is not to be used. */
const OUT_OF_USE =
  /^(?:(?:an? |the |this |her |his |their |my )?(?:old|wrong|former|previous|dead|invalid|incorrect|outdated|obsolete|changed|moved|returned|bouncing|bounces|bounced|defunct|expired|closed|inactive|not (?:in use|valid|used|working|current|here)|no longer (?:in use|valid|used|works|working|current|here)|do(?: not|n't|nt) (?:use|send|e-?mail|contact|mail|subscribe|write)|not this (?:one|person)|on hold|hold off|(?:asked|wants?|wishes) to be (?:removed|left out)|no,? thanks?|no,? thank you|(?:does|do)(?: not|n't|nt) want (?:it|this|them|the newsletter|newsletters)|never (?:agreed|asked|signed up)|na cuir|unused|duplicate|veraltet|ancienn?e?)(?: (?:e-?mails?|mails?|address(?:es)?|ones?|accounts?|away|on|adresse))*|ex$|was|formerly|previously|used to be|(?:e-?mail|address|account|mailbox) (?:changed|moved|closed|dead|wrong|bounces|bounced|bouncing|is (?:old|wrong|dead|closed|full)))(?![a-z])/
/** What follows such words. 'Old Tom' is a name. */
const AFTER = /^(?:$| ?[-,;:.!()\]]| (?:to|since|from|in|on|now|please|any ?more|use|as|for)(?![a-z]))/

/** Labels of addresses, which are nobody's name. */
const LABEL =
  /^(?:work|home|personal|private|office|school|mobile|new|preferred|main|primary|secondary|other|mum|mam|mother|dad|father|parent|guardian|e-?mail|arbeit|privat|travail|maison)$/

/** True for words that mean that the address next to them is not to be used: 'old', 'do not use', 'moved'. */
export function isOutOfUse(words: string): boolean {
  const plain = foldForSearch(words.slice(0, MAX_LENGTH))
    .replace(/^[\s:;,.*([-]+/, '')
    .trimEnd()
  const [found] = OUT_OF_USE.exec(plain) ?? []
  const rests = [found === undefined ? undefined : plain.slice(found.length), findTextAfterLeaveOut(plain)]
  return rests.some((rest) => rest !== undefined && AFTER.test(rest))
}

/** True for a label of an address, such as 'work'. */
export const isAddressLabel = (words: string): boolean => LABEL.test(foldForSearch(words.slice(0, MAX_LENGTH)).trim())

/** The words of a name after its first bracket, dash or colon: 'moved away' for 'Kim - moved away'. Undefined if there are none. */
export function getNoteInName(name: string): string | undefined {
  const [, ...notes] = name.slice(0, MAX_LENGTH).split(/ [-–—] |[([:]/)
  return notes.length > 0 ? notes.join(' ') : undefined
}

const withoutAddresses = (cell: string) =>
  cell
    .slice(0, 2 * MAX_LENGTH)
    .split(/([\s()[\]<>]+)/)
    .filter((word) => !word.includes('@'))
    .join('')

/** The words of a cell around its addresses, without brackets: 'old' for 'm@example.ie (old)'. */
export const getWordsAroundAddress = (cell: string): string =>
  withoutAddresses(cell)
    .replace(/[\s()[\]<>]+/g, ' ')
    .trim()

/** The note next to the name in a cell with an address: 'old' for 'Ann (old) <a@example.ie>'. Undefined if there is none. */
export const getNoteAroundAddress = (cell: string): string | undefined =>
  getNoteInName(
    withoutAddresses(cell)
      .replace(/[\s<>]+/g, ' ')
      .trim(),
  )
