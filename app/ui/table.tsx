import type { ReactNode } from 'react'
import { classes } from './classes'

/** Records in rows. On a phone each row is a card, and each cell has a label. `columns` are the headings. */
export function RecordTable({
  label,
  columns,
  children,
}: {
  label: string
  columns: readonly string[]
  children: ReactNode
}) {
  return (
    <table className="block w-full border-collapse text-left md:table" aria-label={label}>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="border-b-2 border-stone px-3 py-3">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block space-y-4 md:table-row-group">{children}</tbody>
    </table>
  )
}

/** One record: a row, or on a phone a card. */
export function RecordRow({ children }: { children: ReactNode }) {
  return (
    <tr className="block rounded border border-line bg-white p-4 shadow-card md:table-row md:rounded-none md:border-0 md:border-b md:shadow-none">
      {children}
    </tr>
  )
}

/** One value of a record, on a phone after `label`, if there is one. */
export function RecordCell({
  label,
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <td className={classes('block py-1 align-middle md:table-cell md:px-3 md:py-3', className)}>
      {label && (
        <span aria-hidden="true" className="text-small text-ink-soft md:hidden">
          {label}:{' '}
        </span>
      )}
      {children}
    </td>
  )
}
