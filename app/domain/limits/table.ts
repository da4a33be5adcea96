import { enquiryLimitMessage } from '~/content/contact'
import { tooManyAttemptsMessage } from '~/content/help'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A rate limit, with the message of a refusal; `{phone}` is the centre's number. */
export interface RateLimit {
  /** The counted events, as the security log names them. */
  counts: string
  /** What each count is for. A household or a centre is one network; the wider networks around it have looser limits. */
  by: 'network' | 'username' | 'device' | 'account' | 'kind'
  max: number
  /** Seconds from the first event until the count starts again. */
  seconds: number
  message: string
}

const TOO_MANY_MAILS =
  'There were too many requests from here in the last hour. Please try again in an hour, or ring us.'
const CODE_LOCKED = 'This code is locked. Ask your tutor for a new one.'

/** Wrong attempts allowed: in a row for a card's digits, in total for a day code. */
const WRONG_DIGITS = 5

const limit = (
  counts: string,
  by: RateLimit['by'],
  max: number,
  within: number,
  message = tooManyAttemptsMessage,
): RateLimit => ({
  counts,
  by,
  max,
  seconds: within,
  message,
})

/**
 * Limits that are counted in memory, so a restart resets them. A request above a limit is refused as tooMany. Secrets of 256
 * bits have no limit, because they cannot be guessed.
 */
export const rateLimits = {
  // Failed log-ins (auth/throttle.server.ts; OWASP ASVS 2.2.1, NIST SP 800-63B section 5.2.2).
  triesAtName: limit('log-ins to one name from one network', 'network', 10, 5 * MINUTE),
  triesFromNetwork: limit('log-ins from one network', 'network', 200, 10 * MINUTE),
  // Against slow guessing from many networks. Known devices don't count, so owners are not locked out of them.
  triesAtNameInDay: limit('log-ins of a day to one name from unknown devices', 'username', 100, DAY),
  triesOnDevice: limit('log-ins on a known device', 'device', 10, 5 * MINUTE),

  // Wrong second-step codes and wrong current passwords; the limits per day are against slow guessing.
  codes: limit('codes of one account', 'account', 10, 5 * MINUTE),
  codesInDay: limit('codes of one account in a day', 'account', 100, DAY),
  currentPasswords: limit('current passwords of one account', 'account', 10, 5 * MINUTE),
  currentPasswordsInDay: limit('current passwords of one account in a day', 'account', 100, DAY),

  // For usernames without a day code. It is refused as forbidden, as for a locked code, but no one is locked out.
  unissuedDayCodes: limit('codes for a day at one name without one', 'username', WRONG_DIGITS, 12 * HOUR, CODE_LOCKED),

  // Enquiries (http/limits/spam.server.ts). Above the first limit they are stored as spam; 'kind' is spam or real.
  enquiriesInHour: limit('enquiries of an hour from one network', 'network', 6, HOUR, enquiryLimitMessage),
  enquiriesInDay: limit('enquiries of a day from one network', 'network', 50, DAY, enquiryLimitMessage),
  enquiriesInAll: limit('enquiries of a day in all', 'kind', 1000, DAY, enquiryLimitMessage),

  // Sign-ups and unsubscribe links send mail to any typed address. At an information evening many people sign up on one network.
  mailsInHour: limit('mails of an hour asked for from one network', 'network', 40, HOUR, TOO_MANY_MAILS),
}

/** Limits that are counted in the database, because a restart must not reset them. */
export const storedLimits = {
  /** Wrong digits in a row for one card, until a tutor unlocks it: forbidden. */
  wrongDigits: { max: WRONG_DIGITS, message: 'Too many wrong numbers. Ask your tutor to help.' },
  /** Wrong attempts at one day code in total, until a tutor makes a new one: forbidden. */
  wrongDayCodes: { max: WRONG_DIGITS, message: CODE_LOCKED },
  /** Current and future absences of one student: conflict. With more, a family link is misused or broken, and the family should ring. */
  absencesAhead: { max: 30, message: 'That is more than we can record here. Please ring us.' },
  /** Changes by one student, or by one family link, until midnight in Dublin: tooMany. */
  changesInDay: {
    max: 40,
    message: 'That was a lot of changes for one day. Please ring us: {phone}. You can try again tomorrow.',
  },
} as const

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** Largest body in bytes, by what a route declares: larger ones are refused as tooLarge. */
export const bodyLimits = {
  /** A form or JSON body, and the most that the server reads from anonymous visitors. */
  form: 64 * KILOBYTE,
  /** A form with long texts, but no files. */
  text: MEGABYTE,
  /** A form with one recording, the only file that students send: RECORDING_LIMIT, and what browsers add. */
  recording: 4 * MEGABYTE,
  /**
   * The largest body read at all. Files may have 5 MB; somewhat larger ones are read so that the form can return with a message.
   */
  files: 16 * MEGABYTE,
}

/** Concurrent and waiting requests: others are refused as busy. Times are in milliseconds. */
export const queueLimits = {
  /** Log-ins of anonymous visitors: two password checks, and two being parsed or rendered. */
  logIns: {
    inside: 4,
    /** About a second's work: above it, the API refuses at once, and a page's form returns unchecked in its turn. */
    waiting: 32,
    /** Above it, every log-in is refused. */
    max: 200,
    /** A log-in loses its place after this time, so that slow ones do not block others. */
    longest: 3000,
    /** Time for the body: its 200 bytes arrive with the headers except on the slowest connections. */
    arrival: 10_000,
  },
  /**
   * Uploads, by their Content-Length: one being converted, which takes several times its size in memory, and one being received.
   */
  uploads: {
    inside: 2,
    /** Bytes in the queue, a few minutes' work; in all and of one person. */
    bytes: 1024 * MEGABYTE,
    bytesOfOne: 64 * MEGABYTE,
    longest: 20_000,
    message: 'A lot of files are being added right now. Please wait a minute and try again.',
  },
  /** Requests in Remix: each keeps its page in memory, and the container has 256 MB. */
  requests: {
    inside: 16,
    /** A few seconds' work; in all and of one network, so that one network can't keep all others out. */
    waiting: 400,
    waitingOfOne: 100,
    /** Longer requests, such as large downloads, continue but no longer count. */
    longest: 2000,
    message: 'A lot of people are here right now. Please wait a few seconds and try again.',
  },
}
