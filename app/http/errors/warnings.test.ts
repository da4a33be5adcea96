import { get } from 'node:http'
import express from 'express'
import { beforeEach, describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { log } from '~/log.server'
import { readSettings } from '~/settings.server'
import { serve } from '~/test/serving'
import { SiteWarnings, watchSetUp } from './warnings.server'

const secret = 'a secret of at least thirty-two characters'
const https = { PUBLIC_URL: 'https://riverbank.example' }

let siteWarnings: SiteWarnings
let warn: MockInstance
beforeEach(() => {
  siteWarnings = new SiteWarnings()
  warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
})

function setUp(variables: Record<string, string>) {
  return watchSetUp(readSettings({ NODE_ENV: 'production', SESSION_SECRET: secret, ...variables }), siteWarnings)
}
const titles = () => siteWarnings.list.map(({ title }) => title)
const NOT_SECURE = 'The website’s address is not secure'
const ALL_ALIKE = 'The website can’t tell visitors apart'

describe('the address', () => {
  test.each([
    [{}, [NOT_SECURE]],
    [{ HOST: '127.0.0.1' }, [NOT_SECURE]],
    [{ DEMO: '1' }, [NOT_SECURE]],
    [{ DEMO: '1', HOST: '127.0.0.1' }, []],
    [https, []],
    [{ NODE_ENV: 'development' }, []],
  ])('with %j', (variables, expected) => {
    setUp(variables)
    expect(titles()).toEqual(expected)
    expect(warn).toHaveBeenCalledTimes(expected.length)
  })
})

describe('X-Forwarded-For', () => {
  async function visit(variables: Record<string, string>, headers: Record<string, string>, from?: string) {
    const app = express().set('trust proxy', Number(variables.TRUST_PROXY ?? 0))
    if (from)
      app.use(({ socket }, _response, next) => {
        Object.defineProperty(socket, 'remoteAddress', { value: from, configurable: true })
        next()
      })
    app.use(setUp({ ...https, ...variables }), (_request, response) => void response.end())
    const { url, close } = await serve(app)
    onTestFinished(close)
    for (let visits = 0; visits < 3; visits++)
      await new Promise((ended) => get(url, { headers }, (answer) => answer.resume().on('end', ended)))
  }
  const forwarded = { 'X-Forwarded-For': '203.0.113.9' }

  test('that is not trusted is a warning, logged once, in words for tutors', async () => {
    await visit({}, forwarded)
    expect(titles()).toEqual([ALL_ALIKE])
    expect(siteWarnings.list[0]?.text).toContain('Please tell whoever looks after the website:')
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]?.[0]).toMatch(/TRUST_PROXY/)
  })

  test('is not a warning if it is trusted or missing', async () => {
    await visit({ TRUST_PROXY: '1' }, forwarded)
    await visit({}, {})
    expect(titles()).toEqual([])
  })

  test.each([
    ['unknown', 'unknown'],
    ['for="[2001:db8::1]:443"', 'for="[(an address)]:443"'],
    [`10.0.0.7, ${'x'.repeat(99)}`, 'x'.repeat(60)],
  ])('without an address but with %s is a warning, logged once', async (value, said) => {
    for (const forwardedFor of [value, '-']) await visit({ TRUST_PROXY: '1' }, { 'X-Forwarded-For': forwardedFor })
    expect(titles()).toEqual([ALL_ALIKE])
    expect(siteWarnings.strangeAddress).toBe(said)
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`“${said}”`)]])
  })

  test.each(['203.0.113.9:51234', '"[2001:db8::1]:443"', 'unknown, 203.0.113.9', '::ffff:203.0.113.9'])(
    'with an address such as %s is not a warning',
    async (value) => {
      await visit({ TRUST_PROXY: '1' }, { 'X-Forwarded-For': value })
      expect([titles(), siteWarnings.strangeAddress]).toEqual([[], undefined])
    },
  )

  test.each([
    ['10.0.0.7', 1],
    ['::ffff:192.168.1.2', 1],
    ['fd00::1', 1],
    ['203.0.113.50', 0],
  ])('from %s counts unless it is a visitor’s address: %i', async (from, number) => {
    await visit({}, forwarded, from)
    expect(titles()).toHaveLength(number)
  })
})
