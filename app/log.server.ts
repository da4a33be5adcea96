import pino from 'pino'

interface Output {
  write: (text: string) => unknown
}

/** In milliseconds and characters: how long the lines of requests are gathered, since a write costs more than a line. */
const GATHERED_FOR = 100
const GATHERED = 16_384

const levels = pino.levels.labels
const READ_APART = new Set(['level', 'time', 'msg', 'err'])

/** A line of the log for people: the time of day, the level, what was said and its details, then an error's stack. */
export function readable(line: string): string {
  const entry = JSON.parse(line)
  const details = Object.entries(entry)
    .filter(([name]) => !READ_APART.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const words = [entry.time.slice(11, 19), levels[entry.level]?.padEnd(5), entry.msg, ...details]
  return [words.filter(Boolean).join(' '), entry.err?.stack, ''].filter((part) => part !== undefined).join('\n')
}

// One output, so that lines keep their order. JSON wherever programs read it: in production and in tests.
const standard: Output = pino.destination({ dest: 1, sync: true })
const isForPeople = process.env.NODE_ENV !== 'production' && process.env.NODE_ENV !== 'test'
const output: Output = isForPeople
  ? { write: (lines) => standard.write(lines.split('\n').filter(Boolean).map(readable).join('')) }
  : standard

let gathered = ''
let writing: NodeJS.Timeout | undefined

/** Writes what was gathered, and `line` after it. */
function write(line = ''): void {
  clearTimeout(writing)
  writing = undefined
  const lines = gathered + line
  gathered = ''
  if (lines) output.write(lines)
}
process.once('exit', () => write())

function gather(line: string): void {
  gathered += line
  if (gathered.length > GATHERED) write()
  else writing ??= setTimeout(write, GATHERED_FOR).unref()
}

/** What may be given; another one is refused by its name with the other settings, which no error of the log's may keep from being told. */
const allowed = ['debug', 'info', 'warn', 'error', 'silent']
const given = process.env.LOG_LEVEL ?? ''
const options = {
  level: allowed.includes(given) ? given : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
}

/** The operator's log: lines on standard output, at LOG_LEVEL. No personal data: no address with a token, no name, no body. */
export const log = pino(options, { write })

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

let millisecond = 0
let inWords = ''
/** The time as in all lines, which is written out once a millisecond. */
function timeNow(): string {
  const now = Date.now()
  if (now !== millisecond) inWords = new Date(now).toISOString()
  millisecond = now
  return inWords
}

/** Writes a request’s line as pino would, in a third of the time: its texts are our own, with nothing to escape. */
export function logRequest({ id, method, route, status, visitor, ms, bytes, isWhole = true }: RequestLine): void {
  if (!isOn) return
  const end = isWhole ? '' : ',"brokenOff":true'
  gather(
    `{"level":30,"time":"${timeNow()}","log":"request","id":"${id}","method":"${method}","route":"${route}","status":${status},"visitor":"${visitor}","ms":${Math.round(ms * 10) / 10},"bytes":${bytes}${end},"msg":"request"}\n`,
  )
}
const isOn = log.isLevelEnabled('info')
