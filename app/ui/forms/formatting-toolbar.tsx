import { useHydrated } from '~/ui/browser/hydrated'
import { Button } from '~/ui/button'
import { getEdit, insertLine, type MarkdownMark, type TextEdit, type TextSelection } from './marks'

const buttons: readonly { mark: MarkdownMark; label: string; className?: string }[] = [
  { mark: 'heading', label: 'Heading' },
  { mark: 'bold', label: 'Bold', className: 'font-bold' },
  { mark: 'list', label: 'List' },
  { mark: 'link', label: 'Link', className: 'underline' },
]

export interface NumberedPicture {
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
