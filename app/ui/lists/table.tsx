import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'

/**
 * A table of records. On phones each row becomes a few lines, and cells may have labels. `columns` are the headings; with
 * `widths`, classes by heading, the columns have fixed widths, so that words break only if they are longer than a column.
 */
export function RecordTable({
  label,
  columns,
  widths,
  children,
}: {
  label: string
  columns: readonly string[]
  widths?: Record<string, string>
  children: ReactNode
}) {
  return (
    <table
      className={classes('block w-full border-collapse text-left md:table', widths && 'md:table-fixed')}
      aria-label={label}
    >
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={classes('border-b-2 border-stone px-2 py-3', widths?.[column])}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line rounded border border-line bg-white shadow-card md:table-row-group md:border-x-0 md:border-t-0 md:bg-transparent md:shadow-none">
        {children}
      </tbody>
    </table>
  )
}

/** A row for one record. On phones `className` lays out its cells, by default one below the other. */
export function RecordRow({ className = 'block', children }: { className?: string; children: ReactNode }) {
  return <tr className={classes('px-4 py-2 md:table-row', className)}>{children}</tr>
}

/** A cell. On phones it follows its `label`, if any; `isInLine` puts it in one line with its neighbours. */
export function RecordCell({
  label,
  isInLine = false,
  className,
  children,
}: {
  label?: string
  isInLine?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <td className={classes(isInLine ? 'inline' : 'block', 'align-middle md:table-cell md:px-2 md:py-3', className)}>
      {label && (
        <span aria-hidden="true" className="text-small text-ink-soft md:hidden">
          {label}:{' '}
        </span>
      )}
      {children}
    </td>
  )
}

export function FactList({ facts }: { facts: readonly { name: string; value: string }[] }) {
  return (
    <dl className="long-words mt-4 space-y-4">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
