/** The links to a month's days, in order. */
const daysIn = (month: Element | undefined) => [...(month?.querySelectorAll<HTMLElement>('a') ?? [])]

/**
 * The link to the day that `key` leads to from the link `day`, by the keys of a grid of dates (ARIA Authoring Practices): a day or a
 * week on or back, the ends of the week, the same day a month on or back. Undefined for another key, and beyond the months shown.
 */
export function dayBy(key: string, day: HTMLElement): HTMLElement | undefined {
  const months = [...document.querySelectorAll('table.month')]
  // The months shown follow one another, and so do all their days.
  const days = months.flatMap(daysIn)
  const by = (steps: number) => days[days.indexOf(day) + steps]
  const month = months.findIndex((one) => one.contains(day))
  const inMonth = (other: number) => {
    const others = daysIn(months[other])
    return others[Math.min(daysIn(months[month]).indexOf(day), others.length - 1)]
  }
  const week = daysIn(day.closest('tr') ?? undefined)
  const ways: Record<string, () => HTMLElement | undefined> = {
    ArrowLeft: () => by(-1),
    ArrowRight: () => by(1),
    ArrowUp: () => by(-7),
    ArrowDown: () => by(7),
    Home: () => week[0],
    End: () => week.at(-1),
    PageUp: () => inMonth(month - 1),
    PageDown: () => inMonth(month + 1),
  }
  return Object.hasOwn(ways, key) ? ways[key]?.() : undefined
}
