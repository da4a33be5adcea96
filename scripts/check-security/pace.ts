/** The size of a check: the short form is for the suite, which may run on a busy machine. */
export interface Pace {
  short: boolean
  /** A factor for all time limits. */
  leniency: number
}

/** The pace of the short or the long form. */
export function paceOf(short: boolean): Pace {
  return { short, leniency: short ? 5 : 1 }
}

/** The value below which `share` (0 to 1) of `values` lie; 0 without values. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** How often each of `values` occurs: '200×3 404×1'. */
export function tally(values: (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([value, count]) => `${value}×${count}`)
    .join(' ')
}

/** Runs `work` for each of `items`, at most `lanes` at a time. */
export async function inLanes<Item>(
  items: Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
