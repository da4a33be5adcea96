import { join } from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { type Centre, maxLengths, TAGLINE } from './settings.centre'
import {
  bearerToken,
  booleanFlag,
  type Disclosure,
  describeValue,
  emailSetting,
  findCharacterFault,
  folderPath,
  listenAddress,
  oneOfValues,
  randomSecret,
  senderAddress,
  shortText,
  siteUrl,
  smtpServerUrl,
  telephoneNumber,
  timeZoneName,
  unquote,
  wholeNumber,
} from './settings.rules.server'

/** A setting's rule, with an example for error messages, and how much of a refused value they may show. */
const defineSetting = <Rule extends z.ZodType>(rule: Rule, example: string, disclosure: Disclosure = 'value'): Rule =>
  rule.meta({ example, disclosure })

/** The environment variables; `.env.example` explains each. */
const environmentSchema = z.object({
  NODE_ENV: defineSetting(z.string().default('development'), 'production'),
  PORT: defineSetting(wholeNumber(0, 65_535, 3000), '3000'),
  HOST: defineSetting(listenAddress().default('0.0.0.0'), '127.0.0.1'),
  DATA_DIR: defineSetting(folderPath().prefault('./data'), '/srv/riverbank'),
  BACKUP_EVERY: defineSetting(oneOfValues('hour', 'day', 'never').optional(), 'hour'),
  BACKUP_AT: defineSetting(
    z
      .string()
      .regex(/^(([01]\d|2[0-3]):[0-5]\d|never)$/, 'must be a time from 00:00 to 23:59, or never')
      .default('03:00'),
    '03:00',
  ),
  BACKUP_DIR: defineSetting(folderPath().optional(), '/mnt/other-disk/riverbank'),
  TZ: defineSetting(timeZoneName().default('Europe/Dublin'), 'Europe/Dublin'),
  PUBLIC_URL: defineSetting(siteUrl().optional(), 'https://riverbank.example', 'address'),
  SESSION_SECRET: defineSetting(randomSecret().optional(), 'what "openssl rand -hex 32" prints', 'length'),
  SECOND_STEP: defineSetting(oneOfValues('optional', 'required').default('optional'), 'required'),
  SIGN_IN_CARDS: defineSetting(booleanFlag(), '1'),
  SMTP_URL: defineSetting(smtpServerUrl().optional(), 'smtp://user:password@mail.example:587', 'address'),
  MAIL_FROM: defineSetting(senderAddress().optional(), 'Riverbank <news@riverbank.example>'),
  OFFICE_EMAIL: defineSetting(emailSetting().optional(), 'office@riverbank.example'),
  OPERATOR_EMAIL: defineSetting(emailSetting().optional(), 'operator@riverbank.example'),
  SECURITY_EMAIL: defineSetting(emailSetting().optional(), 'security@riverbank.example'),
  METRICS_TOKEN: defineSetting(bearerToken().optional(), 'what "openssl rand -hex 32" prints', 'length'),
  CENTRE_NAME: defineSetting(shortText(maxLengths.name).default('Riverbank Day Service'), 'Riverbank Day Service'),
  CENTRE_SHORT_NAME: defineSetting(shortText(maxLengths.shortName).default('Riverbank'), 'Riverbank'),
  CENTRE_PHONE: defineSetting(telephoneNumber().default('020 910 0100'), '020 910 0100'),
  CENTRE_EMAIL: defineSetting(emailSetting().default('office@riverbank.example'), 'office@riverbank.example'),
  CENTRE_ADDRESS: defineSetting(
    shortText(maxLengths.address).default('Riverbank Day Service, St Brigid’s Parish Centre, Quay Lane, Dublin 7'),
    'Quay Lane, Dublin 7',
  ),
  NEWSLETTER_DOUBLE_OPT_IN: defineSetting(booleanFlag(), '1'),
  NEWSLETTER_RATE_PER_MINUTE: defineSetting(wholeNumber(1, 60_000, 60), '60'),
  NEWSLETTER_HOLD_SECONDS: defineSetting(wholeNumber(0, 3600, 60), '60'),
  TRUST_PROXY: defineSetting(wholeNumber(0, 10, 0), '1'),
  LOG_LEVEL: defineSetting(oneOfValues('debug', 'info', 'warn', 'error', 'silent').default('info'), 'info'),
  DEMO: defineSetting(booleanFlag(), '1'),
  DEMO_PASSWORD: defineSetting(
    z.string().min(8, 'must be at least 8 characters long').optional(),
    'river-stone-bread',
    'length',
  ),
})

