import { Resolver } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import type SQLite from 'better-sqlite3'
import { readDatabase } from '~/backups/database.server'
import { COUNT_REFUSED } from '~/domain/deliveries/sending.server'
import { isLocal, isLoopback } from '~/domain/limits/limits.server'
import { getMailRoute, type Settings } from '~/settings.server'
import { describeMissingMail, formatHours, formatMailCount, MAX_MAIL_WAIT } from '../readiness.server'
import { type DoctorCheck, type DoctorContext, type Finding, type Findings, getDatabasePath } from './data.server'

/** In ms. Some mail servers wait several seconds before they greet an unknown client. */
const DEFAULT_TIMEOUT = 20_000
const createTimeouts = ({ patience = DEFAULT_TIMEOUT }: DoctorContext) =>
  ({ session: patience, reply: patience, mail: 3 * patience, keep: 1000 }) as const
const DNS_OPTIONS = { timeout: 2000, tries: 2 }

/** An error of nodemailer's, with the server's response where it gave one. */
type MailError = Error & { code?: string; response?: string; responseCode?: number }

const WAIT_ADVICE =
  'Wait: Riverbank tries each email again after 1, 5 and 15 minutes and then for two days. If this lasts longer than an hour, ask your mail provider.'

function getMailAdvice({ code = '', message, responseCode = 0 }: MailError): string {
  if (code === 'EAUTH' && responseCode >= 500)
    return 'Correct the user and password in SMTP_URL; percent-encode special characters (@ as %40). If they are correct, ask your mail provider whether the account is still active.'
  if (responseCode >= 500) return 'Ask your mail provider why it refuses mail from this server’s address.'
  if (responseCode >= 400) return WAIT_ADVICE
  if (/self.signed|unable to verify|local issuer/i.test(message))
    return 'Its certificate is not signed by a trusted authority. If the server is yours, set NODE_EXTRA_CA_CERTS=/path/to/it.pem or get a certificate from a certificate authority. If it is not, the connection may be intercepted: ask your mail provider.'
  if (/wrong version number|packet length too long/i.test(message))
    return 'This port does not start with TLS: use smtp:// (port 587), or port 465 with smtps://.'
  if (code === 'ETLS' || /certificate|CERT|SSL|TLS/.test(`${code} ${message}`))
    return 'Use the host name in its certificate, smtps:// with port 465 or smtp:// with 587, and check the clock.'
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'Correct the host name in SMTP_URL.'
  return 'Check the host name and port in SMTP_URL, and that your network allows outgoing connections to port 587 or 465.'
}

async function sendTestMail(patient: DoctorContext, to: string, { ok, note, fault }: Findings): Promise<Finding> {
  const { settings } = patient
  const origin = settings.publicUrl?.origin ?? `http://localhost:${settings.port}`
  // Loaded only when needed: the doctor may run next to a server in little memory.
  const { createMessage } = await import('~/mail/message.server')
  const { renderMail } = await import('~/mail/render')
  const { createSmtpTransport: smtpTransport } = await import('~/mail/smtp.server')
  const words = 'Riverbank’s doctor sent this email to check that mail arrives. You do not need to do anything.'
  const subject = `Test email from ${settings.centre.shortName}`
  const content = renderMail({ origin, centre: settings.centre }, subject, [words])
  const mail = { ...content, to: { name: '', address: to }, automatic: true }
  const message = await createMessage({ id: 0, createdAt: new Date().toISOString() }, mail, { settings, origin })
  const transport = smtpTransport(settings.smtpUrl ?? '', { timeouts: createTimeouts(patient) })
  const outcome = await transport.send(message)
  transport.close()
  if (outcome.is === 'sent')
    return ok(`It accepted an email to ${to}. Check that it arrives, and not in the spam folder.`)
  if (/^4\d\d/.test(outcome.reason) && !outcome.reason.startsWith('421'))
    return note(`It deferred an email to ${to}, as servers often do for new senders: ${outcome.reason}`, WAIT_ADVICE)
  return fault(
    `It did not accept an email to ${to}: ${outcome.reason}`,
    'Ask your mail provider; MAIL_FROM must be an address that it allows you to use.',
  )
}

