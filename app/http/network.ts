import ipaddr from 'ipaddr.js'

/**
 * The network that a request's address belongs to, which limits and logs count by: an IPv4 address itself; of an IPv6 address the
 * /64 that one household is given (RFC 6177), since whoever has one such network has 2^64 addresses. 'unknown' for what is no address.
 */
export function networkOf(address: string | undefined): string {
  if (!address || !ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