type SettingName = keyof typeof environmentSchema.shape
const settingNames = Object.keys(environmentSchema.shape) as SettingName[]
type Variables = Record<string, string | undefined>

/** Prefixes that other programs' variables share. */
const SHARED_PREFIXES = new Set(['NODE', 'DATA', 'LOG', 'SESSION', 'PUBLIC', 'MAIL', 'HOST', 'PORT', 'TZ'])
const getPrefix = (name: string) => name.split('_', 1)[0] ?? ''
const ownPrefixes = new Set(settingNames.map(getPrefix).filter((word) => !SHARED_PREFIXES.has(word)))
const MAX_PLAUSIBLE_PROXIES = 3
const orList = new Intl.ListFormat('en-IE', { type: 'disjunction' })

/** Warnings about suspicious settings, one a line: an unknown name similar to one of ours, or implausibly many proxies. */
export function findSettingAdvice(variables: Variables): string[] {
  const known = new Set<string>(settingNames)
  const unrecognized = Object.keys(variables).filter((name) => /^[A-Z][A-Z_]{4,40}$/.test(name) && !known.has(name))
  const misspelt = unrecognized.flatMap((name) => {
    const nearest = closest(name, settingNames)
    const candidates =
      distance(name, nearest) <= 2
        ? [nearest]
        : settingNames.filter((own) => ownPrefixes.has(getPrefix(own)) && getPrefix(own) === getPrefix(name))
    const question = `Did you mean ${orList.format(candidates)}?`
    return candidates.length > 0 ? [`${name} is not a Riverbank setting and has no effect. ${question}`] : []
  })
  const proxies = Number(variables.TRUST_PROXY)
  if (!(proxies > MAX_PLAUSIBLE_PROXIES)) return misspelt
  const tooMany = `TRUST_PROXY is ${proxies}. If there are fewer proxies, visitors can fake their address and avoid limits.`
  return [...misspelt, tooMany]
}

/** The values that are set, unquoted; an empty text counts as unset. */
function collectValues(variables: Variables) {
  const all = settingNames.map((name) => [name, unquote(variables[name] ?? '')] as const)
  return new Map(all.filter(([, value]) => !/^[ \t]*$/.test(value)))
}

/** The first fault of each setting, phrased to follow its name. */
function findFaults(
  rawValues: Map<SettingName, string>,
  result: z.ZodSafeParseResult<unknown>,
  isServer: boolean,
): Map<SettingName, string> {
  const faults = new Map<SettingName, string>()
  for (const [name, value] of rawValues) {
    const fault = findCharacterFault(value)
    if (fault) faults.set(name, fault)
  }
  for (const { path, message } of result.error?.issues ?? []) {
    const name = path[0] as SettingName
    if (!faults.has(name)) faults.set(name, message)
  }
  // Versions before BACKUP_EVERY turned backups off with 'never'; together with another BACKUP_EVERY it is ambiguous.
  if (rawValues.get('BACKUP_AT') === 'never' && ['hour', 'day'].includes(rawValues.get('BACKUP_EVERY') ?? ''))
    faults.set('BACKUP_AT', `must be a time while BACKUP_EVERY is ${rawValues.get('BACKUP_EVERY')}`)
  const backupDir = folderPath().safeParse(rawValues.get('BACKUP_DIR') ?? '').data
  const dataDir = folderPath().safeParse(rawValues.get('DATA_DIR') ?? './data').data
  for (const own of ['uploads', 'outbox'])
    if (rawValues.has('BACKUP_DIR') && backupDir && dataDir && `${backupDir}/`.startsWith(`${join(dataDir, own)}/`))
      faults.set('BACKUP_DIR', `must be outside ${join(dataDir, own)}, where Riverbank stores its own files`)
  if (isServer && rawValues.get('NODE_ENV') === 'production' && !rawValues.has('SESSION_SECRET'))
    faults.set('SESSION_SECRET', 'is required in production: 32 or more random characters')
  return faults
}

