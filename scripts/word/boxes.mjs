// Boxes that are ticked or not, which Word draws by symbol fonts.

export const TICKED = '\u2612'
export const UNTICKED = '\u2610'

/** Characters of symbol fonts by their code without the private use area. */
const BOXES = {
  wingdings: { [UNTICKED]: [0x6f, 0x70, 0x71, 0x72, 0xa8], [TICKED]: [0x78, 0xfd, 0xfe], '✓': [0xfc], '✗': [0xfb] },
  'wingdings 2': { [UNTICKED]: [0xa3], [TICKED]: [0x51, 0x52, 0x53, 0x54], '✓': [0x50], '✗': [0x4f] },
  webdings: { [UNTICKED]: [0x63], '✓': [0x61], '✗': [0x72] },
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

export const isSymbolFont = (font) => Object.hasOwn(LISTED, font.toLowerCase())

/** The box or tick that a character of a symbol font is, by its code; undefined for others. */
export const findBox = (font, code) => LISTED[font.toLowerCase()]?.get(code >= 0xf000 ? code - 0xf000 : code)

/** The box, tick or cross that a list has as its bullet; undefined for others. */
export const toBox = (font, bullet) => {
  const [character = ''] = bullet
  return BOX_CHARACTERS.get(character) ?? findBox(font, character.codePointAt(0) ?? 0)
}
