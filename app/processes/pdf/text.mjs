// The text of a page as people read it: in lines, without words that they do not see, with what was filled in.
import { findSymbol, isSymbolFont, TICKED, UNTICKED } from '../word/symbols.mjs'
import { listStrikes, listTicks, readAnnotations } from './annotations.mjs'
import { isThrough, listDrawnLines } from './lines.mjs'
import { readName } from './memory.mjs'
import { listObjects } from './objects.mjs'
import { findTurn, readTurn, turnBox } from './turns.mjs'
import { readVisibility } from './visibility.mjs'

const LAST_LETTER = 0x10ffff
/** A hyphen at the end of a line. Whether the word has one is decided by the server, which has a dictionary. */
const LINE_HYPHEN = '\ufffe'

/**
 * The text of a page, at most `max` characters; `isCut` if there is more. `words` has how many are 'shown', 'hidden', 'covered' or 'undrawn', and
 * `notes` how many notes there are.
 */
export function readPageText(pdfium, page, { form, memory, max }) {
  const ticks = listTicks(pdfium, page, form, memory)
  const found = readText(pdfium, page, { memory, max, ticks, strikes: listStrikes(pdfium, page, memory) })
  let { text, isCut } = found
  const add = (line) => {
    const longer = [text, line].filter(Boolean).join('\n')
    isCut ||= longer.length > max
    text = longer.slice(0, max)
  }
  let notes = 0
  for (const { value, note } of readAnnotations(pdfium, page, form)) {
    if (value === null) isCut = true
    else if (value) add(cleanText(value))
    else if (note && !text.includes(cleanText(note))) {
      notes++
      add(`Note: ${cleanText(note)}`)
    }
    if (text.length >= max && isCut) break
  }
  for (const tick of ticks) if (!found.placed.has(tick)) add(`${getSign(tick)} ${cleanText(tick.name)}`.trim())
  return { text, isCut, words: found.words, notes }
}

const getSign = ({ isTicked, sign = isTicked ? TICKED : UNTICKED }) => sign

/** PDFium puts a line break between any two pieces of text, even on the same line, so breaks and spaces are derived from positions. */
function readText(pdfium, page, { memory, max, ticks, strikes }) {
  const words = { shown: 0, hidden: 0, covered: 0, undrawn: 0 }
  const placed = new Set()
  const text = pdfium._FPDFText_LoadPage(page)
  if (!text) return { text: '', isCut: false, words, placed }
  try {
    const all = pdfium._FPDFText_CountChars(text)
    const letters = listLetters(pdfium, text, Math.min(all, max), memory)
    const objects = letters.length > 0 ? listObjects(pdfium, page, memory) : null
    removeUnseen(letters, objects && readVisibility(pdfium, page, { text, objects, memory }), words)
    const turn = turnUpright(letters)
    for (const tick of ticks) tick.box = turnBox(tick.box, turn)
    const marked = strikes.map((box) => turnBox(box, turn))
    const lines = listDrawnLines(pdfium, objects, turn, memory)
    const marks = findMovedMarks(letters)
    const others = letters.filter((one) => !marks.has(one))
    const ticked = placeTicks(others, [...ticks, ...marks.values()], placed)
    const clean = cleanText(writeLines(nameStruckOut(ticked, marked, lines)))
    return { text: clean.slice(0, max), isCut: all > max || clean.length > max, words, placed }
  } finally {
    pdfium._FPDFText_ClosePage(text)
  }
}

