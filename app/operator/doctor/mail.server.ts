import { Resolver } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { isLocal, isLoopback } from '~/http/limits/network'
import { messageOf, senderOf } from '~/mail/message.server'
import { renderMail } from '~/mail/render'
import { reasonOf, smtpTransport, tryMailServer } from '~/mail/smtp.server'
import type { Settings } from '~/settings.server'
import type { Check, Finding, Findings, Patient } from './finding'

/** In milliseconds. A mail server may keep strangers waiting for some seconds before it greets them. */
const PATIENCE = 20_000
const timeoutsOf = ({ patience = PATIENCE }: Patient) =>
  ({ session: patience, reply: patience, mail: 3 * patience, keep: 1000 }) as const
const DNS = { timeout: 2000, tries: 2 }

/** An error of nodemailer's, with the server's response where it gave one. */
type MailError = Error & { code?: string; response?: string; responseCode?: number }

const FOR_NOW =
  'Wait: Riverbank tries each email again after 1, 5 and 15 minutes and then for two days. If it lasts for more than an hour, ask your mail provider.'

/** What to do about an error of the mail server. */
function todoFor({ code = '', message, responseCode = 0 }: MailError): string {
  if (code === 'EAUTH' && responseCode >= 500)
    return 'Correct the user and password in SMTP_URL; write special characters as %40 for @. If they are right, ask your mail provider whether the account has ended.'
  if (responseCode >= 500) return 'Ask your mail provider why it refuses mail from this server’s address.'
  if (responseCode >= 400) return FOR_NOW
  if (/self.signed|unable to verify|local issuer/i.test(message))
    return 'No authority vouches for its certificate. If the server is your own, give its certificate to Riverbank (NODE_EXTRA_CA_CERTS=/path/to/it.pem) or get one from a certificate authority; if it is not, somebody may be in between: ask your mail provider.'
  if (/wrong version number|packet length too long/i.test(message))
    return 'This port does not begin encrypted: use smtp:// (port 587), or the port for smtps:// (465).'
  if (code === 'ETLS' || /certificate|CERT|SSL|TLS/.test(`${code} ${message}`))
    return 'Use the name that is in its certificate, smtps:// with port 465 or smtp:// with 587, and look at the clock.'
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'Correct the name in SMTP_URL.'
  return 'Look at the name and port in SMTP_URL, and whether your network lets port 587 or 465 out.'
}

/** In milliseconds: how long a port is listened to. */
const LISTENING = 3000

const portOf = ({ hostname, port }: URL) => ({ host: hostname, port: Number(port) || 587 })

/** What a socket's first event of a kind brings; null where it ends before, or nothing comes. */
function firstOf(socket: Socket, event: 'data' | 'secureConnect', listening: number): Promise<string | null> {
  return new Promise((resolve) => {
    const tell = (heard: string | null) => {
      resolve(heard)
      socket.destroy()
    }
    setTimeout(() => tell(null), listening).unref()
    socket.on(event, (bytes = '') => tell(bytes.toString('latin1').slice(0, 200)))
    for (const end of ['error', 'close']) socket.on(end, () => tell(null))
  })
}

/** What a port says of its own accord, or to `words`: its first bytes, null without any, or where nobody can be reached. */
function heardFrom(url: URL, listening: number, words?: string): Promise<string | null> {
  const socket = connect(portOf(url))
  return firstOf(
    socket.on('connect', () => void (words && socket.write(words))),
    'data',
    listening,
  )
}

/** Whether a port speaks TLS from the first byte. */
const beginsEncrypted = async (url: URL, listening: number) =>
  (await firstOf(connectSecurely({ ...portOf(url), rejectUnauthorized: false }), 'secureConnect', listening)) !== null

/** Whether the number that nodemailer read is a reply's (RFC 5321, section 4.2): other programs begin with any number. */
const isReply = (code = 0) => code >= 200 && code < 600

/** Says what stands at the port where it is no mail server; null where it may be one. */
async function otherThanMail(
  url: URL,
  { code, message, responseCode }: MailError,
  listening: number,
  { fault }: Findings,
): Promise<Finding | null> {
  const at = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? 465 : 587)}`
  const todo = 'Look at the name and port in SMTP_URL: mail providers use 587 or 465.'
  if (url.protocol === 'smtps:' || isReply(responseCode) || ['EAUTH', 'EDNS', 'ENOTFOUND'].includes(code ?? ''))
    return null
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|certificate|self.signed/.test(message)) return null
  const first = await heardFrom(url, listening)
  if (first !== null && /^[2-5]\d\d[ -]/.test(first)) return null
  if (first !== null) return fault(`What answers at ${at} is not a mail server: it does not speak SMTP.`, todo)
  if (await beginsEncrypted(url, listening))
    return fault(`${at} begins encrypted, and smtp:// does not.`, 'Use smtps:// for this port.')
  const answer = await heardFrom(url, listening, 'GET / HTTP/1.0\r\n\r\n')
  if (answer?.startsWith('HTTP/')) return fault(`What answers at ${at} is a web server, not a mail server.`, todo)
  return answer === null && !/timeout|in time|never received|ETIMEDOUT/i.test(`${code} ${message}`)
    ? null
    : fault(`${at} says nothing. A mail server speaks first.`, `${todo} A firewall may hold the answer back.`)
}

