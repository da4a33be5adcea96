import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doctorsOffice, words } from '~/test/doctors-office'

const office = doctorsOffice()
const { copied, faultsAt, look } = office

test('a healthy server has no complaint, beside it and while it stands still', async () => {
  const found = await look()
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(found.map(({ check }) => check)).toEqual(
    'settings folder disk database uploads backups queue server address proxy clock mail spf dmarc'.split(' '),
  )
  expect(await faultsAt(copied())).toEqual([])
})

test('looking changes nothing, and takes no lock', async () => {
  const folder = copied()
  const before = readdirSync(folder)
  await look({ DATA_DIR: folder, PUBLIC_URL: '' })
  expect(readdirSync(folder)).toEqual(before)
  expect(office.riverbank.isAlive()).toBe(true)
})

test('the first look, before anything was started', async () => {
  expect(await faultsAt(join(office.elsewhere, 'none'))).toEqual([])
})

test('a .env that others can read', async () => {
  const [here, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'riverbank-env-'))]
  const notes = async () => (await look()).filter(({ check, state }) => check === 'settings' && state === 'note')
  process.chdir(folder)
  try {
    writeFileSync('.env', 'SESSION_SECRET=a heron', { mode: 0o600 })
    expect(await notes()).toEqual([])
    for (const mode of [0o640, 0o604, 0o602]) {
      chmodSync('.env', mode)
      expect(await notes()).toMatchObject([{ says: words('read .env'), todo: 'chmod 600 .env' }])
    }
  } finally {
    process.chdir(here)
    rmSync(folder, { recursive: true })
  }
})

test('which version the server runs', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect((await look()).find(({ check }) => check === 'server')).toMatchObject({
    says: words(`runs version ${version}`),
  })
})

test('wrong settings, and the others are looked at all the same', async () => {
  const found = await look({ TRUST_PROXY: 'two', PORT: '70000' })
  const wrong = found.filter(({ state }) => state === 'fault').map(({ check, says }) => [check, says])
  expect(wrong).toEqual([
    ['settings', words('PORT must be')],
    ['settings', words('TRUST_PROXY must be')],
  ])
  expect(found).toContainEqual({ check: 'proxy', state: 'note', says: words('TRUST_PROXY is wrong'), todo: undefined })
  expect(found).toContainEqual({ check: 'address', state: 'ok', says: words('leads here') })
})

/** The command itself, with the built product. */
function command(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/doctor.mjs', ...args], {
    env: { ...process.env, ...office.well, LOG_LEVEL: 'info', DEMO: '', TRUST_PROXY: '0' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the command tells what it found, as lines and as JSON, and by its exit code', () => {
  office.well.SMTP_URL = ''
  const healthy = command('--dns', office.names.address)
  expect(healthy).toMatchObject({ status: 0, stderr: '' })
  expect(healthy.stdout).toMatch(/^ok {5}settings {2}All are right\.$/m)
  expect(healthy.stdout).toMatch(/^0 faults, 3 notes\.$/m)
  office.well.PUBLIC_URL = ''
  const ill = command('--json')
  expect(ill.status).toBe(1)
  expect(JSON.parse(ill.stdout)).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([expect.objectContaining({ check: 'address', state: 'fault' })]),
  })
  for (const args of [['--nonsense'], ['--to', 'nobody'], ['more']]) {
    const wrong = command(...args)
    expect(wrong).toMatchObject({ status: 2, stdout: '', stderr: words('Usage: node scripts/doctor.mjs') })
  }
})