function reportMissingServer(settings: Settings, { note, fault }: Findings): Finding {
  if (getMailRoute(settings) === 'outbox')
    return note('Mail is not set up. Emails are written to the demonstration’s outbox and not delivered.')
  const waiting = countWaitingMails(settings)
  const todo = 'Set SMTP_URL and restart Riverbank. All mail waits until then.'
  return waiting > 0 ? fault(describeMissingMail(waiting), todo) : note(describeMissingMail(0), todo)
}

/** Connects, logs in and quits without sending mail. Throws nodemailer's error, with the server's `response`. */
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
    // Never removed: an unhandled error event would end the process.
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

/** Checks whether the mail server answers, encrypts and accepts the log-in. Sends a test email only with `to`. */
export const checkMailServer: DoctorCheck = async (patient, say) => {
  const { ok, fault } = say
  const { settings, to } = patient
  if (!settings.smtpUrl) return reportMissingServer(settings, say)
  const { getErrorReason: reasonOf } = await import('~/mail/smtp.server')
  const { hostname, username } = new URL(settings.smtpUrl)
  const met = await connectTo(settings.smtpUrl, createTimeouts(patient).session).catch((error: MailError) => error)
  if (met instanceof Error) return fault(`${hostname} can't be used: ${reasonOf(met)}`, getMailAdvice(met))
  if (username && !met.takesLogIn)
    return fault(
      `${hostname} offers no log-in, so the user and password in SMTP_URL are not used.`,
      getMailAdvice({ name: '', message: '' }),
    )
  const isNear = isLoopback(hostname) || isLocal(hostname)
  if (!met.isEncrypted && !isNear)
    return fault(
      `${hostname} doesn't encrypt: mails${username ? ' and the password' : ''} can be read in transit.`,
      'Use smtps:// with port 465, or smtp:// with 587 and ?requireTLS=true',
    )
  const says = `${hostname} answers, ${met.isEncrypted ? 'encrypts' : 'does not encrypt (acceptable on a local network)'}${username ? ', and accepts the log-in' : ''}.`
  return to
    ? [ok(says), await sendTestMail(patient, to, say)]
    : ok(`${says} To send a test email: node scripts/doctor.mjs --to ADDRESS`)
}

/** Reserved domains (RFC 2606, RFC 6761). */
const RESERVED_DOMAIN = /(^|\.)(example|test|invalid|localhost|local|example\.(com|net|org))$/i

async function getSenderDomain(settings: Settings): Promise<string> {
  const { parseSender: senderOf } = await import('~/mail/message.server')
  return senderOf(settings).address.split('@').at(-1)!.toLowerCase()
}

async function queryTxtRecords(name: string, { dns }: DoctorContext): Promise<string[] | null> {
  const resolver = new Resolver(DNS_OPTIONS)
  if (dns) resolver.setServers([dns])
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null
  }
}

/** Makes a check of the sender's domain, which runs only if mail is sent and the domain is not a reserved one. */
const createSenderCheck =
  (look: (domain: string, ...how: Parameters<DoctorCheck>) => Promise<Finding>): DoctorCheck =>
  async (patient, say) => {
    const { note, fault } = say
    if (!patient.settings.smtpUrl) return note('Skipped: no mail is sent.')
    const domain = await getSenderDomain(patient.settings)
    if (RESERVED_DOMAIN.test(domain))
      return fault(`MAIL_FROM is at ${domain}, which does not exist.`, 'Set MAIL_FROM to an address of the centre.')
    return look(domain, patient, say)
  }

const describeNoAnswer = (domain: string) => `DNS gives no answer about ${domain} from here.`

/** Checks for an SPF record: who may send for the domain of MAIL_FROM (RFC 7208). */
export const checkSpf = createSenderCheck(async (domain, patient, { ok, note, fault }) => {
  const records = await queryTxtRecords(domain, patient)
  if (!records) return note(describeNoAnswer(domain))
  const found = records.filter((text) => /^v=spf1( |$)/i.test(text))
  const [policy = ''] = found
  if (found.length > 1)
    return fault(`${domain} has ${found.length} SPF records, so none of them is valid.`, 'Merge them into one.')
  if (!policy)
    return fault(
      `${domain} has no SPF record: mail may be marked as spam.`,
      'Add the TXT record that your mail provider gives you, like "v=spf1 include:… -all"',
    )
  if (/ \+?all\b/i.test(policy))
    return fault(`The SPF record of ${domain} lets anyone send for it: ${policy}`, 'End it with -all or ~all')
  return ok(`${domain}: ${policy}`)
})

