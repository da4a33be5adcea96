import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Message, type Outcome, type Unusable, withoutAddresses } from '~/domain/deliveries/outcome'
import { oneLine } from '~/domain/text'
import type { Transport } from './transport.server'

/** In milliseconds: the timeouts of connecting, of a reply (RFC 5321 4.5.3.2), of a mail, and of an idle connection. */
export interface Timeouts {
  session: number
  reply: number
  mail: number
  keep: number
}
export const defaultTimeouts: Timeouts = { session: 60_000, reply: 300_000, mail: 900_000, keep: 20_000 }

interface SmtpError {
  message: string
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

const STOPPED: Unusable = {
  is: 'unreachable',
  refusesUs: false,
  reason: 'The website stopped before this email was sent.',
}

/** Of what a server answers, so much is read and shown. */
const LONGEST_REPLY = 500

/** What an error of nodemailer's says, as one line without email addresses: they are cut out first, so that none is left in part. */
export const reasonOf = ({ response, message }: SmtpError) =>
  withoutAddresses(oneLine((response || message).slice(0, 4 * LONGEST_REPLY))).slice(0, LONGEST_REPLY)

/** MAIL FROM is about the sender of all mails, but for these replies: a mail's size (552, RFC 1870), its parameters (555). */
const aboutThisMail = [552, 555]

/** Codes for policy or sender (RFC 3463), for a missing log-in (RFC 4954), and words of servers without codes. */
const aboutUs = /^\d{3}[ -]#?5\.(7\.|1\.[78]\b)|^53[0458][ -]|^5\d\d[ -](?!#?5\.\d).{0,200}(relay|authenticat)/i

/** The outcome of a failed sending. Once `handed`, after 354, only a clear reply proves that the mail was not accepted. */
function outcomeOf(error: SmtpError, handed: boolean): Outcome {
  const reason = reasonOf(error)
  const reply = error.responseCode ?? 0
  if (reply === 421) return { is: 'interrupted', reason }
  if (reply >= 400 && reply < 600) {
    const forGood = reply >= 500
    const atSender = error.command === 'MAIL FROM' && !aboutThisMail.includes(reply)
    if (atSender && !handed) return { is: 'unreachable', refusesUs: forGood, reason }
    const said = (error.response ?? '').slice(0, LONGEST_REPLY)
    const atRecipient = error.command === 'RCPT TO' || /^\d{3}[ -]5\.1\./.test(said)
    const isAboutUs = forGood && aboutUs.test(said)
    return {
      is: 'refused',
      forGood,
      unknownRecipient: forGood && atRecipient && !isAboutUs,
      aboutUs: isAboutUs,
      reason,
    }
  }
  if (handed) return { is: 'uncertain', reason: `The connection was lost while this email was being sent: ${reason}` }
  const ours = error.code === 'EMESSAGE' || error.command === 'API'
  if (ours && error.code !== 'ECONNECTION')
    return { is: 'refused', forGood: true, unknownRecipient: false, aboutUs: false, reason }
  return { is: 'interrupted', reason }
}

/** In milliseconds: how long a goodbye is waited for. */
const GOODBYE = 2000

/** Takes leave of a server that said no, as it expects (RFC 5321 section 4.1.1.10); it may have had enough of us. */
function quit(connection: SMTPConnection): void {
  if (connection.destroyed) return
  connection.quit()
  setTimeout(() => connection.close(), GOODBYE).unref()
}

/** A connection that has greeted, is encrypted where the server offers it, and is logged in where `url` has credentials. */
function openConnection(
  url: string,
  { timeouts, name }: { timeouts: Timeouts; name?: string },
  stopping: AbortSignal,
): Promise<SMTPConnection> {
  const { auth, ...options } = parseConnectionUrl(url)
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({
      ...options,
      name,
      connectionTimeout: timeouts.session,
      greetingTimeout: timeouts.session,
      socketTimeout: timeouts.reply,
      socketCloseTimeout: 1000,
    })
    const tidyUp = () => {
      clearTimeout(deadline)
      stopping.removeEventListener('abort', stop)
    }
    const fail = (error: Error) => {
      tidyUp()
      // Rejects before closing, whose event has no reason.
      reject(error)
      connection.close()
    }
    const ready = (error?: Error | null) => {
      if (error) return fail(error)
      tidyUp()
      resolve(connection)
    }
    const stop = () => fail(new Error(STOPPED.reason))
    stopping.addEventListener('abort', stop)
    const deadline = setTimeout(() => fail(new Error('The mail server did not answer in time.')), timeouts.session)
    // Both listeners stay: an unhandled error event would end the process.
    connection.on('error', fail)
    connection.on('end', () => fail(new Error('The mail server closed the connection.')))
    connection.connect((error) =>
      error || !auth || !connection.allowsAuth ? ready(error) : connection.login(auth, ready),
    )
  })
}

