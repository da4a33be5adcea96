import { useHydrated } from '~/ui/browser/hydrated'
import { Button } from '~/ui/button'
import { type Edit, editFor, lineAt, type Mark, type Selected } from './marks'

const buttons: readonly { mark: Mark; label: string; className?: string }[] = [
  { mark: 'heading', label: 'Heading' },
  { mark: 'bold', label: 'Bold', className: 'font-bold' },
  { mark: 'list', label: 'List' },
  { mark: 'link', label: 'Link', className: 'underline' },
]

/** A picture that can be put in the text, by its number. */
export interface NumberedPicture {
  number: number
  title: string
}

/** Changes a text field as if somebody typed it: Undo takes it back, and the form hears of it. */
function type(area: HTMLTextAreaElement, { start, end, words, select }: Edit): void {
  area.focus()
  area.setSelectionRange(start, end)
  // The only way to type for somebody that every browser can undo; Firefox before 89 does not know it.
  if (!document.execCommand('insertText', false, words)) {
    area.setRangeText(words, start, end, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

/** Buttons that mark up the words selected in the text field `area`. Without scripts the marks are typed. */
export function FormattingToolbar({ area, pictures = [] }: { area: string; pictures?: NumberedPicture[] }) {
  if (!useHydrated()) return null
  const edit = (editOf: (selected: Selected) => Edit) => () => {
    const field = document.getElementById(area)
    if (!(field instanceof HTMLTextAreaElement)) return
    const { value: text, selectionStart: start, selectionEnd: end } = field
    type(field, editOf({ text, start, end }))
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
          onClick={edit((selected) => editFor(mark, selected))}
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
          onClick={edit((selected) => lineAt(selected, `[picture ${number}]`))}
          className="text-left"
        >
          Picture {number}: {title}
        </Button>
      ))}
    </div>
  )
}
