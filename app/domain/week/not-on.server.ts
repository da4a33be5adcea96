import { formatIsoDay, getToday } from '~/domain/events/days'
import { findTextAfterLeaveOut, isCross } from '~/domain/leave-out.server'
import { foldForSearch, foldToLetters } from '~/domain/text'
import { parseDated } from './dated'

/** Whether a text says that nothing is on: surely, or maybe, so that a person has to look. */
export type NotOn = 'surely' | 'maybe'

/** A cell that is no part of a session, and the name of its column; '' for a line of the activity's cell. */
export interface RowNote {
  column: string
  text: string
}

/** Characters of a cell that are read. */
const MAX_LENGTH = 120
const NOT_CALLED_OFF =
  /\b(?:not|never|no longer|isn't|wasn't|hasn't|hasnt|nie|nicht|pas) (?:been |yet )?(?:cancell?ed|postponed|closed|finished|ended|stopped|over)\b/g

/** A plain text without marks around it, and without 'not cancelled': '*** CLOSED ***' is 'closed'. */
const simplify = (text: string) =>
  foldForSearch(text.slice(0, MAX_LENGTH))
    .replace(/[\s*!_.…~=#"]+/g, ' ')
    .replace(NOT_CALLED_OFF, ' ')
    .replace(/^[ -]+/, '')
    .trimEnd()

/** The parts of a text between brackets, colons and dashes: 'art' and 'cancelled' for 'art (cancelled)'. */
const splitParts = (plain: string) => plain.split(/[()[\]:;,/]| -(?= |$)/).flatMap((part) => part.trim() || [])

/** Each end of a text that begins with a word. */
function listEnds(part: string): string[] {
  const ends = [part]
  for (let at = part.indexOf(' '); at >= 0; at = part.indexOf(' ', at + 1)) ends.push(part.slice(at + 1))
  return ends
}

/** Called off, in English, German, French, Polish and Irish, without accents. */
const OFF =
  /^(?:cancell?ed|cancell?ation|postponed|suspended|deferred|discontinued|called off|on hold|not (?:on|running|happening|taking place|going ahead|available)|no (?:class(?:es)?|sessions?|lessons?|activit(?:y|ies)|groups?|meeting)|fallt aus|entfallt|ausgefallen|abgesagt|verschoben|keine?n? (?:unterricht|kurs|angebot)|annulee?|reportee?|supprimee?|pas de (?:cours|seance|classe)|odwolan[aey]|przelozon[aey]|brak zajec|nie odbywa sie|cealaithe|curtha ar ceal|ar ceal|nil aon (?:rang|seisiun))(?![a-z])/
const HOLIDAY =
  /^(?:(?:bank|public|national|school|summer|christmas|xmas|easter|halloween|winter|spring|autumn|half[ -]?term|mid[ -]?term) (?:holidays?|hols|break|closure|vacation)|holidays?|hols|vacation|half[ -]?term|mid[ -]?term|annual leave|feiertag|ferien|urlaub|(?:jour )?ferie|vacances|conges?|swieto|wakacje|dzien wolny|(?:la )?saoire)(?![a-z])/
const CLOSED =
  /^(?:(?:centre|center|school|college|service|building|hall|pool|gym|kitchen) )?(?:(?:is|are) )?(?:closed|shut|geschlossen|fermee?|zamkniete|nieczynne|dunta)(?![a-z])/
const NOTHING =
  /^(?:frei|libre|wolne|saor|not in use|vacant|unavailable|nothing(?: on| planned| scheduled| booked)?)(?![a-z])/
/** These words are no activity only if nothing follows. */
const NOTHING_ALONE =
  /^(?:x|off|free|nil|none|n ?\/? ?a|not applicable|blank|empty|available|tb[acd]|to be (?:confirmed|announced|arranged|decided)|days? off|off (?:today|sick)|free (?:all )?day|free (?:period|slot|block)|no (?:centre|center|school|college|service|programme|program|timetable|tutor))$/
/** What follows says why, or until when. 'Closed captions' is an activity. */
const WHY =
  /^(?:$| ?[,;:/()-]| (?:today|tomorrow|now|for|due|because|owing|as|until|till?|from|on|during|this|all|wegen|bis|fur|pour|jusqu|z powodu|do)(?![a-z]))/
/** Off altogether. On some days only, it is on at other times. */
const ALTOGETHER =
  /^(?:$| (?:(?:today|tomorrow|for now|any ?more|any longer|this (?:week|month|term|year))$|(?:until|till?|due to|because|owing to|for) ))/
const OVER = /^(?:(?:is|are|has) )?(?:closed|shut|off|finished|ended|geschlossen|fermee?|zamkniete|dunta)(?![a-z])/
const FOR_NOW = / (?:today|tomorrow|this (?:week|month|term|morning|afternoon|year))$| (?:until|due to) /
const THERE_IS_NO = /^(?:there is|there's|theres|we have) no /
const MAYBE =
  /\b(?:tb[acd]|to be (?:confirmed|announced|arranged|decided)|provisional|maybe|possibly|pending)\b|^no [a-z]|^(?:free (?:time|choice|play|morning|afternoon|evening)|rest(?: day| time)?|staff (?:training|meeting)|training day|in-?service(?: day)?|inset day|home day|absent|away|on leave|sick|good friday|easter monday|christmas (?:day|eve)|st stephen's day|st patrick's day|new year's (?:day|eve)|bank holiday .*)$/

/** Ended, after the name of the session or nothing: 'the class has finished', 'no longer runs'. */
const ENDED =
  /^(?:(?:(?:the|this|our) )?(?:class(?:es)?|sessions?|course|group|club|activity|programme|program|workshop|lessons?|it|they) )?(?:(?:is|are|has|have|was|were) )?(?:now |already )?(?:been )?(?:finished|ended|stopped|over|concluded|terminated|wound up|no longer (?:on|runs?|running|held|happen(?:s|ing)|takes? place|taking place|going|meets?|offered)|(?:does not|doesn't|do not|don't) (?:run|meet|happen|take place) (?:any ?more|any longer)|beendet|zu ende|eingestellt|findet nicht mehr statt|terminee?s?|finie?s?|n'a plus lieu|zakonczon[aey]|juz sie nie odbywa|criochnaithe)(?![a-z])/
/** What follows 'ended' if it is over: ' for good', ' last term', ' until January'. */
const ENDED_ALREADY =
  /^(?: (?:now|already|yesterday|for good|early|altogether))?$|^ (?:until|till?) |^ (?:(?:in|at|since|before|after|by|for|during|over) )?(?:the |last |this |early |late |mid ?-?){0,2}(?:weeks?|months?|term|year|spring|summer|autumn|winter|holidays|\d{4})$/
/** The same with a month, which may be to come: ' in December'. */
const ENDED_IN =
  /^ (?:(?:in|at|since|before|after|by) )?(?:the |early |late |mid ?-?)?(christmas|easter|halloween|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*(?: \d{4})?$/
const FEASTS = new Map([
  ['christmas', 'december'],
  ['easter', 'april'],
  ['halloween', 'october'],
])
/** Columns whose words are about the session itself, letters only. */
const ABOUT_SESSION =
  /^(?:|notes?|comments?|remarks?|info|information|details?|status|state|column\d*|bemerkung(?:en)?|notiz(?:en)?|hinweise?|remarques?|statut|etat|uwagi|stan|notai|stadas)$/
const STATE_COLUMN = /^(?:status|state|zustand|statut|etat|stan|stadas)$/
const STATE_OVER = /^(?:completed?|done|inactive|archived|past|abgeschlossen|inaktiv)$/
const STATE_ON = /^(?:on|running|active|going ahead|happening|open|current|ongoing|confirmed|scheduled|aktiv)$/

/** Whether a part of a text says that something has ended: surely, or maybe if its month is still to come. */
function findEnded(parts: string[]): NotOn | undefined {
  for (const part of parts) {
    const [ended] = ENDED.exec(part) ?? []
    if (ended === undefined) continue
    const rest = part.slice(ended.length)
    const [year = getToday().year] = /\d{4}$/.exec(rest) ?? []
    if (ENDED_ALREADY.test(rest)) return Number(year) > getToday().year ? 'maybe' : 'surely'
    const [, month = ''] = ENDED_IN.exec(rest) ?? []
    const then = month && parseDated(`15 ${FEASTS.get(month) ?? month} ${year}`)?.date
    if (then) return then > formatIsoDay(getToday()) ? 'maybe' : 'surely'
  }
  return undefined
}

/** Returns 'surely' for words that call something off altogether, and 'maybe' for some of its days only. */
function findCalledOff(parts: string[]): NotOn | undefined {
  const ends = parts.flatMap(listEnds)
  const tails = ends.flatMap((end) => {
    const [off] = OFF.exec(end) ?? []
    return off === undefined ? [] : end.slice(off.length)
  })
  if (tails.some((tail) => ALTOGETHER.test(tail))) return 'surely'
  return tails.length > 0 ? 'maybe' : undefined
}

/** What follows 'skip' if it is for some days or reasons only. */
const SOMETIMES = /^ (?:on|from|in|at|if|when|for|after|before|every|some|unless|\d)(?![a-z])/

/** Whether parts of a text say that a session is not to be imported: surely, or maybe if only on some days. */
function findLeftOut(parts: string[]): NotOn | undefined {
  const tails = parts.flatMap((part) => findTextAfterLeaveOut(part) ?? [])
  if (tails.some((tail) => ALTOGETHER.test(tail))) return 'surely'
  return tails.some((tail) => SOMETIMES.test(tail)) ? 'maybe' : undefined
}

/** True for a text that begins with one of the expressions, and ends there or says why. */
const isOnly = (plain: string, forms: RegExp[]) =>
  forms.some((form) => {
    const [found] = form.exec(plain) ?? []
    return found !== undefined && WHY.test(plain.slice(found.length))
  })

const isHoliday = (plain: string) => HOLIDAY.exec(plain)?.[0] === plain

/** Crossed out by hand. */
const CROSSED_OUT = /[✗✘✖❌]|^~~.*~~$/su

/** Whether an activity's text says that nothing is on, as in 'Closed' or 'Art (cancelled)', but not in 'Free dance' or 'Closed captions'. */
export function readNotOn(activity: string): NotOn | undefined {
  const plain = simplify(activity)
  const parts = splitParts(plain)
  const [first = '', ...others] = parts
  const calledOff = findCalledOff(parts)
  const isForNow = /^no [a-z]/.test(plain) && FOR_NOW.test(plain)
  const isOver = others.some((part) => {
    const [over] = OVER.exec(part) ?? []
    return over !== undefined && ALTOGETHER.test(part.slice(over.length))
  })
  if (OFF.test(plain) || NOTHING_ALONE.test(plain) || isOnly(plain, [HOLIDAY, CLOSED, NOTHING])) return 'surely'
  const leftOut = findLeftOut(others)
  if (calledOff === 'surely' || leftOut === 'surely' || isForNow || isOver || THERE_IS_NO.test(plain)) return 'surely'
  if (/^\w{3,20}(?: is| are)? closed$/.test(first)) return 'surely'
  if (/^.{2,60} (?:has|have|is|are) (?:now |already )?(?:finished|ended|stopped|over)$/.test(plain)) return 'surely'
  if (/^.{2,60} no longer (?:on|runs?|running|takes place|meets)$/.test(plain)) return 'surely'
  const isQuestion = plain.endsWith('?') && plain.split(' ').length < 3
  if (/ (?:finished|ended|stopped)$/.test(plain)) return 'maybe'
  return calledOff ||
    leftOut ||
    findLeftOut([first]) === 'surely' ||
    isQuestion ||
    MAYBE.test(plain) ||
    CROSSED_OUT.test(activity.trim()) ||
    others.some(isHoliday)
    ? 'maybe'
    : undefined
}

const CONDITION =
  /\b(?:only (?:if|when)|unless|depend(?:s|ing)|permitting|subject to|(?:if|when) (?:available|dry|enough|fine|staff))\b/

/** True for words about when or whether a session is on: 'only if staff', 'weather permitting'. */
export const saysCondition = (text: string): boolean => CONDITION.test(simplify(text))

const MENTIONED =
  /\b(?:closed|shut|holidays?|except|excludes|excluding|term ?-?time|off|not|no longer|never|break|paused?|stop(?:s|ped)?|finished|ended|over|withdrawn|deleted|removed|moved|resumes?|skip|omit|\d{1,2}[ -]?(?:weeks?|wks?)|(?:weeks?|wks?) ?\d{1,2})\b/
/** With these words, a day that follows 'until' is no last day of a session: 'off until 12 January'. */
const OFF_MEANWHILE =
  /\b(?:off|not|no|never|break|closed|shut|away|paused?|skip|omit|remove|without|except|excluding)\b/

/** True for a text whose days may be those without the session. */
export const mayBeOffMeanwhile = (text: string): boolean => OFF_MEANWHILE.test(simplify(text))

const LAST = /\b(?:last|final) (?:class|session|lesson|day|meeting|one|term|date)\b/
/** Not before a time. */
const ENDING =
  /\b(?:ends|ending|finishes|finishing|stops|stopping|will (?:end|finish|stop)|is (?:ending|finishing|stopping))\b(?! (?:(?:at|around|by|about) )?\d{1,2}(?:[:.h]\d\d| ?[ap]m|$| ?o'clock))/

/** True for words about a last day, whether it is named or not: 'last class this week', 'ends soon'. */
export function saysEnding(text: string): boolean {
  const plain = simplify(text)
  return LAST.test(plain) || ENDING.test(plain)
}

const YES = /^(?:yes|y|true|1|x|[✓✔☑✅]\ufe0f?|ja|oui|tak|ta)$/
const NO = /^(?:no|n|false|0|nein|non|nie)$/
const OFF_COLUMN = /^(?:is|has)?(?:cancell?ed|postponed|suspended|notrunning|noton|closed|ended|finished|stopped)$/
const ON_COLUMN = /^(?:is)?(?:on|running|active|goingahead|happening|import|includ(?:e|ed))$/
const ONE_TERM =
  /^(?:(?:autumn|spring|summer|winter|first|second|third|last|[1-4](?:st|nd|rd|th)?) )?(?:term|semester|trimester)(?: [1-4])?(?: \d{4})?(?: only)?$|\b(?:term|autumn|spring|summer|winter)(?: ?-?time)?(?: term)? only$/

/** True for the name of a column such as Cancelled or Skip, in which 'yes' leaves the session out. */
const isOffColumn = (column: string) =>
  OFF_COLUMN.test(foldToLetters(column.slice(0, 60))) ||
  findTextAfterLeaveOut(simplify(column).replaceAll('?', '')) === ''

/** Whether a note beside a session says that it is not on: 'cancelled' is sure, 'no class on 26 October' is not. */
export function readNotOnNote({ column, text }: RowNote): NotOn | undefined {
  const plain = simplify(text)
  const name = foldToLetters(column.slice(0, 60))
  if ((isOffColumn(column) && YES.test(plain)) || (ON_COLUMN.test(name) && NO.test(plain))) return 'surely'
  if (STATE_COLUMN.test(name) && STATE_OVER.test(plain)) return 'surely'
  const parts = splitParts(plain)
  const calledOff = findCalledOff(parts)
  if (calledOff) return calledOff
  const over = findLeftOut(parts) ?? findEnded(parts)
  if (over) return ABOUT_SESSION.test(name) ? over : 'maybe'
  const isDoubtful =
    saysEnding(plain) ||
    CONDITION.test(plain) ||
    MENTIONED.test(plain) ||
    ONE_TERM.test(plain) ||
    CROSSED_OUT.test(text.trim()) ||
    isCross(plain) ||
    /^(?:tb[acd]|off)$/.test(plain)
  return isDoubtful || isHoliday(plain) ? 'maybe' : undefined
}

/** True for a note that says that a session is on: 'Running' in a column Status, or 'no' in a column Cancelled. */
export function saysOn({ column, text }: RowNote): boolean {
  const plain = simplify(text)
  const name = foldToLetters(column.slice(0, 60))
  if (isOffColumn(column)) return NO.test(plain)
  return (ON_COLUMN.test(name) && YES.test(plain)) || (STATE_COLUMN.test(name) && STATE_ON.test(plain))
}

/** The same for a place, a tutor or a time, such as 'Cancelled'. 'TBC' only means that the place is not known. */
export function readNotOnCell(text: string): NotOn | undefined {
  const plain = simplify(text)
  const parts = splitParts(plain)
  const isDoubtful = findLeftOut(parts) !== undefined || isOnly(plain, [HOLIDAY, CLOSED])
  return findCalledOff(parts) ?? findEnded(parts) ?? (isDoubtful ? 'maybe' : undefined)
}
