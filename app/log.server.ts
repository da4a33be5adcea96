import pino from 'pino'

/** What may be given; another one is refused by its name with the other settings, which no error of the log's may keep from being told. */
const allowed = ['debug', 'info', 'warn', 'error', 'silent']
const given = process.env.LOG_LEVEL ?? ''

export const logOptions = {
  level: allowed.includes(given) ? given : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  // What an error of a mail server says of the people it was for.
  redact: { paths: ['err.envelope', 'err.rejected', 'err.rejectedErrors'], remove: true },
} satisfies pino.LoggerOptions

/**
 * The operator's log: lines of JSON on standard output, at LOG_LEVEL. No personal data: no address with a token, no name, no body. Each
 * line is written at once, so that none is lost with the process.
 */
export const log = pino(logOptions, pino.destination({ dest: 1, sync: true }))

/** A request and its answer, without anything that the client wrote. */
export interface RequestLine {
  id: string
  method: string
  /** The route's pattern. */
  route: string
  status: number
  visitor: 'person' | 'robot'
  ms: number
  bytes: number
  /** False where the client left before the end. */
  isWhole?: boolean
}

const requests = log.child({ log: 'request' })

/** Writes the line of a request that was answered; LOG_LEVEL=warn and above leaves it out. */
export function logRequest({ ms, isWhole = true, ...line }: RequestLine): void {
  requests.info({ ...line, ms: Math.round(ms * 10) / 10, ...(!isWhole && { brokenOff: true }) }, 'request')
}
