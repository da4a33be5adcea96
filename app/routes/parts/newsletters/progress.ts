import type { DeliveryCounts } from '~/domain/deliveries/deliveries.server'

/** What became of a newsletter's mails in words: '212 sent, 3 failed, 1 uncertain'. Empty when there are none. */
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

/** 'a person', 'people' with their number: '1 person', '12 people'. */
export function peopleInWords(number: number): string {
  return number === 1 ? '1 person' : `${number} people`
}

/** A number of seconds as a reader counts them: '60 seconds', '5 minutes'. */
export function secondsInWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.floor(seconds / 60)} minutes`
}
