// Serves stored responses byte for byte with node:http, in a separate process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PreservedServer } from './servers'

process.once('message', (stored: Record<string, PreservedServer>) => {
  const answers = new Map(
    Object.entries(stored).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, 'base64') }]),
  )
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(200, answer.headers).end(answer.body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit())
