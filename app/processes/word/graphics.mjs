// What mammoth leaves out of a Word document without a word: equations, charts, diagrams, text boxes, drawings, inserted documents. Text
// boxes and pictures become what it reads; the others are named in their place.
import {
  attribute,
  create,
  createText,
  descendants,
  elementsIn,
  find,
  findAllWithin,
  findWithin,
  nameOf,
  outermost,
  textWithin,
} from './xml.mjs'

/** The most characters of an equation's or a diagram's words. */
const MAX_WORDS = 300

const shorten = (text) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)} …` : line
}

/** Names what the page does not show, in its place. */
const describeMissing = (name, words = '') => {
  const article = /^WordArt/.test(name) ? '' : /^[aeiou]/i.test(name) ? 'an ' : 'a '
  const text = shorten(words)
  return `(The download has ${article}${name} here${text && `: ${text}`}${/[.!?…]$/.test(text) ? '' : '.'})`
}

const OPERATORS = { 'm:f': '/', 'm:sSup': '^', 'm:sSub': '_' }
const PARTS = new Set(['m:num', 'm:den', 'm:e', 'm:sup', 'm:sub', 'm:deg', 'm:lim', 'm:fName'])

/** An equation in one line, such as 1/2+3. */
function writeEquation(element) {
  const name = nameOf(element)
  if (name === 'm:t') return element.textContent
  if (/^m:\w+Pr$/.test(name)) return name === 'm:naryPr' ? (attribute(find(element, 'm:chr'), 'm:val') ?? '∫') : ''
  const parts = Array.from(elementsIn(element), (child) => [nameOf(child), writeEquation(child)])
  const inside = parts
    .filter(([part]) => PARTS.has(part))
    .map(([, text]) => (text.length > 1 && /\W/.test(text) ? `(${text})` : text))
  if (OPERATORS[name] && inside.length === 2) return inside.join(OPERATORS[name])
  if (name === 'm:sSubSup' && inside.length === 3) return `${inside[0]}_${inside[1]}^${inside[2]}`
  if (name === 'm:rad') return `${inside.length > 1 ? inside[0] : ''}√${inside.at(-1) ?? ''}`
  if (name === 'm:d') return `(${parts.map(([, text]) => text).join('')})`
  return parts.map(([, text]) => text).join('')
}

/** An equation in a field of older programs, such as `EQ \\f(1,2)`, in one line: 1/2. */
const writeEquationField = (instruction) =>
  instruction
    .replace(/^\s*EQ\s+/i, '')
    .replace(/\\f ?\(([^(),;\\]*)[,;]([^(),;\\]*)\)/gi, '$1/$2')
    .replace(/\\[a-z]+/gi, '')

const isEquation = (name) => name === 'm:oMath' || name === 'm:oMathPara'

/** Names of inserted documents by their program (ProgID). */
const PROGRAMS = [
  [/^Equation/i, 'equation'],
  [/^MSGraph|Chart/i, 'chart'],
  [/^Word|WordPad/i, 'inserted Word document'],
  [/^Excel/i, 'inserted Excel sheet'],
  [/^PowerPoint/i, 'inserted PowerPoint presentation'],
  [/^Acro|^PDF|^FoxitReader/i, 'inserted PDF'],
  [/^Package/i, 'inserted file'],
]

/** Formats that pages show (DRAWN_FORMATS in ../pictures.mjs). */
const DRAWN = /\.(?:png|jpe?g|jfif|gif|webp)$/i

/**
 * Changes the graphics of one part. `readRelated` returns the address of a relation's target, `readPart` its root element or undefined.
 * `leaveOut` counts what is named instead of shown.
 */
export function createGraphicsReader({ document, findTarget, readPart, leaveOut }) {
  const name = (kind, words) => {
    leaveOut(kind)
    return createText(document, describeMissing(kind, words))
  }

  const isDrawn = (id) => DRAWN.test(findTarget(id) ?? '')

  const createPicture = (id, alt, isLink = false) => {
    const picture = create(
      document,
      'pic:pic',
      {},
      create(document, 'pic:blipFill', {}, create(document, 'a:blip', { [isLink ? 'r:link' : 'r:embed']: id })),
    )
    const graphic = create(document, 'a:graphic', {}, create(document, 'a:graphicData', {}, picture))
    return create(
      document,
      'w:drawing',
      {},
      create(document, 'wp:inline', {}, create(document, 'wp:docPr', { id: '1', name: '', descr: alt }), graphic),
    )
  }

  const createTextBox = (content) =>
    create(document, 'w:pict', {}, create(document, 'v:shape', {}, create(document, 'v:textbox', {}, content)))

  const noteUndrawn = (id) => {
    if (id && !isDrawn(id)) leaveOut('picture')
  }

  function readDiagram(element) {
    const part = readPart(attribute(findWithin(element, 'dgm:relIds'), 'r:dm'))
    const points = part ? Array.from(findAllWithin(part, 'dgm:pt'), (point) => textWithin(point).trim()) : []
    return points.filter(Boolean).join('; ')
  }

  function readChartTitle(element) {
    const chart = findWithin(element, 'c:chart') ?? findWithin(element, 'cx:chart')
    const title = readPart(attribute(chart, 'r:id'))
    return title ? textWithin(findWithin(title, 'c:title') ?? findWithin(title, 'cx:title')) : ''
  }

  /** The name of what a drawing has that can't be shown, or null. */
  function nameUnshown(element, alt) {
    for (const one of descendants(element)) {
      if (nameOf(one) === 'c:chart' || nameOf(one) === 'cx:chart') return name('chart', alt || readChartTitle(element))
      if (nameOf(one) === 'dgm:relIds')
        return name('SmartArt diagram', [alt, readDiagram(element)].filter(Boolean).join('. '))
      if (isEquation(nameOf(one))) return name('equation', writeEquation(one))
    }
    return null
  }

  /** The text boxes and pictures within shapes, or the name of a drawing without any. */
  function readShapes(element, alt) {
    const parts = []
    for (const box of outermost(element, 'w:txbxContent')) parts.push(createTextBox(box))
    for (const picture of findAllWithin(element, 'pic:pic')) {
      const blip = findWithin(picture, 'a:blip')
      const properties = findWithin(picture, 'pic:cNvPr')
      const id = attribute(blip, 'r:embed') ?? attribute(blip, 'r:link')
      if (!id) continue
      noteUndrawn(id)
      parts.push(createPicture(id, attribute(properties, 'descr') || alt, !attribute(blip, 'r:embed')))
    }
    if (parts.length > 0) return parts
    if (!alt) {
      leaveOut('drawing')
      return []
    }
    return [name('drawing', alt)]
  }

  function readDrawing(element) {
    const properties = findWithin(element, 'wp:docPr')
    if (/^(?:1|true)$/.test(attribute(properties, 'hidden') ?? '')) return []
    const alt = attribute(properties, 'descr') || attribute(properties, 'title') || ''
    const unshown = nameUnshown(element, alt)
    if (unshown) return [unshown]
    const direct =
      find(element, 'wp:inline', 'a:graphic', 'a:graphicData', 'pic:pic') ??
      find(element, 'wp:anchor', 'a:graphic', 'a:graphicData', 'pic:pic')
    const blip = findWithin(direct, 'a:blip')
    const id = attribute(blip, 'r:embed') ?? attribute(blip, 'r:link')
    if (!id) return readShapes(element, alt)
    noteUndrawn(id)
    return [element]
  }

  /** The parts of a picture in VML, as older programs write it. */
  function readVml(element) {
    const parts = []
    for (const box of outermost(element, 'w:txbxContent')) parts.push(createTextBox(box))
    for (const one of descendants(element)) {
      const isRule = /^t/.test(attribute(one, 'o:hr') ?? '')
      if (isRule) return []
      if (nameOf(one) === 'v:textpath') parts.push(name('WordArt', attribute(one, 'string')))
      if (nameOf(one) !== 'v:imagedata') continue
      const id = attribute(one, 'r:id')
      if (!id) continue
      noteUndrawn(id)
      parts.push(createPicture(id, attribute(one, 'o:title') || attribute(one.parentNode, 'alt') || ''))
    }
    if (parts.length > 0) return parts
    const hidden = Array.from(descendants(element)).some((one) =>
      /visibility\s*:\s*hidden/.test(attribute(one, 'style') ?? ''),
    )
    const shape = Array.from(elementsIn(element)).find((one) => nameOf(one) !== 'v:shapetype')
    if (!shape || hidden) return []
    const alt = attribute(shape, 'alt')
    if (alt) return [name('drawing', alt)]
    leaveOut('drawing')
    return []
  }

  function readObject(element) {
    const program = attribute(findWithin(element, 'o:OLEObject'), 'ProgID') ?? ''
    if (findWithin(element, 'w:control')) return [name('form field')]
    const image = findWithin(element, 'v:imagedata')
    const id = attribute(image, 'r:id')
    const [, kind = 'inserted document'] = PROGRAMS.find(([pattern]) => pattern.test(program)) ?? []
    return [name(kind), ...(id && isDrawn(id) ? [createPicture(id, '')] : [])]
  }

  function readAlternatives(element) {
    const choice = find(element, 'mc:Choice')
    const fallback = find(element, 'mc:Fallback')
    const drawing = choice && findWithin(choice, 'w:drawing')
    if (drawing && (!fallback || hasShownContent(drawing))) return readDrawing(drawing)
    const chosen = fallback?.firstChild ? fallback : choice
    return chosen ? Array.from(elementsIn(chosen)).flatMap(readGraphic) : []
  }

  /** What takes the place of an element of a run; the element itself if mammoth reads it, or if it is none of ours. */
  function readGraphic(element) {
    switch (nameOf(element)) {
      case 'mc:AlternateContent':
        return readAlternatives(element)
      case 'w:drawing':
        return readDrawing(element)
      case 'w:pict':
        return readVml(element)
      case 'w:object':
        return readObject(element)
      default:
        return [element]
    }
  }

  return {
    readGraphic,
    nameEquation: (element) => name('equation', writeEquation(element)),
    nameEquationField: (instruction) => name('equation', writeEquationField(instruction)),
    nameDocument: () => name('inserted document'),
    nameSymbol: () => name('symbol'),
  }
}

const SHOWN = new Set(['c:chart', 'cx:chart', 'dgm:relIds', 'w:txbxContent', 'pic:pic', 'm:oMath'])
const hasShownContent = (element) => Array.from(descendants(element)).some((one) => SHOWN.has(nameOf(one)))
