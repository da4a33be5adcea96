// Rewrites the XML of a Word document before mammoth reads it, so that its page says what the document says: mammoth looks up no styles,
// reads no headers, begins each list at 1, shows hidden text, and leaves out what it does not know.
import { posix } from 'node:path'
import { createFieldReader, isEquation, readChoice, readInstruction, showInstruction } from './fields.mjs'
import { createGraphicsReader } from './graphics.mjs'
import { createListCounter } from './lists.mjs'
import { createMark, MARK_CHARACTERS, TABLE_MARK } from './marks.mjs'
import { dropPageNumbers, findSections } from './sections.mjs'
import { createStyleResolver, hasShading } from './styles.mjs'
import { findSymbol, isSymbolFont } from './symbols.mjs'
import {
  attribute,
  changeRelationIds,
  changeTexts,
  create,
  createText,
  descendants,
  elementsIn,
  find,
  findWithin,
  nameOf,
  outermost,
  parseXml,
  readToggle,
  readValue,
  removeElement,
  replaceWith,
  serializeXml,
  textWithin,
  unwrap,
} from './xml.mjs'

/** mammoth's default styles have this many levels of lists. */
const MAX_LIST_LEVEL = 4
/** The lists of the part that we put in place of the document's: one with bullets, one with numbers. */
const [BULLETS, NUMBERS] = ['1', '2']

/** The largest code of a symbol (ISO/IEC 29500-1, 17.18.79). */
const MAX_CODE = 0xffff

/** Relations by the end of their type, which differs between the standard's editions. */
const RELATION_TYPE = /\/(\w+)$/

/**
 * Changes `parts`, by their names. Returns how often each kind of content is not on the page. Throws an Error for faulty XML.
 */
export function prepareParts(parts) {
  const leftOut = new Map()
  const leaveOut = (kind) => leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1)
  const packageRelations = readRelations(parts, '')
  const main = findByType(packageRelations, 'officeDocument', parts) ?? 'word/document.xml'
  if (!parts.has(main)) return leftOut
  const relations = readRelations(parts, main)
  const rootOf = (name) => (parts.has(name) ? parseXml(parts.get(name)).documentElement : undefined)
  const related = (type) => findByType(relations, type, parts) ?? `word/${type}.xml`
  const document = parseXml(parts.get(main))
  const styles = createStyleResolver(rootOf(related('styles')))
  const countItem = createListCounter(rootOf(related('numbering')), styles)
  const context = { parts, styles, countItem, leaveOut }

  const body = find(document.documentElement, 'w:body')
  if (body) {
    const hasEvenPages = readToggle(rootOf(related('settings')), 'w:evenAndOddHeaders') ?? false
    insertHeaders(document, body, { parts, main, relations, hasEvenPages })
    rewriteBody(document, body, { ...context, relations })
  }
  parts.set(main, serializeXml(document))
  for (const type of ['footnotes', 'endnotes']) {
    const name = related(type)
    if (!parts.has(name)) continue
    const notes = parseXml(parts.get(name))
    rewriteBody(notes, notes.documentElement, { ...context, relations: readRelations(parts, name) })
    parts.set(name, serializeXml(notes))
  }
  replaceLists(parts, related('numbering'), main)
  return leftOut
}

