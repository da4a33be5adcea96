import { fleschKincaid } from 'flesch-kincaid'
import { DomUtils, parseDocument } from 'htmlparser2'
import { syllable } from 'syllable'

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

const segmenter = new Intl.Segmenter('en-IE', { granularity: 'sentence' })

/** The words of a text: what has a letter or a figure in it, but no address. */
export const wordsOf = (text: string): string[] =>
  text.split(/[\s/–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !/@|\w\.\w/.test(word))

/**
 * The sentences of a text: what ends like one, or is as long as one. A label of fewer words ('Email address') is none; no grade can
 * be given for it.
 */
export const sentencesOf = (text: string): string[] =>
  [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((part) => wordsOf(part).length >= (/[.?!…][”"’)]*$/.test(part) ? 1 : 5))

/** The reading grade of sentences (Flesch-Kincaid): about the years at school that they ask for. */
export function gradeOf(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf)
  // The count knows no figures: '16:30' has no syllable for it.
  const syllables = words.map((word) => Math.max(1, syllable(word))).reduce((sum, each) => sum + each, 0)
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables })
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
