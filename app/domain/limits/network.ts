import ipaddr from 'ipaddr.js'

/** An address with a port, as some proxies send it; IPv6 is then in brackets (RFC 7239 section 6). */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/

/** Parses an address from a proxy or a socket, with or without quotes and a port; null if it is none. */
export function parseAddress(text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const unquoted = (text?.trim() ?? '').replace(/^"(.*)"$/, '$1')
  const [, six, four] = WITH_PORT.exec(unquoted) ?? []
  const address = six ?? four ?? unquoted
  // ipaddr.js accepts even '1234' and '0xcb.1' as IPv4.
  if (!six && ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address)
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address) : null
}

/** True for localhost, 127.0.0.0/8 and ::1 (RFC 6761, RFC 1122, RFC 4291). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

/** True for loopback and private addresses (RFC 1918, RFC 4193): a proxy's, rather than a visitor's. */
export function isLocal(address: string | undefined): boolean {
  const range = parseAddress(address)?.range() ?? ''
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(range)
}

/** Key for limits and logs: an IPv4 address, or the /64 of an IPv6 address, which is one household's (RFC 6177); else 'unknown'. */
export function getNetwork(address: string | undefined): string {
  const parsed = parseAddress(address)
  if (!parsed) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** The /56 and /48 around an IPv6 key, which a household or an office may have (RFC 6177); none for other keys. */
export function getWiderNetworks(network: string): string[] {
  const [, address] = /^(.+)\/64$/.exec(network) ?? []
  return address
    ? ['56', '48'].map((bits) => `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`)
    : []
}
