import { Resolver } from 'node:dns/promises'
import { isLocal, isLoopback } from '~/domain/limits/network'
import { mailRoute, type Settings } from '~/settings.server'
import { notSetUp } from '../readiness.server'
import { mailsWaiting } from './data.server'
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

async function sendTest(patient: Patient, to: string, { ok, note, fault }: Findings): Promise<Finding> {
  const { settings } = patient
  const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`
  // Each is loaded where it is needed: the doctor may have to do with the memory that a server leaves.
  const { messageOf } = await import('~/mail/message.server')
  const { renderMail } = await import('~/mail/render')
  const { smtpTransport } = await import('~/mail/smtp.server')
  const words = 'The doctor of Riverbank sent this to see whether mail arrives. Nobody needs to do anything.'
  const subject = `A test from ${settings.centre.shortName}`
  const content = renderMail({ origin, centre: settings.centre }, subject, [words])
  const mail = { ...content, to: { name: '', address: to }, automatic: true }
  const message = await messageOf({ id: 0, createdAt: new Date().toISOString() }, mail, { settings, origin })
  const transport = smtpTransport(settings.smtpUrl ?? '', { timeouts: timeoutsOf(patient) })
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

function withoutServer(settings: Settings, { note, fault }: Findings): Finding {
  if (mailRoute(settings) === 'outbox')
    return note('Mail is not set up. It is written to the demonstration’s outbox, and nobody gets it.')
  const waiting = mailsWaiting(settings)
  const todo = 'Set SMTP_URL and restart Riverbank. All mail waits until then.'
  return waiting > 0 ? fault(notSetUp(waiting), todo) : note(notSetUp(0), todo)
}

/** Connects, logs in and takes leave without a mail. Returns what was seen; throws nodemailer's error, with the server's `response`. */
async function connectTo(url: string, patience: number) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { parseConnectionUrl } = await import('nodemailer/lib/shared')
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  })
  await new Promise<void>((resolve, reject) => {
    const finish = (error?: Error | null) => (error ? reject(error) : resolve())
    // They stay: an unhandled error event would end the process.
    connection.on('error', reject).on('end', () => reject(new Error('The mail server closed the connection.')))
    connection.connect((error) =>
      error || !auth || !connection.allowsAuth ? finish(error) : connection.login(auth, finish),
    )
  }).catch((error) => {
    connection.close()
    throw error
  })
  const { secure: isEncrypted, allowsAuth: takesLogIn } = connection
  connection.quit()
  return { isEncrypted, takesLogIn }
}

/** Whether the mail server can be reached, encrypts, and takes the log-in. Sends nothing but what `to` asks for. */
export const mail: Check = async (patient, say) => {
  const { ok, fault } = say
  const { settings, to } = patient
  if (!settings.smtpUrl) return withoutServer(settings, say)
  const { reasonOf } = await import('~/mail/smtp.server')
  const { hostname, username } = new URL(settings.smtpUrl)
  const met = await connectTo(settings.smtpUrl, timeoutsOf(patient).session).catch((error: MailError) => error)
  if (met instanceof Error) return fault(`${hostname} can't be used: ${reasonOf(met)}`, todoFor(met))
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

async function domainOf(settings: Settings): Promise<string> {
  const { senderOf } = await import('~/mail/message.server')
  return senderOf(settings).address.split('@').at(-1)!.toLowerCase()
}

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
    if (!patient.settings.smtpUrl) return note('Not looked at: no mail is sent.')
    const domain = await domainOf(patient.settings)
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
