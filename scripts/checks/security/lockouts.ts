import { createSecret, hashSecret } from '../../../app/signing.server'
import { createTemporaryFolder } from '../../../app/test/folder'
import { copyDemonstration, type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { logInOverHttp, usernames } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import type { CheckOptions } from '../shared/topics'
import { encodeForm, type RawRequest, type RawResponse, sendRaw } from '../shared/wire'

/** A whole centre shares one network. */
const CENTRE = '203.0.113.5'
const OTHER_NETWORK = Array.from({ length: 6 }, (_, index) => `198.51.100.${index + 1}`)
const WRONG_CODES = 100

/** Sends a request from a network. */
function sendFrom(url: string, network: string, sent: RawRequest): Promise<RawResponse> {
  const headers = { 'X-Forwarded-For': network, 'Sec-Fetch-Site': 'same-origin', ...sent.headers }
  return sendRaw(url, { ...sent, headers })
}

/** A 256-bit secret, and how it is used. */
interface SecretAccess {
  what: string
  secret: string
  /** Tries a secret, and returns whether it works. */
  opens: (secret: string) => Promise<boolean>
}

const getCookies = ({ headers }: RawResponse) => [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
/** True for a redirect into the portal, through the cookie check. */
const isInPortal = ({ status, headers }: RawResponse) =>
  status === 303 && /^(\/dashboard|\/portal\?check-cookies&next=%2Fdashboard)$/.test(String(headers.location))
/** An invalid secret address is 404. */
const isOpened = ({ status }: RawResponse) => status === 200

/** Creates one secret of each kind. */
async function createSecrets({ url, change, rows }: RunningRiverbank): Promise<SecretAccess[]> {
  const get = (path: string, headers?: Record<string, string>) =>
    sendFrom(url, CENTRE, { method: 'GET', path, headers })
  const at = async (path: string) => isOpened(await get(path))
  const [daniel] = rows('select id from users where username = ?', usernames.daniel)
  const session = await logInOverHttp({ url }, usernames.daniel)
  const secrets = { card: createSecret(), link: createSecret(), leave: createSecret(), confirm: createSecret() }
  change(
    "insert or replace into signInCards (userId, tokenHash, createdAt, expiresAt) values (?, ?, '2026-01-01', '2100-01-01')",
    daniel?.id,
    hashSecret(secrets.card),
  )
  change(
    "insert into familyLinks (userId, label, tokenHash, createdAt) values (?, 'Mother', ?, '2026-01-01')",
    daniel?.id,
    hashSecret(secrets.link),
  )
  change(
    "insert into subscribers (email, active, createdAt, token, confirmToken) values ('lock@example.ie', 0, '2026-01-01', ?, ?)",
    secrets.leave,
    secrets.confirm,
  )
  const cookie = createHeaders(session, 'cookie')
  await sendFrom(url, CENTRE, {
    method: 'POST',
    path: '/dashboard/calendar/address',
    ...encodeForm({ intent: 'make-address' }),
    headers: { ...encodeForm({}).headers, ...cookie },
  })
  const calendar = /\/calendar\/(\d+\.[\w-]+)/.exec((await get('/dashboard/calendar', cookie)).text)?.[1] ?? ''
  return [
    { what: 'sign-in cards', secret: secrets.card, opens: async (card) => isInPortal(await logInByCard(url, card)) },
    { what: 'family links', secret: secrets.link, opens: (link) => at(`/away/${link}`) },
    { what: 'links to unsubscribe', secret: secrets.leave, opens: (token) => at(`/unsubscribe/${token}`) },
    { what: 'links to confirm', secret: secrets.confirm, opens: (token) => at(`/confirm/${token}`) },
    { what: 'calendar addresses', secret: calendar, opens: (token) => at(`/calendar/${token}`) },
    {
      what: 'Bearer tokens',
      secret: session.token,
      opens: async (token) => isOpened(await get('/api/user', { Authorization: `Bearer ${token}` })),
    },
  ]
}

/** Scans a card and presses the button. */
async function logInByCard(url: string, card: string): Promise<RawResponse> {
  const scanned = await sendFrom(url, CENTRE, { method: 'GET', path: `/card/${card}` })
  const cookie = getCookies(scanned).join('; ')
  await sendFrom(url, CENTRE, { method: 'GET', path: '/card', headers: { Cookie: cookie } })
  const pressed = encodeForm({ digits: '' })
  return sendFrom(url, CENTRE, {
    method: 'POST',
    path: '/card',
    ...pressed,
    headers: { ...pressed.headers, Cookie: cookie },
  })
}

/** Tries slightly wrong secrets from one network, then the right one from there. */
async function findSecretFaults({ what, secret, opens }: SecretAccess, wrong: number): Promise<string[]> {
  const faults: string[] = []
  for (let n = 0; n < wrong; n++) {
    const guess = `${secret.slice(0, -2)}${String.fromCharCode(97 + (n % 26))}_`
    if (await opens(guess)) faults.push(`${what}: a wrong one works`)
  }
  if (!(await opens(secret)))
    faults.push(`${what}: the right one does not work after ${wrong} wrong ones from its network`)
  return faults
}

/** Tests the setup address of a first start, which is also a secret. */
async function findSetUpFaults(wrong: number): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1', DEMO: '0', DEMO_PASSWORD: '' })
  const secret = /\/setup\/([\w-]{43}) within an hour/.exec(riverbank.output())?.[1] ?? ''
  const opens = async (guess: string) =>
    isOpened(await sendFrom(riverbank.url, CENTRE, { method: 'GET', path: `/setup/${guess}` }))
  return await findSecretFaults({ what: 'setup addresses', secret, opens }, wrong)
}

interface DayCode {
  username: string
  code: string
}

const typeCode = ({ url }: RunningRiverbank, network: string, { username, code }: DayCode) =>
  sendFrom(url, network, { method: 'POST', path: '/card', ...encodeForm({ intent: 'code', username, code }) })

/** Creates a code for the day as a tutor. */
async function makeCode(
  { url, rows }: RunningRiverbank,
  tutor: Record<string, string>,
  username: string,
): Promise<DayCode> {
  const [student] = rows('select id from users where username = ?', username)
  const sent = encodeForm({ intent: 'code' })
  const { text } = await sendFrom(url, CENTRE, {
    method: 'POST',
    path: `/dashboard/profile/people/${student?.id}/card`,
    ...sent,
    headers: { ...sent.headers, ...tutor },
  })
  return { username, code: (/<code>([\d ]{7})<\/code>/.exec(text)?.[1] ?? '').replace(' ', '') }
}

const createWrongCode = ({ username, code }: DayCode, n: number): DayCode => ({
  username,
  code: String((Number(code) + n) % 1e6).padStart(6, '0'),
})

/** Guesses codes from several networks: five wrong tries must lock one student's code and no other, also after a restart. */
async function findCodeFaults(): Promise<string[]> {
  using folder = createTemporaryFolder()
  const settings = { TRUST_PROXY: '1', DATA_DIR: folder.path }
  const faults: string[] = []
  const expectThat = (isSo: boolean, fault: string) => void (isSo || faults.push(`codes for a day: ${fault}`))
  await copyDemonstration(folder.path)
  const first = await startRiverbank(settings)
  const tutor = createHeaders(await logInOverHttp(first, usernames.aoife), 'cookie')
  const [own, tried] = [await makeCode(first, tutor, usernames.daniel), await makeCode(first, tutor, usernames.niamh)]
  const statuses = { tried: [] as number[], unknown: [] as number[] }
  for (let n = 1; n <= WRONG_CODES; n++) {
    const network = OTHER_NETWORK[n % OTHER_NETWORK.length]!
    const [kind, guess] =
      n % 2 ? (['tried', tried] as const) : (['unknown', { ...tried, username: 'no.such.name' }] as const)
    statuses[kind].push((await typeCode(first, network, createWrongCode(guess, n))).status)
  }
  const locked = [400, 400, 400, 400, ...Array(WRONG_CODES / 2 - 4).fill(403)]
  for (const [kind, answered] of Object.entries(statuses))
    expectThat(String(answered) === String(locked), `guesses (${kind}) get ${answered}`)
  const entered = await typeCode(first, OTHER_NETWORK[0]!, own)
  expectThat(isInPortal(entered), `another student’s right one gets ${entered.status}`)
  expectThat((await typeCode(first, CENTRE, tried)).status === 403, 'five wrong tries lock no code')
  await first.stop()

  const second = await startRiverbank(settings)
  expectThat((await typeCode(second, CENTRE, tried)).status === 403, 'a restart unlocks a code')
  const next = await makeCode(second, tutor, usernames.niamh)
  const again = await typeCode(second, CENTRE, next)
  expectThat(isInPortal(again), 'a new code does not open the portal')
  const session = { Cookie: getCookies(again).join('; ') }
  await second.stop()
  return [...faults, ...(await findSwitchOffFaults(settings, { tutor, session }))]
}

/** Restarts with cards switched off: sessions by code must end, and a tutor must still be able to remove the code. */
async function findSwitchOffFaults(
  settings: Record<string, string>,
  { tutor, session }: Record<'tutor' | 'session', Record<string, string>>,
): Promise<string[]> {
  const third = await startRiverbank({ ...settings, SIGN_IN_CARDS: '0' })
  const [student] = third.rows('select id from users where username = ?', usernames.niamh)
  const path = `/dashboard/profile/people/${student?.id}/card`
  const dashboard = await sendFrom(third.url, CENTRE, { method: 'GET', path: '/dashboard', headers: session })
  const page = await sendFrom(third.url, CENTRE, { method: 'GET', path, headers: tutor })
  const sent = encodeForm({ intent: 'take-back' })
  await sendFrom(third.url, CENTRE, { method: 'POST', path, ...sent, headers: { ...sent.headers, ...tutor } })
  const left = third.rows('select userId from dayCodes where userId = ?', student?.id)
  await third.stop()
  return [
    ...(dashboard.status === 200 ? ['without SIGN_IN_CARDS, a session by a code continues'] : []),
    ...(page.text.includes('Remove code') ? [] : ['without SIGN_IN_CARDS, tutors do not see the code']),
    ...(left.length > 0 ? ['without SIGN_IN_CARDS, tutors can’t remove the code'] : []),
  ]
}

/** Checks that wrong secrets and codes never lock out the right person. */
export async function findLockoutFaults({ short }: CheckOptions): Promise<string[]> {
  const wrong = short ? 35 : 300
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const faults: string[] = []
  for (const secret of await createSecrets(riverbank)) faults.push(...(await findSecretFaults(secret, wrong)))
  return [...faults, ...(await findSetUpFaults(wrong)), ...(await findCodeFaults())]
}
