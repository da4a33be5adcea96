import type { DeliveryCounts } from '~/domain/deliveries/deliveries.server'

/** The states of a newsletter's mails: '212 sent, 3 failed, 1 uncertain'; empty without mails. */
export function progressInWords({ sent, failed, uncertain, pending }: DeliveryCounts): string {
  const parts = [
    [sent, 'sent'],
    [failed, 'failed'],
    [uncertain, 'uncertain'],
    [pending, 'waiting'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}

/** A number of people: '1 person', '12 people'. */
export function peopleInWords(number: number): string {
  return number === 1 ? '1 person' : `${number} people`
}

/** A number of seconds for people to read: '60 seconds', '5 minutes'. */
export function secondsInWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.floor(seconds / 60)} minutes`
}
