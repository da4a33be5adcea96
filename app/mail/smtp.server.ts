import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Message, Outcome } from '~/domain/deliveries/outcome'
import { oneLine } from '~/domain/one-line'
import type { Transport } from './transport'

/** How long is waited, in milliseconds: for a connection that mails can be sent over, for any reply (RFC 5321 section 4.5.3.2), for one mail as a whole; how long an idle connection is kept. */
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

const STOPPED = 'Riverbank stopped before this email was sent.'

const reasonOf = ({ response, message }: SmtpError) => oneLine(response || message).slice(0, 500)

/** MAIL FROM speaks of the sender, whom all mails share; only these replies to it are about the mail: its size (552, RFC 1870) and its parameters (555). */
const aboutThisMail = [552, 555]

/** Enhanced codes that speak of policy (5.7) or of the sender (5.1.7, 5.1.8), such as 'Relay access denied', and never of an address that does not exist (RFC 3463). */
const aboutUs = /^\d{3}[ -]5\.(7\.|1\.[78]\b)/

/**
 * What a failed sending means. `handed` tells whether the mail's body was asked for, which is so only after the
 * server's 354: from then on nothing but a clear reply says that the server did not take the mail.
 */
function outcomeOf(error: SmtpError, handed: boolean): Outcome {
  const reason = reasonOf(error)
  const reply = error.responseCode ?? 0
  if (reply === 421) return { is: 'interrupted', reason }
  if (reply >= 400 && reply < 600) {
    const forGood = reply >= 500
    const atSender = error.command === 'MAIL FROM' && !aboutThisMail.includes(reply)
    if (atSender && !handed) return { is: 'unreachable', reason }
    const said = error.response ?? ''
    const atRecipient = error.command === 'RCPT TO' || /^\d{3}[ -]5\.1\./.test(said)
    return { is: 'refused', forGood, unknownRecipient: forGood && atRecipient && !aboutUs.test(said), reason }
  }
  if (handed) return { is: 'uncertain', reason: `The connection was lost while this email was being sent: ${reason}` }
  const ours = error.code === 'EMESSAGE' || error.command === 'API'
  if (ours && error.code !== 'ECONNECTION') return { is: 'refused', forGood: true, unknownRecipient: false, reason }
  return { is: 'interrupted', reason }
}

/** A connection that has greeted, is encrypted where the server offers it, and has logged in where `url` says as whom. */
function openConnection(url: string, timeouts: Timeouts, stopping: AbortSignal): Promise<SMTPConnection> {
  const { auth, ...options } = parseConnectionUrl(url)
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({
      ...options,
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
      // First its own reason: closing ends in an event that has none.
      reject(error)
      connection.close()
    }
    const ready = (error?: Error | null) => {
      if (error) return fail(error)
      tidyUp()
      resolve(connection)
    }
    const stop = () => fail(new Error(STOPPED))
    stopping.addEventListener('abort', stop)
    const deadline = setTimeout(() => fail(new Error('The mail server did not answer in time.')), timeouts.session)
    // Both stay: an error event that nobody listens to would end the process.
    connection.on('error', fail)
    connection.on('end', () => fail(new Error('The mail server closed the connection.')))
    connection.connect((error) =>
      error || !auth || !connection.allowsAuth ? ready(error) : connection.login(auth, ready),
    )
  })
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
    // A mail on its way is waited for: breaking it off would make it uncertain.
    const stop = () => handed || breakOff({ is: 'unreachable', reason: STOPPED })
    stopping.addEventListener('abort', stop)
    const late = { message: 'The mail server took too long.' }
    const deadline = setTimeout(() => breakOff(outcomeOf(late, handed)), timeouts.mail)
    connection.send({ ...envelope, size: raw.length }, body, (error) =>
      finish(error ? outcomeOf(error, handed) : { is: 'sent' }),
    )
  })
}

/**
 * The mail server at `url` (smtp:, smtps:). nodemailer's own transporter reports every lost connection alike, and its
 * pool sends again by itself; here each phase is told apart, so that no mail is sent twice. One connection serves many mails.
 */
export function smtpTransport(url: string, timeouts: Timeouts = defaultTimeouts): Transport {
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
    // Only after a mail that went through is it sure where the two sides stand.
    if (outcome.is === 'sent') keepOpen(connection)
    else connection.close()
    return outcome
  }
  const unlessUnreachable = async <Result>(use: (connection: SMTPConnection) => Result) => {
    try {
      return await use(connected() ?? (await openConnection(url, timeouts, stopping.signal)))
    } catch (error) {
      return { is: 'unreachable', reason: reasonOf(error as SmtpError) } as const
    }
  }

  return {
    reach: () =>
      unlessUnreachable((connection) => {
        keepOpen(connection)
        return null
      }),
    send: async (message) => {
      if (stopping.signal.aborted) return { is: 'unreachable', reason: STOPPED }
      const former = connected()
      const outcome = await unlessUnreachable((connection) => sendOver(connection, message))
      // A server may end a connection that was idle; that says nothing about a fresh one.
      const isStale = former !== undefined && outcome.is === 'interrupted'
      return isStale ? unlessUnreachable((connection) => sendOver(connection, message)) : outcome
    },
    stop: () => stopping.abort(),
    close: leave,
  }
}
