const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Dublin',
})

/** A moment's day as people here write it, such as '5 June 2026'. */
export function Day({ of: moment }: { of: string }) {
  return <time dateTime={moment}>{long.format(new Date(moment))}</time>
}