/** Formats a fault as one line: the setting, the rule, an example, and the value, without secrets. */
export function formatFault(name: SettingName, fault: string, value: string | undefined): string {
  const { example, disclosure } = environmentSchema.shape[name].meta() as {
    example: string
    disclosure: Disclosure
  }
  return `  ${name} ${fault}, for example ${example}. ${describeValue(value, disclosure)}`
}

/** The error of a failed start; `lines` are its faults. */
export const createStartError = (lines: string[]) =>
  new Error(`Riverbank can't start. Please correct these settings:\n${lines.join('\n')}`)

export type Settings = ReturnType<typeof readSettings>

/** Reads the settings from `variables`. Throws an Error with one line for each fault. Commands need no SESSION_SECRET. */
export function readSettings(variables: Variables, { serves: isServer = true } = {}) {
  const input = collectValues(variables)
  if (!isServer) input.delete('SESSION_SECRET')
  const result = environmentSchema.safeParse(Object.fromEntries(input))
  const faults = findFaults(input, result, isServer)
  const faultyNames = settingNames.filter((name) => faults.has(name))
  if (!result.success || faultyNames.length > 0)
    throw createStartError(faultyNames.map((name) => formatFault(name, faults.get(name) ?? '', input.get(name))))
  const values = result.data
  const every = values.BACKUP_AT === 'never' ? 'never' : (values.BACKUP_EVERY ?? 'hour')
  const centre: Centre = {
    name: values.CENTRE_NAME,
    shortName: values.CENTRE_SHORT_NAME,
    tagline: TAGLINE,
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
    logoHasName: false,
    isSetUp: false,
    isReady: true,
    place: null,
  }
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    backups: {
      /** Whether an hourly backup is made in addition to the daily one. */
      isHourly: every === 'hour',
      /** Time of the daily backup, such as '03:00'; null for no backups at all. */
      at: every === 'never' ? null : values.BACKUP_AT,
      folder: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
    },
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : undefined,
    logLevel: values.LOG_LEVEL,
    timeZone: values.TZ,
    /** Undefined only in development, which stores a secret with its data (signing.server.ts). */
    sessionSecret: values.SESSION_SECRET,
    secondStep: values.SECOND_STEP,
    /** Whether tutors may make sign-in cards for students. */
    signInCards: values.SIGN_IN_CARDS,
    smtpUrl: values.SMTP_URL,
    /** Like OFFICE_EMAIL, defaults to the centre's address. */
    get mailFrom() {
      return values.MAIL_FROM ?? centre.email
    },
    get officeEmail() {
      return values.OFFICE_EMAIL ?? centre.email
    },
    /** Receives a mail when something has been wrong for an hour (operator/watch.server.ts), if set. */
    operatorEmail: values.OPERATOR_EMAIL,
    /** Published in /.well-known/security.txt; without it there is no such file. */
    securityEmail: values.SECURITY_EMAIL,
    /** The Bearer token for /metrics; without it there is no such page. */
    metricsToken: values.METRICS_TOKEN,
    /** One object for the whole process: details saved by tutors are written into it (domain/centre/live.server.ts). */
    centre,
    newsletter: {
      doubleOptIn: values.NEWSLETTER_DOUBLE_OPT_IN,
      ratePerMinute: values.NEWSLETTER_RATE_PER_MINUTE,
      holdSeconds: values.NEWSLETTER_HOLD_SECONDS,
    },
    trustProxy: values.TRUST_PROXY,
    /** Without DEMO_PASSWORD, each start generates a new password. */
    demo: values.DEMO ? { password: values.DEMO_PASSWORD } : undefined,
  }
}

export type { Centre } from './settings.centre'

/** Where mail goes: the mail server, or the demonstration's outbox folder. With 'none' it waits. */
export type MailRoute = 'server' | 'outbox' | 'none'

export function getMailRoute({ smtpUrl, demo }: Pick<Settings, 'smtpUrl' | 'demo'>): MailRoute {
  if (smtpUrl) return 'server'
  return demo ? 'outbox' : 'none'
}

/** The settings that routes may read: neither secrets nor settings for the operator only. */
export type SiteSettings = ReturnType<typeof selectSiteSettings>

/** Leaves out the settings of middleware, sessions and mail, so that no route can leak them by mistake. */
export function selectSiteSettings(settings: Settings) {
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
    mailRoute: getMailRoute(settings),
    demo: demo !== undefined,
  }
}
