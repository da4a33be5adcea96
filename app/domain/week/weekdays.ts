import { type Weekday, weekdays } from '~db/choices'

/** 'Monday', 'Monday and Friday', or 'Monday to Friday' for three or more in a row. */
export function formatWeekdays(days: readonly Weekday[]): string {
  const places = days.map((day) => weekdays.indexOf(day))
  const isRow = places.every((place, index) => place === places[0]! + index)
  if (days.length > 2 && isRow) return `${days[0]} to ${days.at(-1)}`
  return days.length > 1 ? `${days.slice(0, -1).join(', ')} and ${days.at(-1)}` : (days[0] ?? '')
}

/** Finds a day by its name or an abbreviation of two letters or more: 'Tue', 'tues.', 'Th'. */
export function parseWeekday(text: string): Weekday | undefined {
  const letters = text.toLowerCase().replace(/[.\s]/g, '').replace(/s$/, '')
  return letters.length > 1 ? weekdays.find((day) => day.toLowerCase().startsWith(letters)) : undefined
}

/** Parses 'Tuesday', 'Mon, Wed and Fri', 'Monday to Friday' or 'every day'; null for anything else. The weekend is not every day. */
export function parseWeekdays(text: string): Weekday[] | null {
  const plain = text.slice(0, 200).trim().toLowerCase()
  if (/^(every ?day|daily|all days|weekdays)$/.test(plain)) return weekdays.slice(0, 5)
  const found = new Set<Weekday>()
  for (const part of plain.split(/[,;/&+]|\band\b/)) {
    const ends = part.split(/[-–—]|\bto\b/).map(parseWeekday)
    const first = ends[0] && weekdays.indexOf(ends[0])
    const last = ends.at(-1) && weekdays.indexOf(ends.at(-1)!)
    if (ends.length > 2 || first === undefined || last === undefined || last < first) return null
    for (const day of weekdays.slice(first, last + 1)) found.add(day)
  }
  return weekdays.filter((day) => found.has(day))
}
