// Reads and changes the XML of a Word document by the names of ISO/IEC 29500, whichever prefixes it uses.
import { DOMParser, XMLSerializer } from '@xmldom/xmldom'

const OFFICE = 'http://schemas.openxmlformats.org'
const STRICT = 'http://purl.oclc.org/ooxml'
const NAMESPACES = {
  w: `${OFFICE}/wordprocessingml/2006/main`,
  r: `${OFFICE}/officeDocument/2006/relationships`,
  m: `${OFFICE}/officeDocument/2006/math`,
  wp: `${OFFICE}/drawingml/2006/wordprocessingDrawing`,
  a: `${OFFICE}/drawingml/2006/main`,
  pic: `${OFFICE}/drawingml/2006/picture`,
  c: `${OFFICE}/drawingml/2006/chart`,
  dgm: `${OFFICE}/drawingml/2006/diagram`,
  mc: `${OFFICE}/markup-compatibility/2006`,
  rel: `${OFFICE}/package/2006/relationships`,
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  cx: 'http://schemas.microsoft.com/office/drawing/2014/chartex',
}
const PREFIXES = new Map(
  Object.entries(NAMESPACES).flatMap(([prefix, name]) => [
    [name, prefix],
    [name.replace(OFFICE, STRICT).replace('/2006/', '/'), prefix],
  ]),
)

const ELEMENT = 1
const TEXT = 3

/** Parses a part. Throws an Error for faulty XML and for entities, as mammoth does. */
export function parseXml(bytes) {
  let fault
  const errorHandler = (level, message) => {
    fault = new Error(`${level}: ${message}`)
  }
  const text = new TextDecoder().decode(bytes)
  const document = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
  if (fault) throw fault
  return document
}

export const serializeXml = (document) => Buffer.from(new XMLSerializer().serializeToString(document))

/** The name of an element, such as 'w:p'; empty for text. */
export const nameOf = (node) =>
  node.nodeType === ELEMENT ? `${PREFIXES.get(node.namespaceURI) ?? ''}:${node.localName}` : ''

export function* elementsIn(parent) {
  for (let child = parent?.firstChild; child; ) {
    const next = child.nextSibling
    if (child.nodeType === ELEMENT) yield child
    child = next
  }
}

/** The element at the end of a path of names below `parent`, or undefined. */
export function find(parent, ...names) {
  let found = parent
  for (const name of names) {
    let next
    for (const child of elementsIn(found)) {
      if (nameOf(child) !== name) continue
      next = child
      break
    }
    if (!next) return undefined
    found = next
  }
  return found
}

/** All elements below `parent`, in the document's order. */
export function* descendants(parent) {
  for (const child of elementsIn(parent)) {
    yield child
    yield* descendants(child)
  }
}

/** The first descendant of a name, or undefined. */
export function findWithin(parent, name) {
  for (const element of descendants(parent)) if (nameOf(element) === name) return element
}

export function* findAllWithin(parent, ...names) {
  for (const element of descendants(parent)) if (names.includes(nameOf(element))) yield element
}

/** An attribute by its name, such as 'w:val' or 'descr'; undefined without one. */
export function attribute(element, name) {
  const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
  for (const { namespaceURI, localName, name: written, value } of Array.from(element?.attributes ?? []))
    if ((localName ?? written) === local && (PREFIXES.get(namespaceURI) ?? '') === prefix) return value
}

/** Calls `change` with the value of each attribute that is the id of a relation, and stores what it returns. */
export function changeRelationIds(element, change) {
  for (const one of Array.from(element.attributes)) {
    if (PREFIXES.get(one.namespaceURI) !== 'r') continue
    const id = change(one.value)
    one.value = id
    one.nodeValue = id
  }
}

const OFF = /^(?:0|false|off|none)$/

/** An on-off property: undefined if it is not set. */
export function readToggle(parent, name) {
  const element = find(parent, name)
  return element && !OFF.test(attribute(element, 'w:val') ?? '1')
}

export const readValue = (parent, ...path) => attribute(find(parent, ...path), 'w:val')

/** Creates an element such as ['w:t', { 'xml:space': 'preserve' }, 'text']; children are elements or texts. */
export function create(document, name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACES[name.split(':')[0]], name)
  for (const [key, value] of Object.entries(attributes)) {
    const namespace = NAMESPACES[key.split(':')[0]]
    if (namespace && key.includes(':')) element.setAttributeNS(namespace, key, value)
    else element.setAttribute(key, value)
  }
  for (const child of children) element.appendChild(typeof child === 'string' ? document.createTextNode(child) : child)
  return element
}

export const createText = (document, text) => create(document, 'w:t', { 'xml:space': 'preserve' }, text)

/** The text of all `w:t`, `a:t` or `m:t` within an element. */
export function textWithin(parent) {
  let text = ''
  for (const element of descendants(parent)) if (/^[wam]:t$/.test(nameOf(element))) text += element.textContent
  return text
}

/** Elements of a name that are not within another one of it; the element itself if it has the name. */
export const outermost = (element, name) =>
  nameOf(element) === name ? [element] : Array.from(elementsIn(element)).flatMap((child) => outermost(child, name))

export function replaceWith(element, replacements) {
  for (const replacement of replacements) element.parentNode.insertBefore(replacement, element)
  element.parentNode.removeChild(element)
}

export const removeElement = (element) => element.parentNode.removeChild(element)

/** Replaces an element by its children. */
export const unwrap = (element) => replaceWith(element, Array.from(elementsIn(element)))

/** Calls `change` with the value of each text node within an element, and stores what it returns. */
export function changeTexts(parent, change) {
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === ELEMENT) changeTexts(child, change)
    else if (child.nodeType === TEXT) {
      const text = change(child.data)
      if (text !== child.data) child.data = text
    }
  }
}