/** The letters of a page. Those that PDFium generated have no box, nor have blanks. */
function listLetters(pdfium, text, count, memory) {
  const letters = []
  const readFont = createFontReader(pdfium)
  for (let index = 0; index < count; index++) {
    const object = pdfium._FPDFText_GetTextObject(text, index)
    // A font may claim any number, which can be negative here.
    const code = pdfium._FPDFText_GetUnicode(text, index) >>> 0
    const letter = code > LAST_LETTER ? '' : (readSymbol(readFont(object), code) ?? String.fromCodePoint(code))
    const isGenerated = pdfium._FPDFText_IsGenerated(text, index) > 0
    // The box of a letter: its advance width and the font's height.
    const hasBox = !isGenerated && /\S/.test(letter) && pdfium._FPDFText_GetLooseCharBox(text, index, memory)
    let box
    if (hasBox) {
      const [left, top, right, bottom] = new Float32Array(pdfium.HEAPU8.buffer, memory, 4)
      box = { left, top, right, bottom }
    }
    letters.push({ index, letter, isGenerated, box, object, turn: box ? readTurn(pdfium, text, index) : 0 })
  }
  return letters
}

/** Returns the name of the font of a text object, if it is a symbol font. */
function createFontReader(pdfium) {
  const names = new Map()
  return (object) => {
    const font = object ? pdfium._FPDFTextObj_GetFont(object) : 0
    if (!font) return undefined
    if (!names.has(font)) {
      const name = readName(pdfium, (place, size) => pdfium._FPDFFont_GetBaseFontName(font, place, size))
      names.set(font, isSymbolFont(name) ? name : undefined)
    }
    return names.get(font)
  }
}

/**
 * The character of a code that a symbol font has, undefined for others. PDFs give codes of the private use area, or those of letters, which
 * these fonts do not have. Other codes of Symbol are characters.
 */
function readSymbol(font, code) {
  const isCode =
    font && (code >= 0xe000 || (/symbol/i.test(font) ? /^[A-Za-z]$/.test(String.fromCodePoint(code)) : true))
  return isCode ? findSymbol(font, code) : undefined
}

/** Turns the boxes of letters so that most letters are upright, and says by which turn. `own` is the box of a letter when itself is upright. */
function turnUpright(letters) {
  const turn = findTurn(letters)
  for (const one of letters) {
    if (!one.box) continue
    one.own = turnBox(one.box, one.turn)
    one.box = turnBox(one.box, turn)
  }
  return turn
}

/** Empties the letters of words that a reader does not see, and counts all words. */
function removeUnseen(letters, classify, seen) {
  if (!classify) return
  let word = []
  const endWord = () => {
    if (word.length === 0) return
    const state = classify(word.map(({ index }) => index))
    seen[state]++
    if (state === 'hidden' || state === 'covered')
      for (const one of word) Object.assign(one, { letter: '', box: undefined })
    word = []
  }
  for (const one of letters) {
    if (word.length > 0 && (!one.box || one.object !== word[0].object)) endWord()
    if (one.box) word.push(one)
  }
  endWord()
}

const overlapsLine = (one, other) => getOverlap(one, other) > Math.min(getHeight(one), getHeight(other)) / 2

const MARK = /^[☐☑☒✓✔✗✘]$/u
/** Each mark is compared with all letters of the page. */
const MAX_MARKS = 300

/** Boxes and ticks that were drawn before words to their left, as programs do with letters of another font; by their letters. */
function findMovedMarks(letters) {
  const drawn = letters.filter(({ box }) => box)
  const isMark = ({ letter }) => MARK.test(letter)
  const marks = drawn.filter(isMark)
  if (marks.length > MAX_MARKS) return new Map()
  const isMoved = (mark) =>
    drawn.some(({ box, index }) => index > mark.index && box.left < mark.box.left && overlapsLine(mark.box, box))
  if (!marks.some(isMoved)) return new Map()
  const words = drawn.filter((one) => !isMark(one))
  const besideWords = marks.filter(({ box }) => words.some((one) => overlapsLine(one.box, box)))
  return new Map(besideWords.map((one) => [one, { box: one.box, sign: one.letter }]))
}

