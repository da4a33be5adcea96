/** When an event begins and ends in Dublin's time, in minutes after midnight. */
export interface Hours {
  start: number
  end: number
}

const HOUR = 60
const clock = String.raw`(\d{1,2})[:.](\d{2})`
const written = new RegExp(`^${clock}(?:\\s*(?:-|–|—|to)\\s*${clock})?$`)

function minutes(hour: string | undefined, minute: string | undefined): number | null {
  const [hours, rest] = [Number(hour), Number(minute)]
  return hours < 24 && rest < 60 ? hours * HOUR + rest : null
}

/** The hours of an event's time: '14:00-16:00', or '14:00' for one hour; null when it can't be parsed. */
export function readHours(time: string | null): Hours | null {
  const match = written.exec(time?.trim() ?? '')
  if (!match) return null
  const start = minutes(match[1], match[2])
  if (start === null) return null
  if (match[3] === undefined) return { start, end: start + HOUR }
  const end = minutes(match[3], match[4])
  return end !== null && end > start ? { start, end } : null
}
