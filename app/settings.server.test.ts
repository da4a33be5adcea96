import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { requireUsableFolder } from './processes/folder.mjs'
import { findSettingAdvice, readSettings } from './settings.server'
import { acceptedSettings, allSettings, refusedSettings } from './test/bad-settings'

const secret = 'a secret of at least thirty-two characters'

describe('the settings', () => {
  it('treat an empty text as unset', () => {
    expect(readSettings({ PORT: '', CENTRE_SHORT_NAME: '  ', SMTP_URL: '' })).toEqual(readSettings({}))
  })

  it('use CENTRE_EMAIL for MAIL_FROM and OFFICE_EMAIL by default', () => {
    expect(readSettings({ CENTRE_EMAIL: 'hello@centre.example' })).toMatchObject({
      mailFrom: 'hello@centre.example',
      officeEmail: 'hello@centre.example',
    })
  })

  it('report all faults at once', () => {
    expect(() => readSettings({ PORT: 'http', DEMO: 'yes', LOG_LEVEL: 'loud' })).toThrow(
      /^Riverbank can't start\. Please correct these settings:\n {2}PORT .*\n {2}LOG_LEVEL .*\n {2}DEMO .*$/,
    )
  })
})

describe('advice about settings', () => {
  it.each([
    ['BACKUP_TIME', 'BACKUP_EVERY, BACKUP_AT or BACKUP_DIR'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['SMTP_URI', 'SMTP_URL'],
  ])('asks whether %s was meant to be %s', (input, meant) => {
    const advice = `${input} is not a Riverbank setting and has no effect. Did you mean ${meant}?`
    expect(findSettingAdvice({ [input]: '1' })).toEqual([advice])
  })

  it('ignores real settings and other programs’ variables', () => {
    const others =
      'PATH HOME SHELL LANG TERM USER PWD SESSION_MANAGER DATABASE_URL LOG_FORMAT MAILCHECK NODE_OPTIONS HOSTNAME SSH_TTY'
    const set = [...allSettings, ...others.split(' ')].map((name) => [name, '1'])
    expect(findSettingAdvice(Object.fromEntries(set))).toEqual([])
  })

  it('warns about more than three proxies', () => {
    expect(findSettingAdvice({ TRUST_PROXY: '3' })).toEqual([])
    expect(findSettingAdvice({ TRUST_PROXY: '4' })).toEqual([expect.stringContaining('TRUST_PROXY is 4')])
  })
})

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8')
  const shown = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))

  it('lists every setting that the app reads, once', () => {
    const source = readFileSync('app/settings.server.ts', 'utf8')
    const read = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
    expect(read.length).toBeGreaterThan(15)
    expect(shown.map(({ name }) => name).sort()).toEqual(read.filter((name) => name !== 'NODE_ENV').sort())
  })

  it('shows values that the app accepts, except well-known secrets', () => {
    const values = Object.fromEntries(shown.map(({ name, value }) => [name, value]))
    expect(() => readSettings({ ...values, SESSION_SECRET: secret, METRICS_TOKEN: 'kR9v2mXq7LdT4wZs' })).not.toThrow()
    expect(() => readSettings(values)).toThrow(
      /settings:\n {2}SESSION_SECRET must be your own value, not the example.*\n {2}METRICS_TOKEN must be random.*$/,
    )
  })

  it('shows the default values, unless marked as an example', () => {
    const examples = [...example.matchAll(/^# .*\(example\)\n(?:# .*\n)*#([A-Z_]+)=/gm)].map(([, name]) => name)
    const defaults = shown.filter(({ name }) => !examples.includes(name))
    expect(readSettings(Object.fromEntries(defaults.map(({ name, value }) => [name, value])))).toEqual(readSettings({}))
  })
})

const getSettingFault = (name: string, value: string): string => {
  try {
    readSettings({ [name]: value })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe.each(allSettings)('%s', (setting) => {
  it.each(refusedSettings.filter(([name]) => name === setting))(
    '%s=%j is refused in its own line',
    (name, value = '') => {
      const [head, line = '', ...more] = getSettingFault(name!, value).split('\n')
      expect(head).toBe("Riverbank can't start. Please correct these settings:")
      expect(line).toMatch(new RegExp(`^  ${name} must (be|have|name) .*, for example .+\\. It (is|has) `))
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
      expect(line.length).toBeLessThan(400)
      expect(more).toEqual([])
    },
  )
})

it.each(acceptedSettings)('%s=%j is accepted: %s', (name, value) => {
  expect(getSettingFault(name, value)).toBe('')
})

it.each([
  ['SESSION_SECRET', 'hunter2'],
  ['DEMO_PASSWORD', 'hunter2'],
  ['SMTP_URL', 'smtp://maeve:hunter2@mail.centre.ie/inbox'],
  ['SMTP_URL', 'smtp://maeve:pa#hunter2@mail.centre.ie'],
  ['SMTP_URL', 'smtp://maeve:x@hunter2/@mail.centre.ie'],
  ['SMTP_URL', 'smtp://mail.centre.ie?password=hunter2'],
  ['PUBLIC_URL', 'https://maeve:hunter2@centre.ie'],
])('the refusal of %s=%j reveals no password and no user', (name, value) => {
  expect(getSettingFault(name, value)).toContain(`  ${name} must `)
  expect(getSettingFault(name, value)).not.toMatch(/hunter2|maeve/)
})

it.each([
  `'Riverbank Day Service'`,
  `"Riverbank Day Service"`,
  'Riverbank Day Service',
  `'Riverbank # 2, $5'`,
  `"St Brigid's"`,
  '""',
  `'two\\nlines'`,
])('CENTRE_NAME=%s in an env file means the same with and without Docker', (written) => {
  const nameIn = (value: string | undefined) => {
    try {
      return readSettings({ CENTRE_NAME: value }).centre.name
    } catch {
      return 'refused'
    }
  }
  // Docker passes the text after = unchanged.
  expect(nameIn(written)).toBe(nameIn(parseEnv(`CENTRE_NAME=${written}`).CENTRE_NAME))
})

it('an operator’s command needs no SESSION_SECRET, and ignores a weak one', () => {
  const production = { NODE_ENV: 'production' }
  expect(() => readSettings(production)).toThrow('SESSION_SECRET is required in production')
  expect(readSettings(production, { serves: false }).production).toBe(true)
  expect(readSettings({ ...production, SESSION_SECRET: 'weak' }, { serves: false }).sessionSecret).toBeUndefined()
  expect(() => readSettings({ ...production, PORT: 'x' }, { serves: false })).toThrow('PORT must be')
})

describe('the data folder', () => {
  const place = mkdtempSync(join(tmpdir(), 'riverbank-folder-'))
  afterAll(() => {
    chmodSync(place, 0o700)
    rmSync(place, { recursive: true })
  })
  writeFileSync(join(place, 'file'), '')

  it('is created if missing', () => {
    requireUsableFolder(join(place, 'a', 'b'))
    requireUsableFolder(join(place, 'a', 'b'))
  })

  it.each([
    ['a file', join(place, 'file'), `${join(place, 'file')} is a file.`],
    ['of a name too long', join(place, 'x'.repeat(300)), 'is too long a path for the disk.'],
  ])('is refused in one line when it is %s', (_what, path, says) => {
    expect(() => requireUsableFolder(path)).toThrow(says)
    expect(() => requireUsableFolder(path)).toThrow(
      /settings:\n {2}DATA_DIR must be a folder that Riverbank can write, .*$/,
    )
  })
})
