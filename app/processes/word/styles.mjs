// What applies to a run or a paragraph of a Word document through its styles (ISO/IEC 29500-1, 17.7.2), which mammoth does not look up.
import { attribute, elementsIn, find, findAllWithin, nameOf, readToggle, readValue } from './xml.mjs'

/** A chain of styles that is longer is a loop. */
const MAX_CHAIN = 30

const TOGGLES = ['w:vanish', 'w:strike', 'w:dstrike']

/** Some programs raise and lower figures by half points. */
function readPosition(properties) {
  const position = Number(readValue(properties, 'w:position') ?? 0)
  return position >= 3 ? 'superscript' : position <= -2 ? 'subscript' : undefined
}

const WHITE = /^f{6}$/i

/** Whether an element with a colour, and perhaps one of the theme, has that of the paper. */
function isPaperColour(element, colour, themeColour) {
  const theme = attribute(element, `w:${themeColour}`)
  if (theme !== 'background1' && theme !== 'light1') return WHITE.test(attribute(element, `w:${colour}`) ?? '')
  // The colour of the theme, and not a darker one.
  return !attribute(element, `w:${themeColour === 'themeColor' ? 'themeShade' : 'themeFillShade'}`)
}

/** Whether text of these properties is white; undefined if they say nothing about it. */
function readWhite(properties) {
  const colour = find(properties, 'w:color')
  return colour && isPaperColour(colour, 'val', 'themeColor')
}

/** Whether these properties have a shading of another colour than the paper's; undefined without a shading. */
function readShading(properties) {
  const shading = find(properties, 'w:shd')
  return shading && isColoured(shading)
}

function isColoured(shading) {
  const pattern = attribute(shading, 'w:val') ?? 'clear'
  if (pattern === 'nil') return false
  const isPlain = /^(?:auto)?$/.test(attribute(shading, 'w:fill') ?? '') && !attribute(shading, 'w:themeFill')
  return pattern !== 'clear' || !(isPlain || isPaperColour(shading, 'fill', 'themeFill'))
}

/** Whether anything within an element has a shading of another colour than the paper's. */
export function hasShading(element) {
  return element !== undefined && Array.from(findAllWithin(element, 'w:shd')).some(isColoured)
}

function readHighlight(properties) {
  const colour = readValue(properties, 'w:highlight')
  return colour && !['none', 'white'].includes(colour)
}

function readRunProperties(properties) {
  const fonts = find(properties, 'w:rFonts')
  return {
    ...Object.fromEntries(TOGGLES.map((name) => [name, readToggle(properties, name)])),
    raised: readValue(properties, 'w:vertAlign') ?? readPosition(properties),
    isWhite: readWhite(properties),
    isShaded: readShading(properties),
    isHighlighted: readHighlight(properties),
    // A font of the theme has letters.
    font: attribute(fonts, 'w:asciiTheme') ? '' : (attribute(fonts, 'w:ascii') ?? attribute(fonts, 'w:hAnsi')),
  }
}

/** The properties of runs and paragraphs by the part with the styles, which may be missing. */
export function createStyleResolver(root) {
  const styles = new Map()
  const defaults = {}
  for (const style of elementsIn(root)) {
    if (nameOf(style) !== 'w:style') continue
    const id = attribute(style, 'w:styleId') ?? ''
    const type = attribute(style, 'w:type') ?? 'paragraph'
    if (readsAsTrue(attribute(style, 'w:default'))) defaults[type] ??= id
    if (styles.has(id)) continue
    styles.set(id, {
      basedOn: readValue(style, 'w:basedOn'),
      name: readValue(style, 'w:name') ?? '',
      run: readRunProperties(find(style, 'w:rPr')),
      numbering: find(style, 'w:pPr', 'w:numPr'),
      isParagraphShaded: readShading(find(style, 'w:pPr')),
      isTableShaded: (type === 'table' && hasShading(style)) || undefined,
      isRightToLeft: readToggle(find(style, 'w:pPr'), 'w:bidi'),
    })
  }
  const ofDocument = readRunProperties(find(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'))

  /** The first value that `read` finds in a style and those that it is based on. */
  function inherit(id, read) {
    let style = styles.get(id)
    for (let step = 0; style && step < MAX_CHAIN; step++) {
      const value = read(style, id)
      if (value !== undefined) return value
      id = style.basedOn
      style = styles.get(id)
    }
  }
  const styleOf = (properties) => readValue(properties, 'w:pStyle') ?? defaults.paragraph

  return {
    /** The effective properties of a run by its `w:rPr`, in a paragraph with this `w:pPr`. */
    resolveRun(properties, paragraph) {
      const direct = readRunProperties(properties)
      const ofRun = readValue(properties, 'w:rStyle')
      const ofParagraph = styleOf(paragraph)
      const read = (name) => {
        if (direct[name] !== undefined) return direct[name]
        const inRun = inherit(ofRun, ({ run }) => run[name])
        const inParagraph = inherit(ofParagraph, ({ run }) => run[name])
        if (!TOGGLES.includes(name)) return inRun ?? inParagraph ?? ofDocument[name]
        // A toggle that is on in both styles is off.
        return Boolean(inRun) !== Boolean(inParagraph) || Boolean(ofDocument[name])
      }
      const isParagraphShaded = () =>
        readShading(paragraph) ?? inherit(ofParagraph, ({ isParagraphShaded }) => isParagraphShaded)
      return {
        isHidden: read('w:vanish'),
        /** Whether it has the colour of the paper, and no ground of its own. */
        isWhite: read('isWhite') && !read('isShaded') && !read('isHighlighted') && !isParagraphShaded(),
        isStruck: read('w:strike') || read('w:dstrike'),
        raised: read('raised'),
        font: read('font') ?? '',
      }
    },
    /** Whether a table has a shading, or its style has one for any of its cells. */
    isTableShaded(table) {
      const properties = find(table, 'w:tblPr')
      const id = readValue(properties, 'w:tblStyle') ?? defaults.table
      return hasShading(properties) || Boolean(inherit(id, ({ isTableShaded }) => isTableShaded))
    },
    isRightToLeft: (paragraph) =>
      readToggle(paragraph, 'w:bidi') ?? inherit(styleOf(paragraph), ({ isRightToLeft }) => isRightToLeft) ?? false,
    /** The id and level of the list that a paragraph belongs to, by its style or its own properties; null without one. */
    findList(paragraph) {
      const own = find(paragraph, 'w:numPr')
      const fromStyle = (name) =>
        inherit(styleOf(paragraph), ({ numbering }, styleId) => {
          const value = readValue(numbering, name)
          return value === undefined ? undefined : { value, styleId }
        })
      const inherited = fromStyle('w:numId')
      const numId = readValue(own, 'w:numId') ?? inherited?.value
      if (numId === undefined || numId === '0') return null
      const level = readValue(own, 'w:ilvl') ?? fromStyle('w:ilvl')?.value
      return { numId, level: level === undefined ? undefined : Number(level), styleId: inherited?.styleId }
    },
    /** True for a paragraph that becomes a heading (app/processes/word.mjs). */
    isHeading(paragraph) {
      const id = readValue(paragraph, 'w:pStyle') ?? ''
      return /^Heading[1-6]$/.test(id) || /^(?:heading [1-6]|title|subtitle)$/i.test(styles.get(id)?.name ?? '')
    },
    /** The list that a style of lists leads to. */
    findListOfStyle: (id) => readValue(styles.get(id)?.numbering, 'w:numId'),
  }
}

const readsAsTrue = (value) => value === '1' || value === 'true' || value === 'on'