async function sendTest(patient: Patient, to: string, { ok, note, fault }: Findings): Promise<Finding> {
  const { settings } = patient
  const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`
  const words = 'The doctor of Riverbank sent this to see whether mail arrives. Nobody needs to do anything.'
  const subject = `A test from ${settings.centre.shortName}`
  const content = renderMail({ origin, centre: settings.centre, subject, blocks: [{ kind: 'paragraph', text: words }] })
  const mail = { ...content, to: { name: '', address: to }, automatic: true }
  const message = await messageOf({ id: 0, createdAt: new Date().toISOString() }, mail, { settings, origin })
  const transport = smtpTransport(settings.smtpUrl ?? '', timeoutsOf(patient))
  const outcome = await transport.send(message)
  transport.close()
  if (outcome.is === 'sent') return ok(`It took a mail to ${to}. See whether it arrives, and not as spam.`)
  if (/^4\d\d/.test(outcome.reason) && !outcome.reason.startsWith('421'))
    return note(
      `It put a mail to ${to} off for now, as servers do with senders that are new: ${outcome.reason}`,
      FOR_NOW,
    )
  return fault(
    `It didn't take a mail to ${to}: ${outcome.reason}`,
    'Ask your mail provider; MAIL_FROM has to be an address that it lets you use.',
  )
}

/** Whether the mail server can be reached, encrypts, and takes the log-in. Sends nothing but what `to` asks for. */
export const mail: Check = async (patient, say) => {
  const { ok, note, fault } = say
  const { settings, to, patience = PATIENCE } = patient
  if (!settings.smtpUrl)
    return note(
      'Without SMTP_URL no mail is sent: each is written to the folder outbox.',
      'Set SMTP_URL when people should get mail.',
    )
  const { hostname, username } = new URL(settings.smtpUrl)
  const met = await tryMailServer(settings.smtpUrl, timeoutsOf(patient)).catch((error: MailError) => error)
  if (met instanceof Error)
    return (
      (await otherThanMail(new URL(settings.smtpUrl), met, Math.min(LISTENING, patience), say)) ??
      fault(`${hostname} can't be used: ${reasonOf(met)}`, todoFor(met))
    )
  if (username && !met.takesLogIn)
    return fault(
      `${hostname} takes no log-in, so the user and password of SMTP_URL are of no use.`,
      todoFor({ name: '', message: '' }),
    )
  const isNear = isLoopback(hostname) || isLocal(hostname)
  if (!met.isEncrypted && !isNear)
    return fault(
      `${hostname} doesn't encrypt: mails${username ? ' and the password' : ''} can be read on the way.`,
      'Use smtps:// with port 465, or smtp:// with 587 and ?requireTLS=true',
    )
  const says = `${hostname} answers, ${met.isEncrypted ? 'encrypts' : 'does not encrypt, which is near enough here'}${username ? ', and takes the log-in' : ''}.`
  return to
    ? [ok(says), await sendTest(patient, to, say)]
    : ok(`${says} To send a mail: node scripts/doctor.mjs --to ADDRESS`)
}

/** Domains that nobody can own (RFC 2606, RFC 6761). */
const RESERVED = /(^|\.)(example|test|invalid|localhost|local|example\.(com|net|org))$/i

const domainOf = (settings: Settings) => senderOf(settings).address.split('@').at(-1)!.toLowerCase()

/** The TXT records of a name; null where DNS doesn't answer. */
async function recordsOf(name: string, { dns }: Patient): Promise<string[] | null> {
  const resolver = new Resolver(DNS)
  if (dns) resolver.setServers([dns])
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null
  }
}

/** A check of the sender's domain, where mail is sent and the domain is a real one. */
const aboutSender =
  (look: (domain: string, ...how: Parameters<Check>) => Promise<Finding>): Check =>
  async (patient, say) => {
    const { note, fault } = say
    const domain = domainOf(patient.settings)
    if (!patient.settings.smtpUrl) return note('Not looked at: no mail is sent.')
    if (RESERVED.test(domain))
      return fault(`MAIL_FROM is at ${domain}, which does not exist.`, 'Set MAIL_FROM to an address of the centre.')
    return look(domain, patient, say)
  }

const unanswered = (domain: string) => `DNS doesn't tell about ${domain} here.`

/** Whether the domain of MAIL_FROM says who may send for it (RFC 7208). */
export const spf = aboutSender(async (domain, patient, { ok, note, fault }) => {
  const records = await recordsOf(domain, patient)
  if (!records) return note(unanswered(domain))
  const found = records.filter((text) => /^v=spf1( |$)/i.test(text))
  const [policy = ''] = found
  if (found.length > 1)
    return fault(`${domain} has ${found.length} SPF records: none of them counts.`, 'Join them into one.')
  if (!policy)
    return fault(
      `${domain} has no SPF record: mail may be taken for spam.`,
      'Add the TXT record that your mail provider names, like "v=spf1 include:… -all"',
    )
  if (/ \+?all\b/i.test(policy))
    return fault(`The SPF record of ${domain} lets everybody send: ${policy}`, 'End it with -all or ~all')
  return ok(`${domain}: ${policy}`)
})

/** A domain and those above it, but for the last label. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Whether the domain of MAIL_FROM, or one above it, says what is to become of mail that pretends to be from it (RFC 7489). */
export const dmarc = aboutSender(async (domain, patient, { ok, note, fault }) => {
  for (const name of withParents(domain)) {
    const records = await recordsOf(`_dmarc.${name}`, patient)
    if (!records) return note(unanswered(name))
    const policy = records.find((text) => /^v=DMARC1\b/i.test(text))
    if (!policy) continue
    if (/;\s*p=(none|quarantine|reject)\b/i.test(policy)) return ok(`${name}: ${policy}`)
    return fault(`The DMARC record of ${name} has no policy: ${policy}`, 'Give it one: "v=DMARC1; p=none"')
  }
  return fault(
    `${domain} has no DMARC record: large mail providers take less mail from it.`,
    `Add the TXT record "v=DMARC1; p=none" at _dmarc.${domain}`,
  )
})
