import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doctorsOffice, words } from '~/test/doctors-office'
import { startSmtp } from '~/test/smtp'
import { examine } from '../doctor.server'

const office = doctorsOffice()
const { faults, look, mailServer } = office

test('a mail server that refuses the log-in', async () => {
  office.smtp.interfere = (stage) => (stage === 'AUTH' ? '535 5.7.8 Not you' : undefined)
  expect(await faults()).toEqual([['mail', words('535 5.7.8 Not you')]])
})

test('a mail server that takes no log-in', async () => {
  const SMTP_URL = await mailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
  expect(await faults({ SMTP_URL })).toEqual([['mail', words('takes no log-in')]])
})

test('a mail server with a certificate that nobody knows', async () => {
  const SMTP_URL = await mailServer({ secure: true }, 'smtps')
  expect(await faults({ SMTP_URL })).toEqual([['mail', words('certificate')]])
})

test('a certificate that the server signed itself is told from others, with what to do', async () => {
  const [key, cert] = ['key', 'cert'].map((name) => join(office.elsewhere, name)) as [string, string]
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', ...made], { stdio: 'ignore' })
  const own = { key: readFileSync(key), cert: readFileSync(cert) }
  for (const [options, scheme] of [[{ secure: true, ...own }, 'smtps'] as const, [own, 'smtp'] as const]) {
    const SMTP_URL = await mailServer(options, scheme)
    const [found] = (await look({ SMTP_URL })).filter(({ check }) => check === 'mail')
    expect(found).toMatchObject({ state: 'fault', says: words('self-signed certificate') })
    expect(found?.todo).toContain('NODE_EXTRA_CA_CERTS')
  }
})

test.each([
  ['MAIL', '451 4.7.1 Greylisted'],
  ['RCPT', '450 4.7.1 <operator@centre.ie>: come back later'],
  ['DATA', '451 4.7.0 Not yet'],
] as const)('a server that puts a mail off at %s: %s', async (at, says) => {
  office.smtp.interfere = (stage) => (stage === at ? says : undefined)
  const found = (await look({}, 'operator@centre.ie')).filter(({ check }) => check === 'mail')
  expect(found).toMatchObject([{ state: 'ok' }, { state: 'note', says: words(says.slice(0, 9)), todo: words('Wait') }])
  expect(found[1]?.says.split(': ')[1]).not.toContain('@')
})

test('a server that greets nobody for now', async () => {
  office.smtp.interfere = (stage) => (stage === 'greeting' ? '451 4.7.1 Busy with operator@centre.ie' : undefined)
  const [found] = (await look()).filter(({ check }) => check === 'mail')
  expect(found).toMatchObject({ state: 'fault', says: words('451 4.7.1 Busy with …'), todo: words('Wait') })
})

const speaking: [name: string, speak: (socket: Socket) => unknown, says: string][] = [
  ['random bytes', (socket) => socket.write(randomBytes(400)), 'is no mail server'],
  ['an SSH server', (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'), 'is no mail server'],
  ['silence', () => {}, 'says nothing'],
  ['an end at once', (socket) => socket.end(), "can't be used"],
]
test.each(speaking)('no mail server at all: %s', async (_, speak, says) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    speak(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await faults({ SMTP_URL })).toEqual([['mail', words(says)]])
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('no mail server at all: a web server', async () => {
  const SMTP_URL = (await office.serving((_, response) => void response.end('Hello'))).replace('http', 'smtp')
  expect(await faults({ SMTP_URL })).toEqual([['mail', words('is a web server')]])
})

test('smtp:// to a port that begins encrypted, and smtps:// to one that does not', async () => {
  const secure = (await mailServer({ secure: true })).replace('smtps', 'smtp')
  expect(await faults({ SMTP_URL: secure })).toEqual([['mail', words('begins encrypted')]])
  const [found] = (await look({ SMTP_URL: office.smtp.url.replace('smtp', 'smtps') })).filter(
    (one) => one.check === 'mail',
  )
  expect(found).toMatchObject({ state: 'fault', todo: words('does not begin encrypted') })
})

test('a mail server that is not there', async () => {
  const gone = await startSmtp()
  await gone.stop()
  const { host } = new URL(gone.url)
  expect(await faults({ SMTP_URL: gone.url })).toEqual([['mail', words(`ECONNREFUSED ${host}`)]])
})

test('a mail server that refuses the sender; and one that takes the mail', async () => {
  office.smtp.interfere = (stage) => (stage === 'MAIL' ? '550 5.7.1 Not your address' : undefined)
  expect(await faults({}, 'operator@centre.ie')).toEqual([['mail', words('550 5.7.1 Not your address')]])
  office.smtp.interfere = () => undefined
  expect(await faults({}, 'operator@centre.ie')).toEqual([])
  expect(office.smtp.mails.map(({ to }) => to)).toEqual(['operator@centre.ie'])
})

test('without --to nothing is sent', async () => {
  await look()
  expect(office.smtp.connections).toBe(1)
  expect(office.smtp.mails).toEqual([])
})

test('a sender without SPF and DMARC', async () => {
  office.names.texts = {}
  expect(await faults()).toEqual([
    ['spf', words('no SPF record')],
    ['dmarc', words('no DMARC record')],
  ])
})

test.each([
  [['v=spf1 -all', 'v=spf1 mx -all'], '2 SPF records'],
  [['v=spf1 +all'], 'lets everybody send'],
  [['v=spf1 include:mail.example all'], 'lets everybody send'],
  [['v=spf10 -all'], 'no SPF record'],
])('an SPF record like %j', async (texts, says) => {
  office.names.texts['centre.ie'] = texts
  expect(await faults()).toEqual([['spf', words(says)]])
})

test('a DMARC record without a policy; and the one of the domain above', async () => {
  office.names.texts['_dmarc.centre.ie'] = ['v=DMARC1; rua=mailto:a@centre.ie']
  expect(await faults()).toEqual([['dmarc', words('no policy')]])
  office.names.texts['_dmarc.centre.ie'] = ['v=DMARC1; p=reject']
  office.names.texts['mail.centre.ie'] = ['v=spf1 mx ~all']
  expect(await faults({ MAIL_FROM: 'news@mail.centre.ie' })).toEqual([])
})

test('a sender that is nobody’s', async () => {
  expect(await faults({ MAIL_FROM: 'office@riverbank.example' })).toEqual([
    ['spf', words("nobody's")],
    ['dmarc', words("nobody's")],
  ])
})

test('DNS that does not answer is no fault', async () => {
  const found = await examine(office.well, { dns: '127.0.0.1:9' })
  expect(found.filter(({ state }) => state === 'fault')).toEqual([])
  expect(found).toContainEqual({ check: 'spf', state: 'note', says: words("DNS doesn't tell"), todo: undefined })
})
