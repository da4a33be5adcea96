// A process of its own: node:http and nothing else, which answers what it was told with the bytes as they are.
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
