const day = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Dublin',
})
const moment = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Dublin',
})

/** '14 October 2025' of an ISO 8601 date or moment, as Dublin's clock has it. */
export function dayInWords(iso: string): string {
  return day.format(new Date(iso))
}

/** '14 October 2025 at 15:04', as Dublin's clock has it. */
export function momentInWords(iso: string): string {
  return moment.format(new Date(iso))
}
