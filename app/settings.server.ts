import { join, resolve } from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((value) => value === '1')
const wholeNumber = (from: number, to: number, byDefault: number) =>
  z
    .string()
    .regex(/^-?\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`))
    .default(byDefault)
/** For values in pages and mail headers, where a line break could start another header. */
const line = () => z.string().regex(/^\P{Cc}*$/u, 'must be one line, without control characters')
const sender = (text: string) => z.email().safeParse(text.match(/^[^<>]*<([^<>]+)>$/)?.[1] ?? text).success
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address like ${example}` })

/** The environment variables; `.env.example` explains each. */
const environment = z
  .object({
    NODE_ENV: z.string().default('development'),
    PORT: wholeNumber(0, 65535, 3000),
    HOST: z.string().default('0.0.0.0'),
    DATA_DIR: z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
    BACKUP_AT: z
      .string()
      .regex(/^(([01]\d|2[0-3]):[0-5]\d|never)$/, 'must be a time from 00:00 to 23:59, or never')
      .default('03:00'),
    BACKUP_DIR: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    PUBLIC_URL: url(/^https?$/, 'https://riverbank.example').optional(),
    SESSION_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
    SECOND_STEP: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
    SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example:587').optional(),
    MAIL_FROM: line().refine(sender, 'must be an email address, or Name <address>').optional(),
    OFFICE_EMAIL: z.email('must be an email address').optional(),
    CENTRE_NAME: line().default('Riverbank Day Service'),
    CENTRE_SHORT_NAME: line().default('Riverbank'),
    CENTRE_PHONE: line().default('020 910 0100'),
    CENTRE_EMAIL: z.email('must be an email address').default('office@riverbank.example'),
    CENTRE_ADDRESS: line().default('Riverbank Day Service, St Brigid’s Parish Centre, Quay Lane, Dublin 7'),
    NEWSLETTER_DOUBLE_OPT_IN: flag,
    NEWSLETTER_RATE_PER_MINUTE: wholeNumber(1, 60_000, 60),
    NEWSLETTER_HOLD_SECONDS: wholeNumber(0, 3600, 60),
    TRUST_PROXY: wholeNumber(0, 10, 0),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .default('info'),
    DEMO: flag,
    DEMO_PASSWORD: z.string().min(8, 'must be at least 8 characters long').optional(),
  })
  .superRefine((values, context) => {
    for (const own of ['uploads', 'outbox'])
      if (`${values.BACKUP_DIR}/`.startsWith(`${join(values.DATA_DIR, own)}/`))
        context.addIssue({
          code: 'custom',
          path: ['BACKUP_DIR'],
          message: `must be outside of ${join(values.DATA_DIR, own)}, where Riverbank keeps its own files`,
        })
    if (values.NODE_ENV === 'production' && !values.SESSION_SECRET)
      context.addIssue({
        code: 'custom',
        path: ['SESSION_SECRET'],
        message: 'is required in production (any 32 or more random characters)',
      })
  })

export type Settings = ReturnType<typeof readSettings>

/**
 * The settings in `variables` (shaped like process.env; an empty text counts as unset). Throws an Error that names every invalid
 * setting and what it should be.
 */
export function readSettings(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = environment.safeParse(given)
  if (!result.success)
    throw new Error(
      `Riverbank can't start. Please correct these settings:\n${result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`).join('\n')}`,
    )
  const values = result.data
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    backups: {
      /** When the daily one is made, '03:00'; null for never. */
      at: values.BACKUP_AT === 'never' ? null : values.BACKUP_AT,
      folder: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
    },
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : undefined,
    /** Undefined in development only, which stores one beside its data (kept-secret.server.ts). */
    sessionSecret: values.SESSION_SECRET,
    secondStep: values.SECOND_STEP,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? values.CENTRE_EMAIL,
    officeEmail: values.OFFICE_EMAIL ?? values.CENTRE_EMAIL,
    centre: {
      name: values.CENTRE_NAME,
      shortName: values.CENTRE_SHORT_NAME,
      phone: values.CENTRE_PHONE,
      email: values.CENTRE_EMAIL,
      address: values.CENTRE_ADDRESS,
    },
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

/** The centre's settings, which every page may show. */
export type Centre = Settings['centre']

/** The settings that routes may read, without secrets and the operator's own. */
export type SiteSettings = ReturnType<typeof siteSettings>

/** The settings without those for the gate, sessions and mail alone, so that no route can leak these by mistake. */
export function siteSettings({ publicUrl, secondStep, centre, officeEmail, newsletter, smtpUrl, demo }: Settings) {
  return {
    publicUrl,
    secondStep,
    centre,
    officeEmail,
    newsletter,
    mailIsSetUp: smtpUrl !== undefined,
    demo: demo !== undefined,
  }
}
