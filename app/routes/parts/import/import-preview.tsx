import { type ReactNode, useEffect, useRef } from 'react'
import { type Encoding, encodings } from '~/domain/encodings'
import { classes } from '~/ui/classes'
import { SubmitButton } from '~/ui/forms/submit-button'

interface LineListProps {
  id: string
  title: string
  lines: { line: number; text: string; reason: string }[]
  number: number
  unit?: 'line' | 'row'
  children?: ReactNode
}

/** '1 line', '2,000 lines'. */
export const formatCount = (number: number, unit: string) =>
  `${number.toLocaleString('en-IE')} ${unit}${number === 1 ? '' : 's'}`

export function LineList({ id, title, lines, number, unit = 'line', children }: LineListProps) {
  if (number === 0) return null
  const name = unit === 'line' ? 'Line' : 'Row'
  return (
    <section aria-labelledby={id}>
      <h4 id={id}>
        {title}: {formatCount(number, unit)}
      </h4>
      {children}
      <FoldedList
        number={number}
        formatOthers={(count) => formatCount(count, `other ${unit}`)}
        items={lines.map(({ line, text, reason }) => (
          <li key={`${line} ${text}`} className="py-2 long-words">
            <strong>
              {name} {line}
            </strong>
            : {text}. <span className="text-ink-soft">{reason}</span>
          </li>
        ))}
      />
    </section>
  )
}

/** Items of a list that are not folded. */
const MAX_UNFOLDED = 20

interface FoldedListProps {
  /** List items with keys. */
  items: ReactNode[]
  /** How many there are, if a page does not have all of them. */
  number: number
  formatOthers: (count: number) => string
}

/** A list whose items after the first ones are folded. */
export function FoldedList({ items, number, formatOthers }: FoldedListProps) {
  const list = 'divide-y divide-line rounded border border-line bg-white px-4 text-small'
  const folded = items.slice(MAX_UNFOLDED)
  const missing = number - items.length
  return (
    <>
      <ul className={classes('mt-3', list)}>{items.slice(0, MAX_UNFOLDED)}</ul>
      {folded.length > 0 && (
        <details className="fold mt-3">
          <summary>Show {formatOthers(folded.length)}</summary>
          <ul className={list}>{folded}</ul>
        </details>
      )}
      {missing > 0 && <p className="mt-2">And {formatOthers(missing)}. Import your list in parts to see them here.</p>}
    </>
  )
}

export function ListCheck({ title, found, children }: { title: string; found: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The submitted form is gone, and focus with it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-3xl space-y-6">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p>{found} Nothing has been saved yet.</p>
      {children}
    </div>
  )
}

export function ColumnList({ columns }: { columns: { name: string; use: string }[] }) {
  return (
    <ul>
      {columns.map(({ name, use }) => (
        <li key={`${name} ${use}`}>
          <strong>{name}</strong>: {use}
        </li>
      ))}
    </ul>
  )
}

/** What each column of a list is used for, and the names of the others. */
export function ColumnUses({ columns, unused }: { columns: { name: string; use: string }[]; unused: string[] }) {
  return (
    <>
      {columns.length > 0 && (
        <section aria-labelledby="columns">
          <h4 id="columns">What we read in each column</h4>
          <div className="prose long-words mt-3">
            <ColumnList columns={columns} />
          </div>
        </section>
      )}
      {unused.length > 0 && (
        <section aria-labelledby="unused">
          <h4 id="unused">
            {unused.length === 1 ? 'We don’t use this column' : `We don’t use these ${unused.length} columns`}
          </h4>
          <p className="long-words mt-3">{unused.join(', ')}</p>
        </section>
      )}
    </>
  )
}

/** Other encodings, for a list that doesn't declare its own. The button reads the same list again. */
export function EncodingChoice({
  encoding,
  readings,
}: {
  encoding?: Encoding
  readings: { encoding: Encoding; names: string[] }[]
}) {
  return (
    <section aria-labelledby="letters" className="space-y-3 rounded border-2 border-river bg-tide p-4">
      <h4 id="letters">Do these names look right?</h4>
      <p>This list does not say which character set it uses. If a name looks wrong, choose another option.</p>
      <label htmlFor="encoding" className="block font-bold">
        Names in this list
      </label>
      <select id="encoding" name="encoding" defaultValue={encoding} className="control border-stone">
        {readings.map((reading) => (
          <option key={reading.encoding} value={reading.encoding}>
            {reading.names.join(', ')} ({encodings[reading.encoding]})
          </option>
        ))}
      </select>
      <SubmitButton
        name="again"
        value="1"
        variant="secondary"
        submitLabel="Show the names again"
        pendingLabel="Reading..."
      />
    </section>
  )
}
