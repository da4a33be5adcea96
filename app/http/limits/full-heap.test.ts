import express from 'express'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '~/test/serving'
import { rejectWhenOverloaded } from './full-heap'

let url: string
/** The heap's share in use, what of it a collection leaves, and how many there were. */
let heap: { used: number; live: number; collections: number }
let clock: number

beforeEach(async () => {
  heap = { used: 0.3, live: 0.3, collections: 0 }
  clock = 0
  const collect = () => {
    heap.used = heap.live
    heap.collections += 1
  }
  const app = express()
  app.use(rejectWhenOverloaded({ share: () => heap.used, collect }, () => clock))
  app.all('*', (_request, response) => void response.end())
  const served = await serve(app)
  url = served.url
  return served.close
})

const statusOf = async (path = '/') => (await fetch(url + path)).status

test('a heap with room is left alone', async () => {
  expect(await statusOf()).toBe(200)
  expect(heap.collections).toBe(0)
})

test('a heap that is full of what nobody needs is collected, and nobody refused', async () => {
  heap.used = 0.9
  expect(await statusOf()).toBe(200)
  heap.used = 0.9
  expect(await statusOf()).toBe(200)
  expect(heap.collections).toBe(2)
})

test('a heap that V8 can still tidy up by itself is left alone', async () => {
  heap.used = 0.79
  expect(await statusOf()).toBe(200)
  expect(heap.collections).toBe(0)
})

test('a heap that is full of what is needed takes no requests until it has room', async () => {
  heap.used = heap.live = 0.9
  const page = await fetch(url)
  expect({ status: page.status, wait: page.headers.get('Retry-After') }).toEqual({ status: 503, wait: '5' })
  expect(await page.text()).toContain('<h1>A lot of people are here right now.')
  const call = await fetch(`${url}/api/events`)
  expect(call.status).toBe(503)
  expect(await call.json()).toEqual({
    message: 'A lot of people are here right now. Please wait a few seconds and try again.',
  })
  expect(heap.collections).toBe(1)

  heap.live = 0.4
  clock = 999
  expect(await statusOf()).toBe(503)
  clock = 1000
  expect(await statusOf()).toBe(200)
  expect(heap.collections).toBe(2)
})
