// The sections of a Word document, with their headers and footers (ISO/IEC 29500-1, 17.10).
import { attribute, descendants, elementsIn, find, nameOf, readToggle } from './xml.mjs'

const TYPES = ['first', 'default', 'even']

/** The ids of the headers or footers that a section shows, with those of the section before it. */
function readReferences(properties, name, before) {
  const ids = { ...before }
  for (const element of elementsIn(properties))
    if (nameOf(element) === name) ids[attribute(element, 'w:type') ?? 'default'] = attribute(element, 'r:id')
  return ids
}

/** The sections of a body: the first and the last block of each, and the ids of the headers and footers that its pages show. */
export function findSections(body, hasEvenPages) {
  const sections = []
  let first = null
  let last = null
  let before = { headers: {}, footers: {} }
  const end = (properties) => {
    const headers = readReferences(properties, 'w:headerReference', before.headers)
    const footers = readReferences(properties, 'w:footerReference', before.footers)
    before = { headers, footers }
    const isShown = { first: readToggle(properties, 'w:titlePg') ?? false, default: true, even: hasEvenPages }
    const list = (ids) => TYPES.filter((type) => isShown[type] && ids[type]).map((type) => ids[type])
    sections.push({ first: first ?? properties, last, headers: list(headers), footers: list(footers) })
    first = null
    last = null
  }
  for (const block of Array.from(elementsIn(body))) {
    if (nameOf(block) === 'w:sectPr') {
      end(block)
      continue
    }
    first ??= block
    last = block
    const properties = nameOf(block) === 'w:p' && find(block, 'w:pPr', 'w:sectPr')
    if (properties) end(properties)
  }
  return sections
}

const PAGE_FIELD = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i
/** What is around a page number and nothing without it. */
const AROUND_PAGE_NUMBER = /^(?:[\s\d\p{P}\p{S}]|page|pages|of|pg|p|lch|leathanach|as)*$/iu
const LEAVES = new Set(['w:t', 'w:tab', 'w:ptab', 'w:fldChar', 'w:instrText', 'w:sym'])

/** Removes page numbers from a paragraph of a header or footer, with the words around them: 'Page 1 of 3'. */
export function dropPageNumbers(paragraph) {
  const segments = [{ texts: [], fields: 0 }]
  let instruction = null
  for (const element of Array.from(descendants(paragraph))) {
    const name = nameOf(element)
    const segment = segments.at(-1)
    if (name === 'w:fldSimple' && PAGE_FIELD.test(attribute(element, 'w:instr') ?? '')) segment.fields++
    if (!LEAVES.has(name)) continue
    if (name === 'w:tab' || name === 'w:ptab') {
      if (nameOf(element.parentNode) === 'w:r') segments.push({ texts: [], fields: 0 })
    } else if (name === 'w:fldChar') {
      const type = attribute(element, 'w:fldCharType')
      if (type === 'begin') instruction = ''
      if (type === 'end' || type === 'separate') {
        if (instruction !== null && PAGE_FIELD.test(instruction)) segment.fields++
        instruction = null
      }
    } else if (name === 'w:instrText') instruction = (instruction ?? '') + element.textContent
    else segment.texts.push(element)
  }
  for (const { texts, fields } of segments) {
    const words = texts.map((element) => element.textContent).join('')
    if (fields > 0 && AROUND_PAGE_NUMBER.test(words))
      for (const element of texts) element.parentNode.removeChild(element)
  }
}
