/** Formatted text as typed. `fillPlaceholders` converts it to HTML. */
export type Markdown = string & { readonly markdown: true }

interface Labelled {
  label: string
  hint?: string
}

/** How a form shows a field of the website's text. */
export type FieldKind = Labelled &
  (
    | { kind: 'line' | 'text' | 'prose' | 'address'; isRequired: boolean; max: number }
    | { kind: 'number'; isRequired: boolean; min: number; max: number }
    | { kind: 'day'; isRequired: boolean }
    | { kind: 'choice'; options: readonly { value: string; label: string }[]; drawn?: 'icons' | 'symbols' }
    | { kind: 'tick'; must?: string; needs?: { field: string; message: string } }
    | { kind: 'picture'; width: number; height: number; isOptional?: true; isPortrait?: true }
    | { kind: 'list'; one: string; min: number; max: number; fields: readonly NamedField[] }
  )

export type NamedField = FieldKind & { name: string }

/** A section of a page, with its fields in order. */
export interface SectionView {
  name: string
  title: string
  hint?: string
  fields: readonly NamedField[]
}
