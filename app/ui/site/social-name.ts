const names = new Map([
  ['facebook.com', 'Facebook'],
  ['instagram.com', 'Instagram'],
  ['youtube.com', 'YouTube'],
  ['linkedin.com', 'LinkedIn'],
  ['tiktok.com', 'TikTok'],
  ['bsky.app', 'Bluesky'],
  ['x.com', 'X'],
  ['twitter.com', 'X'],
])

const hostOf = (address: string) => new URL(address).hostname.replace(/^(www|m)\./, '')
const nameOf = (address: string) => names.get(hostOf(address)) ?? hostOf(address)

/** What a link to one of `addresses` is called: 'Facebook', or its host; with the path where another has the same name. */
export function socialName(address: string, addresses: readonly string[]): string {
  const name = nameOf(address)
  const isAlone = addresses.filter((other) => nameOf(other) === name).length === 1
  return isAlone ? name : `${name} ${new URL(address).pathname}`
}
