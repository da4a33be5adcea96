import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server (RFC 1035) that knows the TXT records of some names, and no other names. */
export interface NameServer {
  address: string
  /** The TXT records by lower-case name. */
  texts: Record<string, string[]>
  stop: () => void
}

const OK = 0
const NO_SUCH_NAME = 3

function createAnswer(query: Buffer, texts: NameServer['texts']): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const found = texts[labels.join('.').toLowerCase()]
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (found ? OK : NO_SUCH_NAME), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found?.length ?? 0, 6)
  const records = (found ?? []).map((text) => {
    // The name in the question, TXT, IN, TTL 60; then one string of at most 255 bytes.
    const record = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0, text.length])
    record.writeUInt16BE(text.length + 1, 10)
    return Buffer.concat([record, Buffer.from(text, 'latin1')])
  })
  return Buffer.concat([header, query.subarray(12, at + 5), ...records])
}

export async function startNameServer(texts: NameServer['texts']): Promise<NameServer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const names: NameServer = { address: `127.0.0.1:${socket.address().port}`, texts, stop: () => socket.close() }
  socket.on('message', (query, { port, address }) => socket.send(createAnswer(query, names.texts), port, address))
  return names
}
