import { DomUtils, parseDocument } from 'htmlparser2'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = ReturnType<typeof DomUtils.findAll>[number]

/** What runs on within a line of text; every other element begins a text of its own. */
const INLINE = new Set(['a', 'abbr', 'b', 'bdi', 'code', 'em', 'i', 'kbd', 'q', 's', 'small', 'span', 'strong', 'time'])
/** What nobody reads as text. */
const SILENT = new Set(['head', 'script', 'style', 'svg', 'template', 'textarea'])
/** Attributes that are shown or read out. */
const SPOKEN = ['alt', 'aria-label', 'placeholder']

/** The texts of a piece of HTML: one for each paragraph, list item, heading, label and so on, and for each attribute with words. */
export function textsIn(html: string): string[] {
  const texts: string[] = []
  let text = ''
  const add = (words: string) => {
    for (const line of words.split('\n')) if (line.trim()) texts.push(line.trim().replace(/\s+/g, ' '))
  }
  const end = () => {
    add(text)
    text = ''
  }
  // What touches without a space or a mark between is apart on the screen, as a name and a date.
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

/** The elements of some names in a page, as HTML. */
export function partsOf(html: string, names: readonly string[]): string[] {
  const found = DomUtils.findAll(({ name }) => names.includes(name), parseDocument(html).children)
  return found.map((element) => DomUtils.getOuterHTML(element))
}

/** A form of a page, as a browser would send it. */
export interface SentForm {
  action: string
  method: string
  isMultipart: boolean
  /** The name and value of each field; `isHidden` where nobody sees it. */
  fields: { name: string; value: string; isHidden: boolean }[]
}

/** The forms of a page. */
export function formsIn(html: string): SentForm[] {
  const forms = DomUtils.findAll(({ name }) => name === 'form', parseDocument(html).children)
  return forms.map((form) => {
    const fields = DomUtils.findAll(
      ({ name, attribs }) => ['input', 'select', 'textarea'].includes(name) && Boolean(attribs.name),
      form.children,
    ).filter(({ attribs }) => !/^(checkbox|radio)$/.test(attribs.type ?? '') || 'checked' in attribs)
    return {
      action: form.attribs.action ?? '',
      method: form.attribs.method ?? 'get',
      isMultipart: form.attribs.enctype === 'multipart/form-data',
      fields: fields.map((field) => ({
        name: field.attribs.name!,
        value: sentValue(field),
        isHidden: field.attribs.type === 'hidden',
      })),
    }
  })
}

function sentValue(field: Element): string {
  if (field.name === 'textarea') return DomUtils.textContent(field).replace(/^\n/, '')
  if (field.name === 'input') return field.attribs.value ?? ''
  const options = DomUtils.findAll(({ name }) => name === 'option', field.children)
  return (options.find(({ attribs }) => 'selected' in attribs) ?? options[0])?.attribs.value ?? ''
}
