import type { Readable } from 'node:stream'
import { setTimeout as pass } from 'node:timers/promises'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { type DeliveryOutcome, type FinishedMail, withoutAddresses } from '~/domain/deliveries/outcome'
import { toOneLine } from '~/domain/text'

/** Where finished mails go. Its functions never throw. */
export interface Transport {
  send: (message: FinishedMail) => Promise<DeliveryOutcome>
  /** Returns why mail can't be sent, or null. */
  checkConnection?: () => Promise<DeliveryOutcome | null>
  /** Takes no more mails and aborts those not handed over yet. */
  stop?: () => void
  close?: () => void
}

/** Timeouts in ms: for connecting, for a reply (RFC 5321 4.5.3.2), for a mail, and for an idle connection. */
export interface Timeouts {
  session: number
  reply: number
  mail: number
  keep: number
}
export const defaultTimeouts: Timeouts = { session: 60_000, reply: 300_000, mail: 900_000, keep: 20_000 }

const STOPPED_ERROR = new Error('The website stopped before this email was sent.')
const TIMEOUT_ERROR = new Error('The mail server did not answer in time.')

const MAX_REPLY_LENGTH = 500

/** A nodemailer error as one line without email addresses, which are removed before it is shortened, so that none stays in part. */
export function getErrorReason({
  response,
  message,
  cause,
}: Pick<NodemailerError, 'response' | 'message' | 'cause'>): string {
  const words = response || (cause instanceof Error ? cause.message : message)
  return withoutAddresses(toOneLine(words.slice(0, 4 * MAX_REPLY_LENGTH))).slice(0, MAX_REPLY_LENGTH)
}

/** Replies to MAIL FROM that are about this mail, not our sender: its size (552, RFC 1870) or parameters (555). */
const messageReplyCodes = [552, 555]

/** Codes for policy or sender (RFC 3463) or missing authentication (RFC 4954), and wordings of servers without such codes. */
const senderRefusal = /^\d{3}[ -]#?5\.(7\.|1\.[78]\b)|^53[0458][ -]|^5\d\d[ -](?!#?5\.\d).{0,200}(relay|authenticat)/i

/** `trackBody` gets the finished mail's stream, which nodemailer reads after the server's 354. */
interface TrackedMail extends SendMailOptions {
  trackBody: (body: Readable) => Readable
}

/** How far a mail got. Once 'handed', the server may have accepted it. */
type Stage = 'none' | 'connected' | 'handed'

/** The outcome of a failed attempt. After the hand-over, only a clear reply proves that the mail was not accepted. */
function classifyError(error: NodemailerError, stage: Stage): DeliveryOutcome {
  const reason = getErrorReason(error)
  const reply = error.responseCode ?? 0
  if (stage === 'none' || error.cause === STOPPED_ERROR) return { is: 'unreachable', refusesUs: reply >= 500, reason }
  if (reply === 421) return { is: 'interrupted', reason }
  if (reply >= 400 && reply < 600) {
    const isPermanent = reply >= 500
    const isAboutSender = error.command === 'MAIL FROM' && !messageReplyCodes.includes(reply)
    if (isAboutSender) return { is: 'unreachable', refusesUs: isPermanent, reason }
    const replyText = (error.response ?? '').slice(0, MAX_REPLY_LENGTH)
    const isAboutRecipient = error.command === 'RCPT TO' || /^\d{3}[ -]5\.1\./.test(replyText)
    const isAboutUs = isPermanent && senderRefusal.test(replyText)
    const isUnknownRecipient = isPermanent && isAboutRecipient && !isAboutUs
    return { is: 'refused', isPermanent, isUnknownRecipient, isAboutUs, reason }
  }
  if (stage === 'handed')
    return { is: 'uncertain', reason: `The connection was lost while this email was being sent: ${reason}` }
  const isOurs = error.code === 'EMESSAGE' || error.command === 'API'
  if (isOurs && error.code !== 'ECONNECTION')
    return { is: 'refused', isPermanent: true, isUnknownRecipient: false, isAboutUs: false, reason }
  return { is: 'interrupted', reason }
}

interface TransportOptions {
  timeouts?: Timeouts
  /** The host name in EHLO: some servers refuse a container's own name. */
  name?: string
  connections?: number
}

/** Sends to the server at `url` (smtp: or smtps:) over nodemailer's pool of at most `connections`. */
export function createSmtpTransport(
  url: string,
  { timeouts = defaultTimeouts, name, connections = 1 }: TransportOptions = {},
) {
  const stopping = new AbortController()
  const pool = createTransport({
    url,
    name,
    pool: true,
    maxConnections: connections,
    // Requeue only if an idle connection ended before a byte of the mail was read.
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

  async function send({ envelope: { from, to }, raw }: FinishedMail): Promise<DeliveryOutcome> {
    const envelope = { from: { name: '', address: from }, to: { name: '', address: to }, size: raw.length }
    let body: Readable | undefined
    const stage = (): Stage => (body?.readableDidRead ? 'handed' : body ? 'connected' : 'none')
    const trackBody = (next: Readable) => {
      // Never send a mail twice, even if the pool retries it.
      if (stage() === 'handed') return next.destroy(new Error('This email was already handed over.'))
      body = next
      return next
    }
    const sending = new AbortController()
    // Wait for a mail that is handed over: aborting would make it uncertain.
    const stop = () => stage() === 'handed' || sending.abort(STOPPED_ERROR)
    const timers = [
      setTimeout(() => stage() === 'none' && sending.abort(TIMEOUT_ERROR), timeouts.session),
      setTimeout(() => sending.abort(TIMEOUT_ERROR), timeouts.mail),
    ]
    stopping.signal.addEventListener('abort', stop)
    try {
      if (stopping.signal.aborted) stop()
      await pool.sendMail({ envelope, raw, signal: sending.signal, trackBody } as TrackedMail)
      return { is: 'sent' }
    } catch (error) {
      return classifyError(error as NodemailerError, stage())
    } finally {
      for (const timer of timers) clearTimeout(timer)
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  async function checkConnection(): Promise<DeliveryOutcome | null> {
    const sessionEnds = new AbortController()
    const late = pass(timeouts.session, null, sessionEnds).then(() => Promise.reject(TIMEOUT_ERROR))
    return Promise.race([pool.verify(), late])
      .then(() => null)
      .catch((error) => classifyError(error, 'none'))
      .finally(() => sessionEnds.abort())
  }

  return {
    checkConnection,
    send,
    stop: () => stopping.abort(),
    close: () => pool.close(),
  }
}
