import pino from 'pino'

/** What pino takes; another one is refused by its name with the other settings, which no error of the log's may keep from being told. */
const levels = ['debug', 'info', 'warn', 'error', 'silent']
const given = process.env.LOG_LEVEL ?? ''

/** The operator's log: JSON lines on standard output, at LOG_LEVEL. No personal data: no address with a token, no name, no body. */
export const log = pino({
  level: levels.includes(given) ? given : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
})
