import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.server'

const secret = 'a secret of at least thirty-two characters'

describe('the settings', () => {
  it('stand without any in development', () => {
    expect(readSettings({})).toMatchObject({
      production: false,
      port: 3000,
      dataDir: resolve('data'),
      publicUrl: undefined,
      centre: { shortName: 'Riverbank', phone: '020 910 0100' },
      newsletter: { doubleOptIn: false, holdSeconds: 60 },
      trustProxy: 0,
      demo: undefined,
    })
  })

  it('take an empty text for one that is not set', () => {
    expect(readSettings({ PORT: '', CENTRE_SHORT_NAME: '  ', SMTP_URL: '' })).toEqual(readSettings({}))
  })

  it('let MAIL_FROM and OFFICE_EMAIL follow CENTRE_EMAIL', () => {
    expect(readSettings({ CENTRE_EMAIL: 'hello@centre.example' })).toMatchObject({
      mailFrom: 'hello@centre.example',
      officeEmail: 'hello@centre.example',
    })
  })

  it('name all that is wrong at once', () => {
    expect(() => readSettings({ PORT: 'http', DEMO: 'yes', LOG_LEVEL: 'loud' })).toThrow(
      /^Riverbank can't start\. Please correct these settings:\n {2}PORT .*\n {2}LOG_LEVEL .*\n {2}DEMO .*$/,
    )
  })

  it('hold no secret and no password of their own', () => {
    expect(readSettings({ DEMO: '1' })).toMatchObject({ sessionSecret: undefined, demo: { password: undefined } })
  })
})

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8')
  const shown = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))

  it('names the settings that the app reads, each once', () => {
    const source = readFileSync('app/settings.server.ts', 'utf8')
    const read = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
    expect(read.length).toBeGreaterThan(15)
    expect(shown.map(({ name }) => name).sort()).toEqual(read.filter((name) => name !== 'NODE_ENV').sort())
  })

  it('shows values that the app takes, but for secrets that everybody knows', () => {
    const values = Object.fromEntries(shown.map(({ name, value }) => [name, value]))
    expect(() => readSettings({ ...values, SESSION_SECRET: secret, METRICS_TOKEN: 'kR9v2mXq7LdT4wZs' })).not.toThrow()
    expect(() => readSettings(values)).toThrow(
      /settings:\n {2}SESSION_SECRET must be one of your own, not the example.*\n {2}METRICS_TOKEN must be random.*$/,
    )
  })

  it('shows the default values, but where it says that it gives an example', () => {
    const examples = [...example.matchAll(/^# .*\(example\)\n(?:# .*\n)*#([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(examples).toEqual([
      'SESSION_SECRET',
      'BACKUP_DIR',
      'PUBLIC_URL',
      'METRICS_TOKEN',
      'SMTP_URL',
      'MAIL_FROM',
      'OFFICE_EMAIL',
      'OPERATOR_EMAIL',
      'DEMO_PASSWORD',
    ])
    const defaults = shown.filter(({ name }) => !examples.includes(name))
    expect(readSettings(Object.fromEntries(defaults.map(({ name, value }) => [name, value])))).toEqual(readSettings({}))
  })
})
