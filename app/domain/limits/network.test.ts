import { expect, test } from 'vitest'
import { getNetwork, getWiderNetworks } from './network'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [' 203.0.113.7:80\t', '203.0.113.7'],
  ['"[2001:db8::1]:443"', '2001:db8:0:0::/64'],
  ['[fe80::1%25eth0]:443', 'fe80:0:0:0::/64'],
  ['[::ffff:cb00:7107]', '203.0.113.7'],
  ['203.0.113', 'unknown'],
  ['[2001:db8::1', 'unknown'],
  ['0xcb.0.113.7', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['127.0.0.1, 192.0.2.1', 'unknown'],
])('%s is in the network %s', (address, network) => {
  expect(getNetwork(address)).toBe(network)
})

test('an IPv6 network has a /56 and a /48 around it, an IPv4 address has none', () => {
  const wider = (address: string) => getWiderNetworks(getNetwork(address))
  expect(wider('2001:db8:7:1fe::1')).toEqual(['2001:db8:7:100::/56', '2001:db8:7::/48'])
  expect(wider('2001:db8:7:2fe::1')).toEqual(['2001:db8:7:200::/56', '2001:db8:7::/48'])
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '', 'unix:']) expect(wider(address)).toEqual([])
})
