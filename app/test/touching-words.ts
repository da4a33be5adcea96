import { parseDocument } from 'htmlparser2'

type Node = ReturnType<typeof parseDocument>['children'][number]

/**
 * Elements that browsers without a style sheet separate from their surroundings: blocks, fields, cells, breaks. Only those of HTML 4:
 * w3m and Lynx do not know `main`, `nav` and the like.
 */
const SEPARATED = new Set(
  [
    'address blockquote body br caption center dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr html legend li ol option p pre',
    'table tbody td tfoot th thead tr ul input select textarea',
  ].flatMap((names) => names.split(' ')),
)
const INVISIBLE = new Set(['head', 'script', 'style', 'template', 'svg'])

/** Punctuation that belongs to the word before or after it. */
const closing = /^[.,;:!?…)\]’”'"%]/
const opening = /[([“‘'"€£#/@]$/

/**
 * Finds places where two words run together without a style sheet: the last word of one element and the first of the next, with no
 * white space, line break or block between them.
 */
export function findTouchingWords(html: string): string[] {
  const found: string[] = []
  let before = ''
  let isOtherElement = false
  const read = (text: string) => {
    if (text === '') return
    if (isOtherElement && /\S$/.test(before) && /^\S/.test(text) && !closing.test(text) && !opening.test(before))
      found.push(`${before.slice(-40).trimStart()}|${text.slice(0, 40).trimEnd()}`)
    before = text
    isOtherElement = false
  }
  const leave = () => {
    before = ''
  }
  const walk = (node: Node) => {
    if (node.type === 'text') return read(node.data)
    // A line-break opportunity within a word.
    if ('name' in node && node.name === 'wbr') return
    if (!('name' in node) || !('children' in node) || INVISIBLE.has(node.name)) return
    if (node.name === 'input' && node.attribs.type === 'hidden') return
    const standsApart = SEPARATED.has(node.name)
    if (standsApart) leave()
    isOtherElement = true
    if (node.name === 'img') read(node.attribs.alt ?? '')
    for (const child of node.children) walk(child)
    if (standsApart) leave()
    isOtherElement = true
  }
  for (const node of parseDocument(html).children) walk(node)
  return found
}
