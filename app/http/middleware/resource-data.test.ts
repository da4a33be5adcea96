import { resolve } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { servedToAll } from '~/test/built'
import { errorsIn } from '~/test/running'
import { findResourcePatterns } from '../remix/routes'

const riverbank = servedToAll()

/** The addresses of all resource routes, with what their parameters could be. */
async function resourceAddresses(): Promise<string[]> {
  const build: ServerBuild = await import(/* @vite-ignore */ resolve('build/server/index.js'))
  return findResourcePatterns(build).map((pattern) => pattern.replace(/:\w+/g, '1'))
}

test('a resource route has no data of its own: what would be read whole, or break off, is not there', async () => {
  const since = new Date().toISOString()
  const addresses = await resourceAddresses()
  expect(addresses).toEqual(
    expect.arrayContaining(['/events.ics', '/files/1', '/files/newsletter/1', '/dashboard/profile/backup/file']),
  )
  const headers = { Cookie: riverbank.sessions.aoife.cookie }
  for (const method of ['GET', 'HEAD'])
    for (const address of addresses) {
      const { status } = await fetch(`${riverbank.url}${address}.data`, { method, headers, redirect: 'manual' })
      expect(`${method} ${address}.data: ${status}`).toBe(`${method} ${address}.data: 404`)
    }
  expect(errorsIn(riverbank.output(), since)).toBe('')
})

test('a screen has its data still', async () => {
  const { status, headers } = await fetch(`${riverbank.url}/contact.data`)
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/x-script; charset=utf-8'])
})

test('the forms that a screen sends to a resource route are answered', async () => {
  const { cookie } = riverbank.sessions.daniel
  const body = new URLSearchParams({ intent: 'make-address' })
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
  const { status } = await fetch(`${riverbank.url}/dashboard/calendar/address.data`, { method: 'POST', headers, body })
  expect(status).toBe(202)
})
