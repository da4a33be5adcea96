export interface BenchRow {
  name: string
  /** The figure, with its unit. */
  value: string
  /** A figure from the same run to compare it with. */
  reference?: string
  /** The figure as a share of the reference. */
  share?: string
  /** The goal; missing it fails nothing. */
  goal?: string
}

/** A topic of the bench; `short` has fewer and shorter runs. */
export type Bench = (pace: { short: boolean }) => Promise<BenchRow[]>

/** Formats rows as a Markdown table, without empty columns, as in the README.md of this folder. */
export function formatTable(rows: BenchRow[]): string {
  const columns = (['name', 'value', 'reference', 'share', 'goal'] as const).filter((column) =>
    rows.some((row) => row[column]),
  )
  const lines = [headings, ...rows].map((row) => columns.map((column) => row[column] ?? ''))
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)))
  const written = lines.map((line) => `| ${line.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`)
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [written[0], rule, ...written.slice(1)].join('\n')
}

const headings = { name: 'What', value: 'Figure', reference: 'Reference', share: 'Share', goal: 'Goal' }

/** Formats bytes in kB (1,000 bytes), with one decimal below 100. */
export function formatKilobytes(bytes: number): string {
  return `${bytes < 100_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} kB`
}
