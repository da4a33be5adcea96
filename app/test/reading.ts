import { DomUtils, parseDocument } from 'htmlparser2'

type Node = ReturnType<typeof parseDocument>['children'][number]

/** Inline elements; every other element begins a new text. */
const INLINE = new Set(['a', 'abbr', 'b', 'bdi', 'code', 'em', 'i', 'kbd', 'q', 's', 'small', 'span', 'strong', 'time'])
/** Elements without readable text. */
const SILENT = new Set(['head', 'script', 'style', 'svg', 'template', 'textarea'])
/** Attributes that are shown or read aloud. */
const SPOKEN = ['alt', 'aria-label', 'placeholder']

/** The texts in HTML: one for each paragraph, list item, heading, label and so on, and for each spoken attribute. */
export function listTexts(html: string): string[] {
  const texts: string[] = []
  let text = ''
  const add = (words: string) => {
    for (const line of words.split('\n')) if (line.trim()) texts.push(line.trim().replace(/\s+/g, ' '))
  }
  const end = () => {
    add(text)
    text = ''
  }
  // Adjacent inline texts without a space between them are apart on the screen, such as a name and a date.
  const touches = (next: string) => /[\p{L}\p{N}.?!:”’)]$/u.test(text) && /^[\p{L}\p{N}]/u.test(next)
  const walk = (node: Node, keepsLines = false): void => {
    if (node.type === 'text') {
      if (node.prev && 'attribs' in node.prev && touches(node.data)) end()
      text += keepsLines ? node.data : node.data.replace(/\n/g, ' ')
    }
    if (!('attribs' in node)) return
    for (const name of SPOKEN) add(node.attribs[name] ?? '')
    if (SILENT.has(node.name)) return
    const isInline = INLINE.has(node.name)
    if (!isInline || touches(DomUtils.textContent(node)) || (node.prev && 'attribs' in node.prev)) end()
    for (const child of node.children) walk(child, keepsLines || node.name === 'pre')
    if (!isInline) end()
  }
  for (const child of parseDocument(html).children) walk(child)
  end()
  return texts
}

export function findElements(html: string, names: readonly string[]): string[] {
  const found = DomUtils.findAll(({ name }) => names.includes(name), parseDocument(html).children)
  return found.map((element) => DomUtils.getOuterHTML(element))
}
