import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The stages of a mail at which the test server can interfere: `body` while it arrives, `dot` after its end. */
const stages = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'body', 'dot'] as const
export type Stage = (typeof stages)[number]
/**
 * A reply instead of the server's, no reply at all, or a closed connection. At `dot` the server accepts the mail before it stalls or
 * dies.
 */
export type Interference = `${4 | 5}${string}` | 'stall' | 'die'

export interface SmtpTestServer extends AsyncDisposable {
  url: string
  /** The accepted mails in order: the recipient and the raw message. */
  mails: { to: string; raw: Buffer }[]
  connections: number
  /** Called at each stage; undefined lets the server go on. */
  interfere: (stage: Stage, recipient: string) => Interference | undefined
  stop: () => Promise<void>
}

async function listen(server: Pick<Server, 'listen'> & NodeJS.EventEmitter, port = 0): Promise<void> {
  const listening = once(server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening
}

async function startReceiver(mails: SmtpTestServer['mails']) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      // A mail that the client aborts ends in an error: it was not accepted.
      stream
        .on('error', () => {})
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw: Buffer.concat(chunks) })
          done()
        })
    },
  })
  server.on('error', () => {})
  await listen(server.server)
  return server
}

/** The lines that arrive on a socket, without their line ends. latin1 keeps every byte. */
async function* readLines(socket: Socket): AsyncGenerator<string, undefined> {
  let rest = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/**
 * One client's session: each of its lines goes to the server and the reply comes back before the next, unless the test server interferes.
 */
async function relay(smtp: SmtpTestServer, client: Socket, open: () => Socket) {
  const requests = readLines(client)
  let upstream = open()
  let replies = readLines(upstream)
  let recipient = ''
  const say = (text: string) => void client.write(`${text}\r\n`, 'latin1')
  const tell = (text: string) => void upstream.write(`${text}\r\n`, 'latin1')

  async function reply(): Promise<string> {
    const lines: string[] = []
    do lines.push((await replies.next()).value ?? '221 gone')
    while (/^\d{3}-/.test(lines.at(-1) ?? ''))
    return lines.join('\r\n')
  }
  /** Continues the session with a new connection: the server still waits for the end of the mail that the test server refused. */
  async function startOver(): Promise<void> {
    upstream.destroy()
    upstream = open()
    replies = readLines(upstream)
    await reply()
    tell('EHLO relay.example')
    await reply()
  }
  /** True when the test server has replied in the server's place. */
  async function interfered(stage: Stage): Promise<boolean> {
    const interference = smtp.interfere(stage, recipient)
    if (!interference) return false
    if (interference === 'stall') await once(client, 'close')
    if (interference === 'stall' || interference === 'die') {
      client.destroy()
      return true
    }
    say(interference)
    return true
  }
  async function body() {
    const lines: string[] = []
    for (;;) {
      const { value: line } = await requests.next()
      if (line === undefined) return
      if (lines.length === 0 && (await interfered('body'))) return
      lines.push(line)
      if (line === '.') break
    }
    const interference = smtp.interfere('dot', recipient)
    if (interference && interference !== 'stall' && interference !== 'die') {
      await startOver()
      return say(interference)
    }
    tell(lines.join('\r\n'))
    const answer = await reply()
    if (!(await interfered('dot'))) say(answer)
  }

  const greeting = await reply()
  if (await interfered('greeting')) return
  say(greeting)
  for await (const line of { [Symbol.asyncIterator]: () => requests }) {
    recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? recipient
    const stage = stages.find((name) => line.toUpperCase().startsWith(name))
    if (stage && (await interfered(stage))) continue
    tell(line)
    const answer = await reply()
    say(answer)
    if (stage === 'DATA' && answer.startsWith('354')) await body()
  }
}

/**
 * A real SMTP server (smtp-server) behind a relay that can refuse, stall or die at any stage. `port` is for restarting on the port
 * of a server that was stopped.
 */
export async function startSmtp({ port = 0 } = {}): Promise<SmtpTestServer> {
  const mails: SmtpTestServer['mails'] = []
  const taker = await startReceiver(mails)
  const { port: inner } = taker.server.address() as AddressInfo
  const sockets = new Set<Socket>()
  const smtp: SmtpTestServer = {
    url: '',
    mails,
    connections: 0,
    interfere: () => undefined,
    [Symbol.asyncDispose]: () => smtp.stop(),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => front.close(closed))
      await new Promise<void>((closed) => taker.close(() => closed()))
    },
  }
  // Without Nagle's delay: the short lines of a dialogue would each wait for an acknowledgement.
  const front = createServer({ noDelay: true }, async (client) => {
    smtp.connections++
    const own = new Set<Socket>()
    const watch = (socket: Socket) => {
      own.add(socket)
      sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
      return socket
    }
    watch(client)
    await relay(smtp, client, () => watch(connect({ port: inner, host: '127.0.0.1', noDelay: true }))).catch(() => {})
    for (const socket of own) socket.destroy()
  })
  await listen(front, port)
  smtp.url = `smtp://127.0.0.1:${(front.address() as AddressInfo).port}`
  return smtp
}