function listParentDomains(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Checks for a DMARC record of the domain of MAIL_FROM or a parent: the policy for forged mail (RFC 7489). */
export const checkDmarc = createSenderCheck(async (domain, patient, { ok, note, fault }) => {
  for (const name of listParentDomains(domain)) {
    const records = await queryTxtRecords(`_dmarc.${name}`, patient)
    if (!records) return note(describeNoAnswer(name))
    const policy = records.find((text) => /^v=DMARC1\b/i.test(text))
    if (!policy) continue
    if (/;\s*p=(none|quarantine|reject)\b/i.test(policy)) return ok(`${name}: ${policy}`)
    return fault(`The DMARC record of ${name} has no policy: ${policy}`, 'Give it one: "v=DMARC1; p=none"')
  }
  return fault(
    `${domain} has no DMARC record: large mail providers accept less mail from it.`,
    `Add the TXT record "v=DMARC1; p=none" at _dmarc.${domain}`,
  )
})

const SELECT_WAITING = "select min(dueAt) as oldest, count(*) as count from deliveries where state = 'pending'"
const SELECT_FAILED = `select count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'uncertain') as uncertain
  from deliveries where settledAt > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`

function findMailFaults(sqlite: SQLite.Database, { note, fault }: Findings): Finding[] {
  const { failed, uncertain } = sqlite.prepare(SELECT_FAILED).get() as { failed: number; uncertain: number }
  const refused = sqlite.prepare(COUNT_REFUSED).get() as { failed: number; waiting: number }
  const found: Finding[] = []
  if (failed + uncertain > 0) {
    const parts = [
      failed && `${formatMailCount(failed)} failed`,
      uncertain && `${formatMailCount(uncertain)} may not have arrived`,
    ]
    const todo = 'See each newsletter’s page and Profile > Enquiries for the reason, and to send them again.'
    found.push(note(`In the last 30 days, ${parts.filter(Boolean).join(', and ')}.`, todo))
  }
  if (refused.failed > 0)
    found.push(
      fault(
        `${formatMailCount(refused.failed)} failed because the mail server refused our mail.`,
        'See the finding for mail. Once that is fixed, a tutor can send them again in the Newsletter tab.',
      ),
    )
  if (refused.waiting > 0)
    found.push(
      fault(
        `${formatMailCount(refused.waiting)} to the office can’t be delivered: the mail server refuses them.`,
        'Check OFFICE_EMAIL.',
      ),
    )
  return found
}

/** The number of waiting mails; 0 without a database. */
function countWaitingMails(settings: Settings): number {
  if (!existsSync(getDatabasePath(settings))) return 0
  return readDatabase(settings, (sqlite) => (sqlite.prepare(SELECT_WAITING).get() as { count: number }).count)
}

export const checkQueue: DoctorCheck = async ({ settings }, { ok, note, fault }) => {
  if (!existsSync(getDatabasePath(settings))) return note('There is no database yet.')
  const { paused, oldest, count, found } = readDatabase(settings, (sqlite) => ({
    found: findMailFaults(sqlite, { ok, note, fault }),
    paused: sqlite.prepare("select value from portalSettings where name = 'sendingPaused'").pluck().get(),
    ...(sqlite.prepare(SELECT_WAITING).get() as { oldest: string | null; count: number }),
  }))
  if (paused) {
    const todo = 'A tutor can turn it back on in the Newsletter tab.'
    found.push(fault(`Sending has been paused since a backup was restored; ${formatMailCount(count)} waiting.`, todo))
  }
  const waits = oldest === null ? 0 : Date.now() - Date.parse(oldest)
  if (waits > MAX_MAIL_WAIT)
    found.push(
      fault(
        `The oldest overdue email has waited for ${formatHours(waits)}; ${count} are waiting in all.`,
        'See the findings for mail, and check that Riverbank is running.',
      ),
    )
  if (found.some(({ state }) => state === 'fault')) return found
  return [ok(count === 0 ? 'No email is waiting.' : `${formatMailCount(count)} waiting, none for long.`), ...found]
}
