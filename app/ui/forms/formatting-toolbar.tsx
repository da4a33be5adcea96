import { useHydrated } from '~/ui/browser/external-store'
import { Button } from '~/ui/button'

const buttons: readonly { mark: MarkdownMark; label: string; className?: string }[] = [
  { mark: 'heading', label: 'Heading' },
  { mark: 'bold', label: 'Bold', className: 'font-bold' },
  { mark: 'list', label: 'List' },
  { mark: 'link', label: 'Link', className: 'underline' },
]

interface NumberedPicture {
  number: number
  title: string
}

/** Edits a text field as if typed, so that Undo works and the form is notified. */
function insertText(area: HTMLTextAreaElement, { start, end, words, select }: TextEdit): void {
  area.focus()
  area.setSelectionRange(start, end)
  // The only edit that browsers can undo; unsupported in Firefox before 89.
  if (!document.execCommand('insertText', false, words)) {
    area.setRangeText(words, start, end, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

/** Buttons that format the selected text in the field `area`. Without scripts people type the marks. */
export function FormattingToolbar({ area, pictures = [] }: { area: string; pictures?: NumberedPicture[] }) {
  if (!useHydrated()) return null
  const edit = (createEdit: (selected: TextSelection) => TextEdit) => () => {
    const field = document.getElementById(area)
    if (!(field instanceof HTMLTextAreaElement)) return
    const { value: text, selectionStart: start, selectionEnd: end } = field
    insertText(field, createEdit({ text, start, end }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend
    <div role="group" aria-label="Formatting" className="no-print flex flex-wrap gap-2 py-2">
      {buttons.map(({ mark, label, className = '' }) => (
        <Button
          variant="secondary"
          key={mark}
          type="button"
          aria-controls={area}
          onClick={edit((selected) => getEdit(mark, selected))}
          className={className}
        >
          {label}
        </Button>
      ))}
      {pictures.map(({ number, title }) => (
        <Button
          variant="secondary"
          key={number}
          type="button"
          aria-controls={area}
          onClick={edit((selected) => insertLine(selected, `[picture ${number}]`))}
          className="text-left"
        >
          Picture {number}: {title}
        </Button>
      ))}
    </div>
  )
}

export interface TextSelection {
  text: string
  start: number
  end: number
}

/** Replaces the text between `start` and `end` with `words`, then selects the range `select` of the result. */
export interface TextEdit {
  start: number
  end: number
  words: string
  select: [number, number]
}

export type MarkdownMark = 'heading' | 'bold' | 'list' | 'link'

const placeholders: Record<'heading' | 'bold' | 'link', string> = {
  heading: 'Heading',
  bold: 'bold words',
  link: 'words',
}
const URL_PATTERN = /^(https?:\/\/|www\.)\S+$/i

/** Returns the edit of a toolbar button. A second press removes the marks, except a link's. */
export function getEdit(mark: MarkdownMark, selected: TextSelection): TextEdit {
  switch (mark) {
    case 'bold':
      return toggleBold(selected)
    case 'heading':
      return editLines(expandToLines(selected), (line) => toggleMark(line, '## ', ''), placeholders.heading)
    case 'list':
      return toggleList(expandToLines(selected))
    case 'link':
      return insertLink(selected)
  }
}

/** Inserts a separate line, such as a picture's, at the cursor. */
export function insertLine({ text, start, end }: TextSelection, line: string): TextEdit {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const after = text[end] === '\n' ? '' : '\n'
  const words = `${before}${line}${after}`
  const cursor = start + before.length + line.length + 1
  return { start, end, words, select: [cursor, cursor] }
}

function toggleMark(words: string, begin: string, end: string): string {
  const isMarked = words.length > begin.length + end.length && words.startsWith(begin) && words.endsWith(end)
  return isMarked ? words.slice(begin.length, words.length - end.length) : `${begin}${words}${end}`
}

function toggleBold({ text, start, end }: TextSelection): TextEdit {
  const mark = '**'
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') {
    const select: TextEdit['select'] = [start + mark.length, start + mark.length + placeholders.bold.length]
    return { start, end: start, words: `${mark}${placeholders.bold}${mark}`, select }
  }
  // Marks directly around the selection belong to it.
  const isInside = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark)
  if (isInside) {
    const from = start - mark.length
    return { start: from, end: end + mark.length, words: chosen, select: [from, from + chosen.length] }
  }
  return editLines({ text, start, end }, (line) => toggleMark(line, mark, mark))
}

/** Changes each non-empty line, preserving the spaces around it. */
function editLines(selected: TextSelection, change: (line: string) => string, instead?: string): TextEdit {
  const { text, start, end } = selected
  const chosen = text.slice(start, end)
  if (chosen.trim() === '' && instead) {
    const words = change(instead)
    const at = start + words.indexOf(instead)
    return { start, end, words, select: [at, at + instead.length] }
  }
  const words = chosen.replace(/[^\n]+/g, (line) => {
    const bare = line.trim()
    return bare === '' ? line : line.replace(bare, () => change(bare))
  })
  return { start, end, words, select: [start, start + words.length] }
}

function toggleList(selected: TextSelection): TextEdit {
  const { text, start, end } = selected
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') return { start, end, words: '- ', select: [start + 2, start + 2] }
  const isList = chosen.split('\n').every((line) => line.trim() === '' || line.startsWith('- '))
  return editLines(selected, (line) => (isList ? line.slice(2) : `- ${line}`))
}

function insertLink({ text, start, end }: TextSelection): TextEdit {
  const written = text.slice(start, end).split('\n')
  const chosen = written
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
  const isAddress = URL_PATTERN.test(chosen)
  const address = isAddress ? chosen.replace(/^www\./i, 'https://$&') : 'https://'
  const label = isAddress || chosen === '' ? placeholders.link : chosen
  const words = `[${label}](${address})`
  // Select the part still to be written.
  const wanted = label === placeholders.link ? label : address
  const at = start + words.indexOf(wanted)
  return { start, end, words, select: [at, at + wanted.length] }
}

function expandToLines({ text, start, end }: TextSelection): TextSelection {
  const next = text.indexOf('\n', end)
  return { text, start: text.lastIndexOf('\n', start - 1) + 1, end: next < 0 ? text.length : next }
}
