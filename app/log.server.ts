import pino from 'pino'

/** The operator's log: JSON lines on standard output, at LOG_LEVEL. No personal data: no address with a token, no name, no body. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
})
