// The characters of symbol fonts, whose codes mean letters in other fonts: ticks, boxes, arrows, Greek letters.
import { codePoint as findDingbat } from 'dingbat-to-unicode'

export const TICKED = '\u2612'
export const UNTICKED = '\u2610'

/** Boxes, ticks and crosses by their code without the private use area. */
const BOXES = {
  WINGDINGS: { [UNTICKED]: [0x6f, 0x70, 0x71, 0x72, 0xa8], [TICKED]: [0x78, 0xfd, 0xfe], '✓': [0xfc], '✗': [0xfb] },
  'WINGDINGS 2': { [UNTICKED]: [0xa3], [TICKED]: [0x51, 0x52, 0x53, 0x54], '✓': [0x50], '✗': [0x4f] },
  WEBDINGS: { [UNTICKED]: [0x63], '✓': [0x61], '✗': [0x72] },
}
const LISTED = Object.fromEntries(
  Object.entries(BOXES).map(([font, signs]) => [
    font,
    new Map(Object.entries(signs).flatMap(([sign, codes]) => codes.map((code) => [code, sign]))),
  ]),
)
/** Boxes that are characters of their own. */
const BOX_CHARACTERS = new Map(
  Object.entries({ [UNTICKED]: '☐□▢◻❏❐❑❒⬜', [TICKED]: '☑☒🗹🗵🗷' }).flatMap(([sign, characters]) =>
    [...characters].map((character) => [character, sign]),
  ),
)

/** The fonts that dingbat-to-unicode knows, by their names in documents and PDFs without blanks and endings. */
const FONTS = new Map(
  ['SYMBOL', 'WINGDINGS', 'WINGDINGS 2', 'WINGDINGS 3', 'WEBDINGS'].map((name) => [name.replace(' ', ''), name]),
)
const findFont = (name) =>
  FONTS.get(
    name
      .toUpperCase()
      .replace(/^[A-Z]{6}\+/, '')
      .replace(/[^A-Z\d]/g, '')
      .replace(/(?:REGULAR|MT)$/, ''),
  )

const ARROWS = '←↑→↓↖↗↘↙'
/** Signs of newer Unicode, which few devices can show, as older ones. Arrows are in the order of ARROWS, in fours or eights. */
const OLDER = [
  { from: 0x1f800, to: 0x1f84f, toSign: (place) => ARROWS[place % 4] },
  { from: 0x1f850, to: 0x1f857, toSign: (place) => ARROWS[place] },
  { from: 0x1f858, to: 0x1f859, toSign: (place) => '↔↕'[place] },
  { from: 0x1f860, to: 0x1f887, toSign: (place) => ARROWS[place % 8] },
  { from: 0x1f890, to: 0x1f89f, toSign: (place) => ARROWS[place % 4] },
  { from: 0x1f8a0, to: 0x1f8ad, toSign: (place) => '←→'[place % 2] },
  { from: 0x2b60, to: 0x2b63, toSign: (place) => ARROWS[place] },
  { from: 0x2b66, to: 0x2b69, toSign: (place) => ARROWS[place + 4] },
  { from: 0x2b6a, to: 0x2b6d, toSign: (place) => ARROWS[place] },
  { from: 0x2b88, to: 0x2b8b, toSign: (place) => ARROWS[place] },
  { from: 0x2b98, to: 0x2b9b, toSign: (place) => '◀▲➢▼'[place] },
]
const OLDER_SIGNS = new Map(Object.entries({ '⚫': '●', '◼': '■', '🔾': '❍', '🕿': '☎', '🖂': '✉' }))

function toOlder(code) {
  const range = OLDER.find(({ from, to }) => from <= code && code <= to)
  const sign = String.fromCodePoint(code)
  return range ? range.toSign(code - range.from) : (OLDER_SIGNS.get(sign) ?? sign)
}

/** The range of the private use area in which symbol fonts have their codes. */
const [PRIVATE, PRIVATE_END] = [0xf000, 0xf0ff]
const isPrivate = (code) => code >= PRIVATE && code <= PRIVATE_END

export const isSymbolFont = (font) => findFont(font) !== undefined

/** The character that a code is in a symbol font; undefined in other fonts, and for codes that the font does not have. */
export function findSymbol(font, code) {
  const name = findFont(font)
  if (!name) return undefined
  const own = isPrivate(code) ? code - PRIVATE : code
  if (own === 0x20 || own === 0xa0) return name === 'SYMBOL' && own === 0xa0 ? '€' : ' '
  const box = LISTED[name]?.get(own)
  if (box) return box
  const found = own > 0xff ? undefined : findDingbat(name, own)
  return found && toOlder(found.codePoint)
}

/** The box, tick or cross that a list has as its bullet; undefined for others. */
export const toBox = (font, bullet) => {
  const [character = ''] = bullet
  const code = character.codePointAt(0) ?? 0
  return BOX_CHARACTERS.get(character) ?? LISTED[findFont(font)]?.get(isPrivate(code) ? code - PRIVATE : code)
}
