import { join } from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { type Centre, longest } from './settings.centre'
import {
  email,
  faultOf,
  flag,
  folder,
  listening,
  mailServer,
  oneOf,
  secret,
  sender,
  shown,
  type Telling,
  telephone,
  timeZone,
  token,
  unquoted,
  website,
  wholeNumber,
  words,
} from './settings.rules.server'

/** A setting's rule, with an example for whoever got it wrong, and how much of what they gave may be told. */
const setting = <Rule extends z.ZodType>(rule: Rule, example: string, telling: Telling = 'value'): Rule =>
  rule.meta({ example, telling })

/** The environment variables; `.env.example` explains each. */
const environment = z.object({
  NODE_ENV: setting(z.string().default('development'), 'production'),
  PORT: setting(wholeNumber(0, 65_535, 3000), '3000'),
  HOST: setting(listening().default('0.0.0.0'), '127.0.0.1'),
  DATA_DIR: setting(folder().prefault('./data'), '/srv/riverbank'),
  BACKUP_EVERY: setting(oneOf('hour', 'day', 'never').optional(), 'hour'),
  BACKUP_AT: setting(
    z
      .string()
      .regex(/^(([01]\d|2[0-3]):[0-5]\d|never)$/, 'must be a time from 00:00 to 23:59, or never')
      .default('03:00'),
    '03:00',
  ),
  BACKUP_DIR: setting(folder().optional(), '/mnt/other-disk/riverbank'),
  TZ: setting(timeZone().default('Europe/Dublin'), 'Europe/Dublin'),
  PUBLIC_URL: setting(website().optional(), 'https://riverbank.example', 'address'),
  SESSION_SECRET: setting(secret().optional(), 'what "openssl rand -hex 32" prints', 'length'),
  SECOND_STEP: setting(oneOf('optional', 'required').default('optional'), 'required'),
  SIGN_IN_CARDS: setting(flag(), '1'),
  SMTP_URL: setting(mailServer().optional(), 'smtp://user:password@mail.example:587', 'address'),
  MAIL_FROM: setting(sender().optional(), 'Riverbank <news@riverbank.example>'),
  OFFICE_EMAIL: setting(email().optional(), 'office@riverbank.example'),
  OPERATOR_EMAIL: setting(email().optional(), 'operator@riverbank.example'),
  SECURITY_EMAIL: setting(email().optional(), 'security@riverbank.example'),
  METRICS_TOKEN: setting(token().optional(), 'what "openssl rand -hex 32" prints', 'length'),
  CENTRE_NAME: setting(words(longest.name).default('Riverbank Day Service'), 'Riverbank Day Service'),
  CENTRE_SHORT_NAME: setting(words(longest.shortName).default('Riverbank'), 'Riverbank'),
  CENTRE_PHONE: setting(telephone().default('020 910 0100'), '020 910 0100'),
  CENTRE_EMAIL: setting(email().default('office@riverbank.example'), 'office@riverbank.example'),
  CENTRE_ADDRESS: setting(
    words(longest.address).default('Riverbank Day Service, St Brigid’s Parish Centre, Quay Lane, Dublin 7'),
    'Quay Lane, Dublin 7',
  ),
  NEWSLETTER_DOUBLE_OPT_IN: setting(flag(), '1'),
  NEWSLETTER_RATE_PER_MINUTE: setting(wholeNumber(1, 60_000, 60), '60'),
  NEWSLETTER_HOLD_SECONDS: setting(wholeNumber(0, 3600, 60), '60'),
  TRUST_PROXY: setting(wholeNumber(0, 10, 0), '1'),
  LOG_LEVEL: setting(oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'), 'info'),
  DEMO: setting(flag(), '1'),
  DEMO_PASSWORD: setting(
    z.string().min(8, 'must be at least 8 characters long').optional(),
    'river-stone-bread',
    'length',
  ),
})

type Name = keyof typeof environment.shape
const names = Object.keys(environment.shape) as Name[]
type Variables = Record<string, string | undefined>

/** First words that other programs' variables have too. */
const COMMON = new Set(['NODE', 'DATA', 'LOG', 'SESSION', 'PUBLIC', 'MAIL', 'HOST', 'PORT', 'TZ'])
const firstWord = (name: string) => name.split('_', 1)[0] ?? ''
const ownWords = new Set(names.map(firstWord).filter((word) => !COMMON.has(word)))
const MOST_PROXIES = 3
const either = new Intl.ListFormat('en-IE', { type: 'disjunction' })

/** Advice about settings that are accepted but look wrong, a line each: a name close to one of ours, or more proxies than anybody has. */
export function settingAdvice(variables: Variables): string[] {
  const known = new Set<string>(names)
  const strange = Object.keys(variables).filter((name) => /^[A-Z][A-Z_]{4,40}$/.test(name) && !known.has(name))
  const misspelt = strange.flatMap((name) => {
    const nearest = closest(name, names)
    const meant =
      distance(name, nearest) <= 2
        ? [nearest]
        : names.filter((own) => ownWords.has(firstWord(own)) && firstWord(own) === firstWord(name))
    const question = `Did you mean ${either.format(meant)}?`
    return meant.length > 0 ? [`${name} is no setting of Riverbank, so it has no effect. ${question}`] : []
  })
  const proxies = Number(variables.TRUST_PROXY)
  if (!(proxies > MOST_PROXIES)) return misspelt
  const tooMany = `TRUST_PROXY is ${proxies}: with fewer proxies than that, visitors can choose the address that limits count them by.`
  return [...misspelt, tooMany]
}

/** What was set, without quotation marks; an empty text counts as unset. */
function givenIn(variables: Variables) {
  const all = names.map((name) => [name, unquoted(variables[name] ?? '')] as const)
  return new Map(all.filter(([, value]) => !/^[ \t]*$/.test(value)))
}

/** What is wrong with what was set, by name, in words that follow it; the first fault of each. */
function faultsIn(given: Map<Name, string>, result: z.ZodSafeParseResult<unknown>, serves: boolean): Map<Name, string> {
  const faults = new Map<Name, string>()
  for (const [name, value] of given) {
    const fault = faultOf(value)
    if (fault) faults.set(name, fault)
  }
  for (const { path, message } of result.error?.issues ?? []) {
    const name = path[0] as Name
    if (!faults.has(name)) faults.set(name, message)
  }
  // 'never' is how versions before BACKUP_EVERY turned backups off; with another BACKUP_EVERY it is unclear which is meant.
  if (given.get('BACKUP_AT') === 'never' && ['hour', 'day'].includes(given.get('BACKUP_EVERY') ?? ''))
    faults.set('BACKUP_AT', `must be a time while BACKUP_EVERY is ${given.get('BACKUP_EVERY')}`)
  const within = folder().safeParse(given.get('BACKUP_DIR') ?? '').data
  const dataDir = folder().safeParse(given.get('DATA_DIR') ?? './data').data
  for (const own of ['uploads', 'outbox'])
    if (given.has('BACKUP_DIR') && within && dataDir && `${within}/`.startsWith(`${join(dataDir, own)}/`))
      faults.set('BACKUP_DIR', `must be outside of ${join(dataDir, own)}, where Riverbank keeps its own files`)
  if (serves && given.get('NODE_ENV') === 'production' && !given.has('SESSION_SECRET'))
    faults.set('SESSION_SECRET', 'is required in production: 32 or more random characters')
  return faults
}

/** A fault as one line: the setting, what it must be, an example, and what was given, but for what nobody should see. */
export function lineFor(name: Name, fault: string, value: string | undefined): string {
  const { example, telling } = environment.shape[name].meta() as { example: string; telling: Telling }
  return `  ${name} ${fault}, for example ${example}. ${shown(value, telling)}`
}

/** The Error of a start that `lines` say is impossible. */
export const cannotStart = (lines: string[]) =>
  new Error(`Riverbank can't start. Please correct these settings:\n${lines.join('\n')}`)

export type Settings = ReturnType<typeof readSettings>

/** The settings in `variables`. Throws an Error with a line for each wrong one. Commands need no SESSION_SECRET. */
export function readSettings(variables: Variables, { serves = true } = {}) {
  const given = givenIn(variables)
  if (!serves) given.delete('SESSION_SECRET')
  const result = environment.safeParse(Object.fromEntries(given))
  const faults = faultsIn(given, result, serves)
  const wrong = names.filter((name) => faults.has(name))
  if (!result.success || wrong.length > 0)
    throw cannotStart(wrong.map((name) => lineFor(name, faults.get(name) ?? '', given.get(name))))
  const values = result.data
  const every = values.BACKUP_AT === 'never' ? 'never' : (values.BACKUP_EVERY ?? 'hour')
  const centre: Centre = {
    name: values.CENTRE_NAME,
    shortName: values.CENTRE_SHORT_NAME,
    phone: values.CENTRE_PHONE,
    email: values.CENTRE_EMAIL,
    address: values.CENTRE_ADDRESS,
    openingHours: [],
    chy: null,
    rcn: null,
    cro: null,
    social: [],
    learningCentre: null,
    theme: 'river',
    logo: null,
  }
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    backups: {
      /** Whether one is made each hour, besides the daily one. */
      isHourly: every === 'hour',
      /** When the daily one is made, '03:00'; null for never, and then there is no hourly one either. */
      at: every === 'never' ? null : values.BACKUP_AT,
      folder: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
    },
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : undefined,
    logLevel: values.LOG_LEVEL,
    timeZone: values.TZ,
    /** Undefined in development only, which stores one beside its data (seal.server.ts). */
    sessionSecret: values.SESSION_SECRET,
    secondStep: values.SECOND_STEP,
    /** Whether tutors may make cards by which students log in. */
    signInCards: values.SIGN_IN_CARDS,
    smtpUrl: values.SMTP_URL,
    /** As OFFICE_EMAIL, the centre's own where it is not set. */
    get mailFrom() {
      return values.MAIL_FROM ?? centre.email
    },
    get officeEmail() {
      return values.OFFICE_EMAIL ?? centre.email
    },
    /** Who is told when something has been wrong for an hour (operator/watch.server.ts); undefined for nobody. */
    operatorEmail: values.OPERATOR_EMAIL,
    /** Published in /.well-known/security.txt; undefined for no such file. */
    securityEmail: values.SECURITY_EMAIL,
    /** What /metrics is asked with; undefined while it is not there. */
    metricsToken: values.METRICS_TOKEN,
    /** One object for the whole process: the details that tutors saved take the place of these (domain/centre/live.server.ts). */
    centre,
    newsletter: {
      doubleOptIn: values.NEWSLETTER_DOUBLE_OPT_IN,
      ratePerMinute: values.NEWSLETTER_RATE_PER_MINUTE,
      holdSeconds: values.NEWSLETTER_HOLD_SECONDS,
    },
    trustProxy: values.TRUST_PROXY,
    /** Without DEMO_PASSWORD, a new password is generated at each start. */
    demo: values.DEMO ? { password: values.DEMO_PASSWORD } : undefined,
  }
}

export type { Centre } from './settings.centre'

/** Where mail goes: to the mail server; without one, in the demonstration to its outbox folder, elsewhere nowhere: it waits. */
export type MailRoute = 'server' | 'outbox' | 'none'

export function mailRoute({ smtpUrl, demo }: Pick<Settings, 'smtpUrl' | 'demo'>): MailRoute {
  if (smtpUrl) return 'server'
  return demo ? 'outbox' : 'none'
}

/** The settings that routes may read, without secrets and the operator's own. */
export type SiteSettings = ReturnType<typeof siteSettings>

/** The settings without those for the gate, sessions and mail alone, so that no route can leak these by mistake. */
export function siteSettings(settings: Settings) {
  const { publicUrl, secondStep, signInCards, securityEmail, centre, newsletter, demo } = settings
  return {
    publicUrl,
    secondStep,
    signInCards,
    securityEmail,
    centre,
    get officeEmail() {
      return settings.officeEmail
    },
    newsletter,
    mailRoute: mailRoute(settings),
    demo: demo !== undefined,
  }
}
