import { mkdirSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'
import { serve } from '~/test/serving'
import { createFileServer } from './static-files'

const code = 'export const words = "the same again, the same again, the same again"'
const temporary = createTemporaryFolder()
const folder = temporary.path
let port: number
const answeredFromMemory: string[] = []
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/code-1.js'), code)
  writeFileSync(join(folder, 'assets/code-1.js.br'), brotliCompressSync(code))
  writeFileSync(join(folder, 'assets/code-1.js.gz'), gzipSync(code))
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const files = createFileServer(folder)
  const served = await serve((request, response) => {
    const sent = files.answer(request, response)
    response.once('finish', () => sent && answeredFromMemory.push(request.url ?? ''))
    if (!sent) files.serve(request, response, () => response.writeHead(404).end('no file'))
  })
  port = served.port
  return async () => {
    await served.close()
    temporary[Symbol.dispose]()
  }
})

const requestFile = (path: string, { method = 'GET', headers = {} } = {}) =>
  new Promise<IncomingMessage>((answered, failed) => {
    const request = get({ port, host: '127.0.0.1', path, method, headers }, (answer) => answered(answer.resume()))
    request.on('error', failed)
  })

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['', undefined],
])('a browser that accepts ‘%s’ gets the file as the build compressed it', async (accepted, encoding) => {
  const { headers } = await requestFile('/assets/code-1.js', { headers: { 'Accept-Encoding': accepted } })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toMatch(/Accept-Encoding/i)
})

test('files with a hash in their name are cached forever, others are revalidated; both have few headers', async () => {
  const stored = await requestFile('/assets/code-1.js')
  expect(stored.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const requested = await requestFile('/favicon.svg')
  expect(requested.headers['cache-control']).toBe('public, max-age=3600')
  expect(requested.headers['x-content-type-options']).toBe('nosniff')
  expect(requested.rawHeaders.join('').length).toBeLessThan(450)
  const again = await requestFile('/favicon.svg', { headers: { 'If-None-Match': requested.headers.etag ?? '' } })
  expect(again.statusCode).toBe(304)
})

test('a cached file gets 304 if the client has it, and 206 for a range', async () => {
  const { headers } = await requestFile('/assets/code-1.js', { headers: { 'Accept-Encoding': 'br' } })
  expect(headers['content-type']).toMatch(/^text\/javascript(;charset=utf-8)?$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  const again = await requestFile('/assets/code-1.js', {
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': headers.etag ?? '' },
  })
  expect(again.statusCode).toBe(304)
  const part = await requestFile('/assets/code-1.js', { headers: { Range: 'bytes=0-5' } })
  expect([part.statusCode, part.headers['content-length']]).toEqual([206, '6'])
  for (const Range of ['bytes=-6', 'bytes=0-1,4-5', 'lines=0-5']) {
    const whole = await requestFile('/assets/code-1.js', { headers: { Range } })
    expect([whole.statusCode, whole.headers['content-length']], Range).toEqual([200, String(code.length)])
  }
})

test.each(['/assets/none.js', '/assets/', '/../package.json', '/%2e%2e/package.json', '/assets/%00', '/%E0%A4%A'])(
  '%s is not a file',
  async (path) => expect((await requestFile(path)).statusCode).toBe(404),
)

test('only GET and HEAD are allowed', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await requestFile('/favicon.svg', { method })).statusCode).toBe(404)
  expect((await requestFile('/favicon.svg', { method: 'HEAD' })).statusCode).toBe(200)
})

test('whole files are read from the disk once, at the start', async () => {
  const path = '/assets/code-1.js'
  writeFileSync(join(folder, path), 'something else')
  answeredFromMemory.length = 0
  const whole = await requestFile(path)
  expect(whole.headers['content-length']).toBe(String(code.length))
  await requestFile(path, { method: 'HEAD' })
  await requestFile(path, { headers: { Range: 'bytes=0-5' } })
  await requestFile(`${path}?another`)
  expect(answeredFromMemory).toEqual([path, path])
})