/** Puts the sign of each ticked or empty box between its neighbours on the line. */
function placeTicks(letters, ticks, placed) {
  const [before, after] = [new Map(), new Map()]
  const add = (map, letter, sign) => map.set(letter, (map.get(letter) ?? '') + sign)
  for (const tick of ticks) {
    const { box } = tick
    const middle = (box.left + box.right) / 2
    let [left, right] = []
    for (const one of letters) {
      if (!one.box || !overlapsLine(one.box, box)) continue
      if (one.box.left >= middle && !(right?.box.left <= one.box.left)) right = one
      if (one.box.right <= middle && !(left?.box.right >= one.box.right)) left = one
    }
    if (!left && !right) continue
    if (right) add(before, right, `${getSign(tick)} `)
    else add(after, left, ` ${getSign(tick)}`)
    placed.add(tick)
  }
  return letters.map((one) => ({ ...one, before: before.get(one) ?? '', after: after.get(one) ?? '' }))
}

const isWithin = (box, other) => {
  const [middle, centre] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  return middle > other.left && middle < other.right && centre > other.bottom && centre < other.top
}

/** Says before and after words what is struck out. */
function nameStruckOut(letters, strikes, lines) {
  if (strikes.length + lines.length === 0) return letters
  let [first, last] = []
  const endStrike = () => {
    if (!first) return
    first.before += '(crossed out: '
    last.after = `)${last.after}`
    first = undefined
  }
  for (const one of letters) {
    if (!one.box) continue
    if (strikes.some((strike) => isWithin(one.box, strike)) || lines.some((line) => isThrough(line, one.box))) {
      first ??= one
      last = one
    } else endStrike()
  }
  endStrike()
  return letters
}

function writeLines(letters) {
  let words = ''
  let last
  let base
  let isBroken = false
  for (const one of letters) {
    const { letter, isGenerated, box, before, after } = one
    if (isGenerated) {
      if (/[\r\n]/.test(letter)) isBroken = true
      else words += letter
      continue
    }
    if (box && isBroken) words += last ? getSeparator(last, one) : '\n'
    else if (box && last && isOnOtherLine(last, one) && !/\s/.test(words.at(-1))) words += '\n'
    if (box) isBroken = false
    words += before && !/\s$/.test(words) && words ? ` ${before}` : before
    const isFigure = /^\d$/.test(letter) && /\S/.test(words.at(-1) ?? ' ')
    const raised = box && base && isFigure && isRaised(one.own, base.own) ? RAISED[letter] : undefined
    words += (raised ?? letter) + after
    if (box) last = one
    if (box && !raised) base = one
  }
  return words
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** True for a figure that is smaller and higher than the letter before: 5² is not 52. */
const isRaised = (box, base) =>
  getHeight(box) < getHeight(base) * 0.85 && box.bottom > base.bottom + getHeight(base) * 0.15

/** The narrowest gap between two words, as a share of the font height. */
const WORD_GAP = 0.12

const getOverlap = (one, other) => Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom)
const getHeight = ({ top, bottom }) => top - bottom

/** The separator between two letters: nothing, a space, or a line break. */
function getSeparator(one, other) {
  if (one.turn !== other.turn) return '\n'
  const height = Math.max(getHeight(one.own), getHeight(other.own))
  const gap = other.own.left - one.own.right
  if (getOverlap(one.own, other.own) < height / 2 || gap < -height) return '\n'
  return gap > height * WORD_GAP ? ' ' : ''
}

/** True for letters of two pieces of text on different lines, between which PDFium puts no line break if they are short. */
const isOnOtherLine = (one, other) =>
  one.object !== other.object && (one.turn !== other.turn || !overlapsLine(one.own, other.own))

/** Removes control characters, and the line breaks after hyphens at line ends, which PDFium gives as U+0002 or U+FFFE. */
const cleanText = (text) =>
  text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0002', LINE_HYPHEN)
    .replace(/\ufffe\s*/g, LINE_HYPHEN)
    .replace(/(?!\ufffe)[^\P{C}\n\t]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
