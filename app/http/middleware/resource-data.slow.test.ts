import { resolve } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { shareServer } from '~/test/built'
import { extractErrors } from '~/test/running'
import { findResourcePatterns } from '../remix/routes'

const riverbank = shareServer()

/** The addresses of all resource routes, with possible parameters. */
async function listResourceAddresses(): Promise<string[]> {
  const build: ServerBuild = await import(/* @vite-ignore */ resolve('build/server/index.js'))
  return findResourcePatterns(build).map((pattern) => pattern.replace(/:\w+/g, '1'))
}

test('a resource route has no data address, which would read a file whole or break off', async () => {
  const since = new Date().toISOString()
  const addresses = await listResourceAddresses()
  expect(addresses).toEqual(
    expect.arrayContaining(['/events.ics', '/files/1', '/files/newsletter/1', '/dashboard/profile/backup/file']),
  )
  const headers = { Cookie: riverbank.sessions.aoife.cookie }
  for (const method of ['GET', 'HEAD'])
    for (const address of addresses) {
      const { status } = await fetch(`${riverbank.url}${address}.data`, { method, headers, redirect: 'manual' })
      expect(`${method} ${address}.data: ${status}`).toBe(`${method} ${address}.data: 404`)
    }
  expect(extractErrors(riverbank.output(), since)).toBe('')
})

test('a screen has its data address', async () => {
  const { status, headers } = await fetch(`${riverbank.url}/contact.data`)
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/x-script; charset=utf-8'])
})

test('a screen’s forms can be sent to a resource route', async () => {
  const { cookie } = riverbank.sessions.daniel
  const body = new URLSearchParams({ intent: 'make-address' })
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
  const { status } = await fetch(`${riverbank.url}/dashboard/calendar/address.data`, { method: 'POST', headers, body })
  expect(status).toBe(202)
})
