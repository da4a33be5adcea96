import type { Readable } from 'node:stream'
import { setTimeout as pass } from 'node:timers/promises'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { type Message, type Outcome, withoutAddresses } from '~/domain/deliveries/outcome'
import { oneLine } from '~/domain/text'

/** Where finished mails go. None of these functions throws. */
export interface Transport {
  send: (message: Message) => Promise<Outcome>
  /** Checks that mail can be sent. Returns the obstacle, or null. */
  reach?: () => Promise<Outcome | null>
  /** Aborts what is not handed over yet and takes no more; what is handed over goes on. */
  stop?: () => void
  /** Closes the connections, once they are idle. */
  close?: () => void
}

/** In milliseconds: the timeouts of connecting, of a reply (RFC 5321 4.5.3.2), of a mail, and of an idle connection. */
export interface Timeouts {
  session: number
  reply: number
  mail: number
  keep: number
}
export const defaultTimeouts: Timeouts = { session: 60_000, reply: 300_000, mail: 900_000, keep: 20_000 }

const STOPPED = new Error('The website stopped before this email was sent.')
const LATE = new Error('The mail server did not answer in time.')

/** Longest server reply that is read and shown. */
const LONGEST_REPLY = 500

/** The text of a nodemailer error, as one line without email addresses: they are cut out first, so that none is left in part. */
export function reasonOf({
  response,
  message,
  cause,
}: Pick<NodemailerError, 'response' | 'message' | 'cause'>): string {
  const words = response || (cause instanceof Error ? cause.message : message)
  return withoutAddresses(oneLine(words.slice(0, 4 * LONGEST_REPLY))).slice(0, LONGEST_REPLY)
}

/** MAIL FROM is about the sender of all mails, but for these replies: a mail's size (552, RFC 1870), its parameters (555). */
const aboutThisMail = [552, 555]

/** Codes for policy or sender (RFC 3463), for a missing log-in (RFC 4954), and words of servers without codes. */
const aboutUs = /^\d{3}[ -]#?5\.(7\.|1\.[78]\b)|^53[0458][ -]|^5\d\d[ -](?!#?5\.\d).{0,200}(relay|authenticat)/i

/** `trackBody` gets the stream of the finished mail, which nodemailer reads once the server is ready for it (354). */
interface TrackedMail extends SendMailOptions {
  trackBody: (body: Readable) => Readable
}

/** How far a mail got: nowhere, over a connection that is set up, or begun to be handed over, so that it may be accepted. */
type Stage = 'none' | 'connected' | 'handed'

/** The outcome of a failed send. Once the mail is handed over, only a clear reply proves that it was not accepted. */
function outcomeOf(error: NodemailerError, stage: Stage): Outcome {
  const reason = reasonOf(error)
  const reply = error.responseCode ?? 0
  if (stage === 'none' || error.cause === STOPPED) return { is: 'unreachable', refusesUs: reply >= 500, reason }
  if (reply === 421) return { is: 'interrupted', reason }
  if (reply >= 400 && reply < 600) {
    const forGood = reply >= 500
    const isAboutSender = error.command === 'MAIL FROM' && !aboutThisMail.includes(reply)
    if (isAboutSender) return { is: 'unreachable', refusesUs: forGood, reason }
    const said = (error.response ?? '').slice(0, LONGEST_REPLY)
    const isAboutRecipient = error.command === 'RCPT TO' || /^\d{3}[ -]5\.1\./.test(said)
    const isAboutUs = forGood && aboutUs.test(said)
    const unknownRecipient = forGood && isAboutRecipient && !isAboutUs
    return { is: 'refused', forGood, unknownRecipient, aboutUs: isAboutUs, reason }
  }
  if (stage === 'handed')
    return { is: 'uncertain', reason: `The connection was lost while this email was being sent: ${reason}` }
  const isOurs = error.code === 'EMESSAGE' || error.command === 'API'
  if (isOurs && error.code !== 'ECONNECTION')
    return { is: 'refused', forGood: true, unknownRecipient: false, aboutUs: false, reason }
  return { is: 'interrupted', reason }
}

interface TransportOptions {
  timeouts?: Timeouts
  /** The host name in EHLO: some servers refuse mail from a machine's own name, such as a container's. */
  name?: string
  connections?: number
}

/** Sends over nodemailer's pool of at most `connections` to the mail server at `url` (smtp:, smtps:). */
export function smtpTransport(
  url: string,
  { timeouts = defaultTimeouts, name, connections = 1 }: TransportOptions = {},
) {
  const stopping = new AbortController()
  const pool = createTransport({
    url,
    name,
    pool: true,
    maxConnections: connections,
    // A mail goes over a second connection only if the first one, kept open, had ended before a byte of the mail was read.
    maxRequeues: 1,
    idleTimeout: timeouts.keep,
    connectionTimeout: timeouts.session,
    greetingTimeout: timeouts.session,
    socketTimeout: timeouts.reply,
    socketCloseTimeout: 1000,
  })
  pool.use('stream', ({ data, message }, done) => {
    message.processFunc((data as TrackedMail).trackBody)
    done()
  })

  async function send({ envelope: { from, to }, raw }: Message): Promise<Outcome> {
    const envelope = { from: { name: '', address: from }, to: { name: '', address: to }, size: raw.length }
    let body: Readable | undefined
    const stage = (): Stage => (body?.readableDidRead ? 'handed' : body ? 'connected' : 'none')
    const trackBody = (next: Readable) => {
      // Whatever the pool does, no mail leaves twice.
      if (stage() === 'handed') return next.destroy(new Error('This email was handed over before.'))
      body = next
      return next
    }
    const sending = new AbortController()
    // A mail that is handed over is waited for: aborting would make it uncertain.
    const stop = () => stage() === 'handed' || sending.abort(STOPPED)
    const timers = [
      setTimeout(() => stage() === 'none' && sending.abort(LATE), timeouts.session),
      setTimeout(() => sending.abort(LATE), timeouts.mail),
    ]
    stopping.signal.addEventListener('abort', stop)
    try {
      if (stopping.signal.aborted) stop()
      await pool.sendMail({ envelope, raw, signal: sending.signal, trackBody } as TrackedMail)
      return { is: 'sent' }
    } catch (error) {
      return outcomeOf(error as NodemailerError, stage())
    } finally {
      for (const timer of timers) clearTimeout(timer)
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  async function reach(): Promise<Outcome | null> {
    const sessionEnds = new AbortController()
    const late = pass(timeouts.session, null, sessionEnds).then(() => Promise.reject(LATE))
    return Promise.race([pool.verify(), late])
      .then(() => null)
      .catch((error) => outcomeOf(error, 'none'))
      .finally(() => sessionEnds.abort())
  }

  return {
    reach,
    send,
    stop: () => stopping.abort(),
    close: () => pool.close(),
  }
}
