import { beforeEach, expect, test, vi } from 'vitest'
import { getNetwork, getWiderNetworks, Limit } from './limits.server'

const limitOf = (max: number) => new Limit({ counts: 'a test', by: 'device', max, seconds: 60, message: '' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))

test('a limit allows its number, then gives the time to wait, and allows more after that', () => {
  const limit = limitOf(3)
  for (let turn = 0; turn < 3; turn++) expect(limit.take('a')).toBe(0)
  vi.advanceTimersByTime(20_000)
  expect([limit.take('a'), limit.wait('a'), limit.take('b')]).toEqual([40, 40, 0])
  // Further attempts don't prolong the wait.
  vi.advanceTimersByTime(40_000)
  expect([limit.wait('a'), limit.take('a')]).toEqual([0, 0])
})

test('an uncounted event can be counted again, and a count never falls below zero', () => {
  const limit = limitOf(1)
  limit.take('a')
  limit.giveBack('a')
  expect(limit.take('a')).toBe(0)
  vi.advanceTimersByTime(60_000)
  limit.giveBack('a')
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 60])
  limit.clear('a')
  expect(limit.take('a')).toBe(0)
})

test('above ten thousand keys the least used are evicted, and long keys take no more memory', () => {
  const limit = limitOf(1)
  limit.take('quiet')
  for (let network = 0; network < 10_000; network++) limit.take(`${network}`)
  expect([limit.take('1'), limit.take('9999')]).toEqual([60, 60])
  expect(limit.take('quiet')).toBe(0)
  const long = 'x'.repeat(1_000_000)
  expect([limit.take(`${long}a`), limit.take(`${long}b`), limit.take(`${long}a`)]).toEqual([0, 0, 60])
})

test('setting the clock changes no wait', () => {
  const limit = limitOf(3)
  const waits = Array.from({ length: 5 }, () => limit.take('a'))
  expect(waits).toEqual([0, 0, 0, 60, 60])
  for (const days of [-1, 2]) {
    vi.setSystemTime(Date.now() + days * 24 * 3_600_000)
    expect(limit.wait('a')).toBe(60)
  }
})

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