/** Connects, logs in and takes leave without a mail. Returns what was seen; throws nodemailer's error, with the server's `response`. */
export async function tryMailServer(url: string, timeouts: Timeouts) {
  const connection = await openConnection(url, { timeouts }, new AbortController().signal)
  const { secure: isEncrypted, allowsAuth: takesLogIn } = connection
  connection.quit()
  return { isEncrypted, takesLogIn }
}

function handOver(
  connection: SMTPConnection,
  { envelope, raw }: Message,
  timeouts: Timeouts,
  stopping: AbortSignal,
): Promise<Outcome> {
  let handed = false
  const body = new Readable({
    read() {
      handed = true
      this.push(raw)
      this.push(null)
    },
  })
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      clearTimeout(deadline)
      stopping.removeEventListener('abort', stop)
      resolve(outcome)
    }
    const breakOff = (outcome: Outcome) => {
      finish(outcome)
      connection.close()
    }
    // A mail under way is waited for: aborting would make it uncertain.
    const stop = () => handed || breakOff(STOPPED)
    stopping.addEventListener('abort', stop)
    const late = { message: 'The mail server took too long.' }
    const deadline = setTimeout(() => breakOff(outcomeOf(late, handed)), timeouts.mail)
    connection.send({ ...envelope, size: raw.length }, body, (error) =>
      finish(error ? outcomeOf(error, handed) : { is: 'sent' }),
    )
  })
}

/**
 * The mail server at `url` (smtp:, smtps:). nodemailer's own transporter reports every lost connection alike, and its pool resends
 * by itself; here the phases are told apart, so that no mail is sent twice. A connection serves many mails. `name` is the host's that
 * it introduces itself by (EHLO): some servers refuse mail from a machine's own name, such as a container's.
 */
export function smtpTransport(url: string, timeouts: Timeouts = defaultTimeouts, name?: string): Transport {
  let open: SMTPConnection | undefined
  let idle: NodeJS.Timeout | undefined
  const stopping = new AbortController()

  const leave = () => {
    clearTimeout(idle)
    if (open && !open.destroyed) open.quit()
    open = undefined
  }
  const keepOpen = (connection: SMTPConnection) => {
    open = connection
    idle = setTimeout(leave, timeouts.keep).unref()
  }
  const connected = () => {
    clearTimeout(idle)
    return open && !open.destroyed ? open : undefined
  }
  const sendOver = async (connection: SMTPConnection, message: Message) => {
    open = undefined
    const outcome = await handOver(connection, message, timeouts, stopping.signal)
    // Only after a successful mail is the state of the connection certain.
    if (outcome.is === 'sent') keepOpen(connection)
    else if (outcome.is === 'refused') quit(connection)
    else connection.close()
    return outcome
  }
  const unlessUnreachable = async <Result>(use: (connection: SMTPConnection) => Result) => {
    try {
      return await use(connected() ?? (await openConnection(url, { timeouts, name }, stopping.signal)))
    } catch (error) {
      const refusesUs = ((error as SmtpError).responseCode ?? 0) >= 500
      return { is: 'unreachable', refusesUs, reason: reasonOf(error as SmtpError) } as const
    }
  }

  return {
    reach: () =>
      unlessUnreachable((connection) => {
        keepOpen(connection)
        return null
      }),
    send: async (message) => {
      if (stopping.signal.aborted) return STOPPED
      const former = connected()
      const outcome = await unlessUnreachable((connection) => sendOver(connection, message))
      // A server may close an idle connection; a fresh one is tried then.
      const isStale = former !== undefined && outcome.is === 'interrupted'
      return isStale ? unlessUnreachable((connection) => sendOver(connection, message)) : outcome
    },
    stop: () => stopping.abort(),
    close: leave,
  }
}