const getRelationsName = (name) => posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`)

/** A part's relations by their ids: type, the name of the target part, and whether it is outside. */
function readRelations(parts, name) {
  const relations = new Map()
  const bytes = parts.get(name ? getRelationsName(name) : '_rels/.rels')
  if (!bytes) return relations
  for (const element of elementsIn(parseXml(bytes).documentElement)) {
    const [, type] = RELATION_TYPE.exec(attribute(element, 'Type') ?? '') ?? []
    const target = attribute(element, 'Target') ?? ''
    const isOutside = attribute(element, 'TargetMode') === 'External'
    const path = isOutside ? target : posix.join('/', posix.dirname(name || '.'), target).slice(1)
    relations.set(attribute(element, 'Id'), {
      type,
      element,
      isOutside,
      target: target.startsWith('/') && !isOutside ? posix.normalize(target).slice(1) : path,
    })
  }
  return relations
}

const findByType = (relations, type, parts) =>
  Array.from(relations.values()).find((one) => one.type === type && parts.has(one.target))?.target

/** Parses a part that the document can do without; undefined if it is missing or faulty. */
function readOptional(parts, name) {
  try {
    return parts.has(name) ? parseXml(parts.get(name)).documentElement : undefined
  } catch {
    return undefined
  }
}

/** Puts the words of headers and footers once where their section begins and ends. */
function insertHeaders(document, body, { parts, main, relations, hasEvenPages }) {
  const seen = new Set()
  const used = new Set()
  let extra = ''
  const readPart = (id) => {
    const { target } = relations.get(id) ?? {}
    if (!target || used.has(target)) return []
    used.add(target)
    const root = readOptional(parts, target)
    if (!root) return []
    for (const paragraph of Array.from(descendants(root))) if (nameOf(paragraph) === 'w:p') dropPageNumbers(paragraph)
    const own = readRelations(parts, target)
    const prefix = `part${used.size}-`
    for (const [relation, { element, target: path, isOutside }] of own) {
      element.setAttribute('Id', `${prefix}${relation}`)
      if (!isOutside) element.setAttribute('Target', `/${path}`)
      relations.set(`${prefix}${relation}`, { ...own.get(relation) })
      extra += element.toString()
    }
    const blocks = []
    for (const block of Array.from(elementsIn(root))) {
      const words = textWithin(block).replace(/\s+/g, ' ').trim()
      if (words && seen.has(words)) continue
      if (words) seen.add(words)
      for (const element of [block, ...descendants(block)]) changeRelationIds(element, (one) => `${prefix}${one}`)
      blocks.push(document.importNode(block, true))
    }
    return blocks
  }
  for (const { first, last, headers, footers } of findSections(body, hasEvenPages)) {
    for (const block of headers.flatMap(readPart)) body.insertBefore(block, first)
    const after = last?.nextSibling ?? null
    for (const block of footers.flatMap(readPart)) body.insertBefore(block, after)
  }
  if (!extra) return
  const name = getRelationsName(main)
  const list = parts.get(name)?.toString() ?? ''
  parts.set(name, Buffer.from(list.replace(/<\/(?:\w+:)?Relationships>\s*$/, (end) => `${extra}${end}`)))
}

/** Containers that mammoth does not know, whose content it would leave out. */
const UNWRAPPED = new Set(['w:fldSimple', 'w:dir', 'w:bdo'])
const DELETED = new Set(['w:del', 'w:moveFrom'])

function rewriteBody(document, root, { parts, relations, styles, countItem, leaveOut }) {
  const graphics = createGraphicsReader({
    document,
    leaveOut,
    findTarget: (id) => (relations.get(id)?.isOutside ? undefined : relations.get(id)?.target),
    readPart: (id) => readOptional(parts, relations.get(id)?.target),
  })

  const fields = createFieldReader()

  /** What a field shows that mammoth does not; null without it. */
  function writeField(field) {
    if (!field) return null
    if (isEquation(field.instruction)) return graphics.nameEquationField(field.instruction)
    const shown = field.hasResult ? undefined : showInstruction(field.instruction)
    return shown ? createText(document, shown) : null
  }

  /** Rewrites what a run draws; true if the run is hidden. */
  function rewriteRun(run, paragraph) {
    fields.removeInstructions(run)
    let properties = find(run, 'w:rPr')
    const { isHidden, isWhite, isStruck, raised, font } = styles.resolveRun(properties, paragraph)
    if (isHidden || (isWhite && isOnPaper(run, styles))) {
      if (textWithin(run).trim() || findWithin(run, 'w:drawing')) leaveOut('hidden words')
      for (const child of Array.from(elementsIn(run)))
        if (!['w:rPr', 'w:fldChar'].includes(nameOf(child))) run.removeChild(child)
      return true
    }
    // mammoth takes the value 'off' for on.
    const isStruckDirectly = Boolean(find(properties, 'w:strike'))
    const wanted = raised && raised !== readValue(properties, 'w:vertAlign')
    if (isStruck !== isStruckDirectly || wanted) {
      properties ??= run.insertBefore(create(document, 'w:rPr'), run.firstChild)
      for (const name of ['w:strike', 'w:vertAlign']) {
        const old = find(properties, name)
        if (old) properties.removeChild(old)
      }
      if (isStruck) properties.appendChild(create(document, 'w:strike'))
      if (raised) properties.appendChild(create(document, 'w:vertAlign', { 'w:val': raised }))
    }
    for (const child of Array.from(elementsIn(run))) rewriteRunChild(child, font)
    return false
  }

  function rewriteRunChild(child, font) {
    switch (nameOf(child)) {
      case 'w:t':
        if (isSymbolFont(font)) replaceWith(child, [createText(document, readSymbols(child.textContent, font))])
        return
      case 'w:sym':
        return replaceWith(child, [readSymbol(child)])
      case 'w:cr':
        return replaceWith(child, [create(document, 'w:br')])
      case 'w:ptab':
        return replaceWith(child, [create(document, 'w:tab')])
      case 'w:ruby': {
        const [base, above] = ['w:rubyBase', 'w:rt'].map((name) => textWithin(find(child, name)))
        return replaceWith(child, [createText(document, above ? `${base} (${above})` : base)])
      }
      case 'w:fldChar': {
        const chosen = readChoice(child)
        if (chosen) child.parentNode.insertBefore(createText(document, chosen), child.nextSibling)
        return
      }
      case 'w:instrText': {
        const shown = writeField(readInstruction(child))
        if (shown) child.parentNode.insertBefore(shown, child.nextSibling)
        return
      }
      case 'w:commentReference':
        return leaveOut('comment')
      case 'mc:AlternateContent':
      case 'w:drawing':
      case 'w:pict':
      case 'w:object': {
        const parts = graphics.readGraphic(child)
        if (parts.length !== 1 || parts[0] !== child) replaceWith(child, parts)
        for (const box of parts.flatMap((part) => outermost(part, 'w:txbxContent'))) rewriteBlocks(box)
        return
      }
    }
  }

  const readSymbols = (text, font) =>
    Array.from(text, (character) => findSymbol(font, character.codePointAt(0)) ?? character).join('')

  /** An inserted symbol, of which mammoth leaves out those of other fonts. */
  function readSymbol(element) {
    const font = attribute(element, 'w:font') ?? ''
    const code = Number.parseInt(attribute(element, 'w:char'), 16)
    const symbol = findSymbol(font, code) ?? (code <= MAX_CODE ? String.fromCodePoint(code) : '')
    return /^\P{C}$/u.test(symbol) ? createText(document, symbol) : graphics.nameSymbol()
  }

  /** Rewrites what is in a paragraph. Returns whether anything is hidden, and whether anything is left. */
  function rewriteInline(parent, paragraph) {
    let isHidden = false
    let isLeft = false
    for (const child of Array.from(elementsIn(parent))) {
      const name = nameOf(child)
      if (name === 'w:r') {
        if (rewriteRun(child, paragraph)) isHidden = true
        else isLeft ||= hasContent(child)
      } else if (name === 'm:oMath' || name === 'm:oMathPara') {
        replaceWith(child, [create(document, 'w:r', {}, graphics.nameEquation(child))])
        isLeft = true
      } else if (DELETED.has(name)) {
        if (textOfDeleted(child)) leaveOut('deleted words')
      } else if (name !== 'w:pPr' && name !== 'w:sdtPr') {
        const inside = rewriteInline(child, paragraph)
        isHidden ||= inside.isHidden
        isLeft ||= inside.isLeft
        if (name === 'w:sdt' && inside.isHidden && !inside.isLeft) parent.removeChild(child)
        const shown =
          name === 'w:fldSimple' &&
          writeField({ instruction: attribute(child, 'w:instr') ?? '', hasResult: Boolean(textWithin(child)) })
        if (shown) {
          child.appendChild(create(document, 'w:r', {}, shown))
          isLeft = true
        }
        if (UNWRAPPED.has(name)) unwrap(child)
        if (name === 'mc:AlternateContent') {
          const chosen = find(child, 'mc:Fallback') ?? find(child, 'mc:Choice')
          replaceWith(child, Array.from(elementsIn(chosen)))
        }
      }
    }
    return { isHidden, isLeft }
  }

  function rewriteParagraph(paragraph) {
    const properties = find(paragraph, 'w:pPr')
    const ofMark = find(properties, 'w:rPr')
    const isMarkHidden = styles.resolveRun(ofMark, properties).isHidden
    const isMerged = isMarkHidden || Boolean(find(ofMark, 'w:del'))
    const { isLeft } = rewriteInline(paragraph, properties)
    fields.endParagraph()
    if (isMarkHidden && !isLeft) {
      for (const child of Array.from(elementsIn(paragraph))) if (nameOf(child) !== 'w:pPr') paragraph.removeChild(child)
      const list = find(properties, 'w:numPr')
      if (list) properties.removeChild(list)
      return
    }
    // Without its mark a paragraph goes on in the next one.
    if (isMarkHidden && ofMark && nameOf(paragraph.nextSibling ?? paragraph) === 'w:p')
      ofMark.appendChild(create(document, 'w:del'))
    if (isMerged) return
    const item = countItem(properties)
    const isRightToLeft = styles.isRightToLeft(properties)
    if (!item && !(isRightToLeft && isLeft)) return
    const isInList = item && !styles.isHeading(properties)
    const text = createMark({ ...(isInList && item), isRightToLeft }) + getLabel(item, isInList)
    const run = create(document, 'w:r', {}, createText(document, text))
    if (properties) properties.parentNode.insertBefore(run, properties.nextSibling)
    else paragraph.insertBefore(run, paragraph.firstChild)
    if (item) setList(document, paragraph, isInList ? item : null)
  }

  function rewriteRow(row) {
    const properties = find(row, 'w:trPr')
    if (readToggle(properties, 'w:hidden')) {
      if (textWithin(row).trim()) leaveOut('hidden words')
      removeElement(row)
      return
    }
    const before = Number(readValue(properties, 'w:gridBefore') ?? 0)
    if (before > 0 && before < 64) {
      const span = create(document, 'w:tcPr', {}, create(document, 'w:gridSpan', { 'w:val': String(before) }))
      row.insertBefore(create(document, 'w:tc', {}, span, create(document, 'w:p')), find(row, 'w:tc') ?? null)
    }
    rewriteBlocks(row)
  }

  function rewriteTable(table) {
    rewriteBlocks(table)
    if (!readToggle(find(table, 'w:tblPr'), 'w:bidiVisual')) return
    const paragraph = find(table, 'w:tr', 'w:tc', 'w:p')
    paragraph?.appendChild(create(document, 'w:r', {}, createText(document, TABLE_MARK)))
  }

  function rewriteBlocks(parent) {
    for (const child of Array.from(elementsIn(parent))) {
      const name = nameOf(child)
      if (name === 'w:p') joinDropCap(child) || rewriteParagraph(child)
      else if (name === 'w:tbl') rewriteTable(child)
      else if (name === 'w:tr') rewriteRow(child)
      else if (name === 'w:altChunk' || name === 'w:subDoc') replaceWith(child, [asParagraph(graphics.nameDocument())])
      else if (name === 'm:oMath' || name === 'm:oMathPara')
        replaceWith(child, [asParagraph(graphics.nameEquation(child))])
      else if (name === 'mc:AlternateContent') {
        const chosen = find(child, 'mc:Fallback') ?? find(child, 'mc:Choice')
        if (chosen) rewriteBlocks(chosen)
        replaceWith(child, Array.from(elementsIn(chosen)))
      } else if (!/Pr$/.test(name) && !DELETED.has(name)) rewriteBlocks(child)
    }
  }
  const asParagraph = (text) => create(document, 'w:p', {}, create(document, 'w:r', {}, text))

  changeTexts(root, (text) => text.replace(MARK_CHARACTERS, ''))
  rewriteBlocks(root)
}

/** True for a run on the page itself, also in tables without colours, and not in a box, which may have a colour. */
function isOnPaper(run, styles) {
  for (let element = run.parentNode; element; element = element.parentNode) {
    const name = nameOf(element)
    if (name === 'w:txbxContent') return false
    if (name === 'w:tc' && hasShading(find(element, 'w:tcPr'))) return false
    if (name === 'w:tr' && hasShading(find(element, 'w:tblPrEx'))) return false
    if (name === 'w:tbl' && styles.isTableShaded(element)) return false
    if (name === 'w:document') return !find(element, 'w:background')
  }
  return false
}

const hasContent = (run) =>
  Array.from(elementsIn(run)).some((child) => !['w:rPr', 'w:fldChar', 'w:instrText'].includes(nameOf(child)))

const textOfDeleted = (element) => {
  for (const one of descendants(element)) if (/:(?:delText|t)$/.test(nameOf(one)) && one.textContent.trim()) return true
  return false
}

/** Moves a large first letter, which is a paragraph of its own, into the next paragraph, whose first word it begins. Returns whether it is one. */
function joinDropCap(paragraph) {
  const frame = find(paragraph, 'w:pPr', 'w:framePr')
  if (!frame || !['drop', 'margin'].includes(attribute(frame, 'w:dropCap'))) return false
  let next = paragraph.nextSibling
  while (next && !nameOf(next)) next = next.nextSibling
  if (!next || nameOf(next) !== 'w:p') return false
  const properties = find(next, 'w:pPr')
  const first = properties ? properties.nextSibling : next.firstChild
  for (const child of elementsIn(paragraph)) if (nameOf(child) !== 'w:pPr') next.insertBefore(child, first)
  removeElement(paragraph)
  return true
}

/** The number that is written before a paragraph, where an HTML list would not make the same. */
const getLabel = (item, isInList) => (item && !(isInList && item.type) && item.label ? `${item.label} ` : '')

/** Makes a paragraph an item of one of our two lists, or of none. */
function setList(document, paragraph, item) {
  const properties = find(paragraph, 'w:pPr') ?? paragraph.insertBefore(create(document, 'w:pPr'), paragraph.firstChild)
  const old = find(properties, 'w:numPr')
  if (old) properties.removeChild(old)
  if (!item) return
  const level = create(document, 'w:ilvl', { 'w:val': String(Math.min(item.level, MAX_LIST_LEVEL)) })
  const list = create(document, 'w:numId', { 'w:val': item.isBullet ? BULLETS : NUMBERS })
  properties.appendChild(create(document, 'w:numPr', {}, level, list))
}

/** The part with our two lists. */
function createLists() {
  const levels = (format) =>
    [0, 1, 2, 3, 4].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`).join('')
  const list = (id, format) => `<w:abstractNum w:abstractNumId="${id}">${levels(format)}</w:abstractNum>`
  const use = (id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`
  return Buffer.from(
    `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${list(BULLETS, 'bullet')}${list(NUMBERS, 'decimal')}${use(BULLETS)}${use(NUMBERS)}</w:numbering>`,
  )
}

function replaceLists(parts, name) {
  if (parts.has(name)) parts.set(name, createLists())
}
