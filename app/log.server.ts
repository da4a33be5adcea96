import pino from 'pino'

/** Valid levels. An invalid one falls back to 'info' here, so that the settings check can report it with the other faults. */
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent']
const level = process.env.LOG_LEVEL ?? ''

export const logOptions = {
  level: LEVELS.includes(level) ? level : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  // A mail server's error names the recipients.
  redact: { paths: ['err.envelope', 'err.rejected', 'err.rejectedErrors'], remove: true },
} satisfies pino.LoggerOptions

/**
 * The operator's log: lines of JSON on standard output, at LOG_LEVEL. It holds no personal data: no address with a token, no name, no
 * body. Writes are synchronous, so that no line is lost when the process ends.
 */
const output = pino.destination({ dest: 1, sync: true })
export const log = pino(logOptions, output)

/** A request and its response, without text from the client. */
export interface RequestLogEntry {
  id: string
  method: string
  /** The route's pattern. */
  route: string
  status: number
  visitor: 'person' | 'robot'
  ms: number
  bytes: number
  /** False if the client disconnected early. */
  isWhole?: boolean
}

/** The lines of this turn of the event loop: a write for each took 13 % of a file's answer (30 November 2026). */
let requestLines = ''
function writeRequestLines(): void {
  if (requestLines) output.write(requestLines)
  requestLines = ''
}
process.on('exit', writeRequestLines)

const requestLog = pino(logOptions, {
  write: (line) => {
    if (!requestLines) setImmediate(writeRequestLines)
    requestLines += line
  },
}).child({ log: 'request' })

/** Logs an answered request; LOG_LEVEL=warn and above omit it. */
export function logRequest({ ms, isWhole = true, ...line }: RequestLogEntry): void {
  requestLog.info({ ...line, ms: Math.round(ms * 10) / 10, ...(!isWhole && { brokenOff: true }) }, 'request')
}
