// Counts the lists of a Word document as Word does (ISO/IEC 29500-1, 17.9), because mammoth begins each list at 1.

import { toBox } from './symbols.mjs'
import { attribute, elementsIn, find, nameOf, readToggle, readValue } from './xml.mjs'

const LEVELS = 9
/** A longer number or label is not one that people write. */
const MAX_NUMBER = 99_999
const MAX_LABEL = 60

const ROMAN = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
]

function toRoman(number) {
  let left = Math.min(number, 3999)
  let roman = ''
  for (const [letters, value] of ROMAN)
    while (left >= value) {
      roman += letters
      left -= value
    }
  return roman
}

/** a to z, then aa, bb. */
function toLetters(number) {
  const letter = String.fromCharCode(97 + ((number - 1) % 26))
  return letter.repeat(Math.min(Math.ceil(number / 26), 10))
}

function toOrdinal(number) {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10]
  return `${number}${/1[123]$/.test(String(number)) ? 'th' : (ending ?? 'th')}`
}

const WORDS =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  )
const ORDINALS =
  'Zeroth First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth'.split(
    ' ',
  )

/** Formats of numbers, with the `type` of an HTML list that has the same. */
const FORMATS = {
  decimal: { type: '1', format: String },
  lowerLetter: { type: 'a', format: toLetters },
  upperLetter: { type: 'A', format: (number) => toLetters(number).toUpperCase() },
  lowerRoman: { type: 'i', format: toRoman },
  upperRoman: { type: 'I', format: (number) => toRoman(number).toUpperCase() },
  decimalZero: { format: (number) => String(number).padStart(2, '0') },
  ordinal: { format: toOrdinal },
  cardinalText: { format: (number) => WORDS[number] ?? String(number) },
  ordinalText: { format: (number) => ORDINALS[number] ?? toOrdinal(number) },
  none: { format: () => '' },
}
const getFormat = (name) => FORMATS[name] ?? FORMATS.decimal

function readLevel(element) {
  const start = Number(readValue(element, 'w:start') ?? 1)
  const restart = readValue(element, 'w:lvlRestart')
  const fonts = find(element, 'w:rPr', 'w:rFonts')
  return {
    start: Number.isInteger(start) && start >= 0 ? Math.min(start, MAX_NUMBER) : 1,
    format: readValue(element, 'w:numFmt') ?? 'decimal',
    text: (readValue(element, 'w:lvlText') ?? '').slice(0, MAX_LABEL),
    /** The level, from 1, after which it begins again; 0 for never. */
    restart: restart === undefined ? undefined : Number(restart),
    isLegal: readToggle(element, 'w:isLgl') ?? false,
    styleId: readValue(element, 'w:pStyle'),
    font: attribute(fonts, 'w:ascii') ?? attribute(fonts, 'w:hAnsi') ?? '',
  }
}

function readLevels(parent) {
  const levels = []
  for (const element of elementsIn(parent))
    if (nameOf(element) === 'w:lvl') levels[Number(attribute(element, 'w:ilvl') ?? 0)] ??= readLevel(element)
  return levels
}

/** Counts the list items of a document by its part with the lists, which may be missing, in the order of the calls. */
export function createListCounter(root, styles) {
  const definitions = new Map()
  const lists = new Map()
  for (const element of elementsIn(root)) {
    if (nameOf(element) === 'w:abstractNum') {
      const link = readValue(element, 'w:numStyleLink')
      definitions.set(attribute(element, 'w:abstractNumId'), { levels: readLevels(element), link, counts: [] })
    } else if (nameOf(element) === 'w:num') {
      const overrides = []
      for (const override of elementsIn(element)) {
        if (nameOf(override) !== 'w:lvlOverride') continue
        const start = readValue(override, 'w:startOverride')
        const level = find(override, 'w:lvl')
        overrides[Number(attribute(override, 'w:ilvl') ?? 0)] = {
          start: start === undefined ? undefined : Number(start),
          level: level && readLevel(level),
        }
      }
      lists.set(attribute(element, 'w:numId'), {
        definition: readValue(element, 'w:abstractNumId'),
        overrides,
        hasBegun: [],
      })
    }
  }

  /** A list and its definition, which may be that of a style. */
  function findDefinition(numId, step = 0) {
    const list = lists.get(numId)
    const definition = list && definitions.get(list.definition)
    if (!definition || step > LEVELS) return null
    return definition.link ? findDefinition(styles.findListOfStyle(definition.link), step + 1) : { list, definition }
  }

  /**
   * Counts one item. Returns its level, from 0, its `number`, its `label`, and the `type` of an HTML list with the same numbers; `isBullet`
   * for bullets, with a label for boxes; null without a list.
   */
  return function countItem(paragraph) {
    const found = styles.findList(paragraph)
    const used = found && findDefinition(found.numId)
    if (!used) return null
    const { list, definition } = used
    const ofStyle = definition.levels.findIndex((one) => one?.styleId && one.styleId === found.styleId)
    const level = Math.min(Math.max(found.level ?? ofStyle, 0), LEVELS - 1) || 0
    const settingsOf = (index) => list.overrides[index]?.level ?? definition.levels[index]
    const settings = settingsOf(level)
    if (!settings) return null
    const { counts } = definition
    const override = list.overrides[level]?.start
    if (override !== undefined && !list.hasBegun[level]) counts[level] = override - 1
    list.hasBegun[level] = true
    counts[level] = Math.min((counts[level] ?? settings.start - 1) + 1, MAX_NUMBER)
    for (let deeper = level + 1; deeper < LEVELS; deeper++) {
      const { restart } = settingsOf(deeper) ?? {}
      if (restart === undefined || (restart > 0 && level < restart)) counts[deeper] = undefined
    }
    if (settings.format === 'bullet') {
      const label = toBox(settings.font, settings.text)
      return { level, isBullet: true, label }
    }
    const { type } = getFormat(settings.format)
    const isSimple =
      !settings.isLegal && settings.text.trim().replace(/^\(/, '').replace(/[.)]$/, '') === `%${level + 1}`
    const label = settings.text.replace(/%([1-9])/g, (_, place) => {
      const of = settingsOf(Number(place) - 1)
      const value = counts[place - 1] ?? of?.start ?? 1
      return (settings.isLegal ? FORMATS.decimal : getFormat(of?.format)).format(value)
    })
    return { level, type: isSimple ? type : undefined, number: counts[level], label: label.trim() }
  }
}
