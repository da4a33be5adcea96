import { enquiryLimitMessage } from '~/content/contact'
import { tooManyAttemptsMessage } from '~/content/help'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A limit on how often something may happen, with what a refusal says; `{phone}` is the centre's. */
export interface RateLimit {
  /** What is counted, as the security log names it. */
  counts: string
  /** By whom. For a network the wider ones around it are counted more loosely; a household or a centre is one network. */
  by: 'network' | 'username' | 'device' | 'account' | 'kind'
  most: number
  /** The seconds from the first one, after which the count begins again. */
  within: number
  words: string
}

const TOO_MANY_MAILS =
  'This has been done too often from here in the last hour. Please try again in an hour, or ring us.'
const CODE_LOCKED = 'This code is locked. Ask your tutor for a new one.'

/** How often the digits of a card may be wrong in a row, and a code for a day in all. */
const WRONG_DIGITS = 5

const limit = (
  counts: string,
  by: RateLimit['by'],
  most: number,
  within: number,
  words = tooManyAttemptsMessage,
): RateLimit => ({
  counts,
  by,
  most,
  within,
  words,
})

/**
 * Every limit that is counted in memory: a restart forgets the counts. Beyond one the answer is 429 with Retry-After. None is on a
 * secret of 256 bits, which cannot be guessed.
 */
export const rateLimits = {
  // Failed log-ins (auth/throttle.server.ts; OWASP ASVS 2.2.1, NIST SP 800-63B section 5.2.2).
  triesAtName: limit('log-ins to one name from one network', 'network', 10, 5 * MINUTE),
  triesFromNetwork: limit('log-ins from one network', 'network', 200, 10 * MINUTE),
  // Against slow guessing from many networks. Known devices don't count here, so that it locks no owner out of them.
  triesAtNameInDay: limit('log-ins of a day to one name from unknown devices', 'username', 100, DAY),
  triesOnDevice: limit('log-ins on a known device', 'device', 10, 5 * MINUTE),

  // Wrong codes of a second step, and wrong current passwords; by the day too, against slow guessing.
  codes: limit('codes of one account', 'account', 10, 5 * MINUTE),
  codesInDay: limit('codes of one account in a day', 'account', 100, DAY),
  currentPasswords: limit('current passwords of one account', 'account', 10, 5 * MINUTE),
  currentPasswordsInDay: limit('current passwords of one account in a day', 'account', 100, DAY),

  // At a username that has no code. Nothing is kept from anybody: 403, as of a code that wrong tries locked.
  dayCodesOfNobody: limit('codes for a day at one name without one', 'username', WRONG_DIGITS, 12 * HOUR, CODE_LOCKED),

  // Enquiries (http/limits/spam.server.ts). Beyond the first they are kept as spam; 'kind' is spam or real.
  enquiriesInHour: limit('enquiries of an hour from one network', 'network', 6, HOUR, enquiryLimitMessage),
  enquiriesInDay: limit('enquiries of a day from one network', 'network', 50, DAY, enquiryLimitMessage),
  enquiriesInAll: limit('enquiries of a day in all', 'kind', 1000, DAY, enquiryLimitMessage),

  // Sign-ups and unsubscribe links mail whatever address was typed. An information evening signs up on one network.
  mailsInHour: limit('mails of an hour asked for from one network', 'network', 40, HOUR, TOO_MANY_MAILS),
}

/** Limits that are counted in the database, because a restart must not reset them. */
export const storedLimits = {
  /** The four digits of one card, wrong in a row, until a tutor unlocks it: 403. */
  wrongDigits: { most: WRONG_DIGITS, words: 'Too many wrong numbers. Ask your tutor to help.' },
  /** Wrong tries at one code for a day in all, until a tutor makes a new one: 403. */
  wrongDayCodes: { most: WRONG_DIGITS, words: CODE_LOCKED },
  /** Absences of one student that are not over: 409. Beyond, a family link was copied or goes wrong, and somebody should ring. */
  absencesAhead: { most: 30, words: 'That is more than we can take down here. Please ring us.' },
  /** Changes by one student, or by one family link, until midnight in Dublin: 429. */
  changesInDay: {
    most: 40,
    words: 'That was a lot of changes for one day. Please ring us: {phone}. You can try again tomorrow.',
  },
} as const

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** The most bytes of a body, by what a route declares of it: beyond, 413. */
export const bodyLimits = {
  /** An ordinary form or JSON body, and the most that a stranger can make the server read. */
  form: 64 * KILOBYTE,
  /** A form without files, whatever its fields. */
  text: MEGABYTE,
  /** The largest body read at all. A file may have 5 MB; somewhat larger ones are still read, so that the form comes back with a message. */
  files: 16 * MEGABYTE,
}

/** How many may be inside at once, and wait: beyond, 503. Times are in milliseconds. */
export const queueLimits = {
  /** Strangers' log-ins: two whose passwords are checked, and two being parsed or rendered. */
  logIns: {
    inside: 4,
    /** About a second's work: with more, the API refuses at once, and a page's form comes back unchecked in its turn. */
    waiting: 32,
    /** With more, every log-in is refused. */
    most: 200,
    /** A place is given up after this time, so that a slow log-in holds nobody up. */
    longest: 3000,
    /** A form of two hundred bytes arrives together with its headers except on the slowest connections. */
    arrival: 10_000,
  },
  /** Uploads, in announced bytes: one whose picture is made, which is in memory several times over, and one that arrives meanwhile. */
  uploads: {
    inside: 2,
    /** Unanswered, some minutes' work; and of one person. */
    bytes: 1024 * MEGABYTE,
    bytesOfOne: 64 * MEGABYTE,
    longest: 20_000,
    words: 'A lot of files are being added right now. Please wait a minute and try again.',
  },
  /** Requests in Remix: each holds its page in memory, and the container has 256 MB. */
  requests: {
    inside: 16,
    /** Some seconds' work; and of one network, so that nobody alone keeps all others out. */
    waiting: 400,
    waitingOfOne: 100,
    /** What takes longer, such as a large download, goes on next to the others. */
    longest: 2000,
    words: 'A lot of people are here right now. Please wait a few seconds and try again.',
  },
}
