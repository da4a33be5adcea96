import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { listenEarly } from './listen-early.server'

test('requests before the product is ready wait for it', async () => {
  const { server, serve } = await listenEarly({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const came = once(server, 'request')
  const early = fetch(`${url}/early`)
  await came
  serve((request, response) => void response.end(`you asked for ${request.url}`))
  expect(await (await early).text()).toBe('you asked for /early')
  expect(await (await fetch(`${url}/late`)).text()).toBe('you asked for /late')
  server.close()
})

test('a port in use is an error', async () => {
  const { server } = await listenEarly({ port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  await expect(listenEarly({ port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  server.close()
})

test('an idle connection stays open for more than the minute of most proxies', async () => {
  const { server, serve } = await listenEarly({ port: 0, host: '127.0.0.1' })
  serve((_request, response) => void response.end())
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=65')
  server.close()
})
