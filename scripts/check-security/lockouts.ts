import { createSecret, hashSecret } from '../../app/domain/secret.server'
import { temporaryFolder } from '../../app/test/folder'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { logInOverHttp, usernames } from '../../app/test/served'
import { headersOf } from '../shared/client'
import type { Pace } from '../shared/topics'
import { type Answer, form, type Sent, send } from '../shared/wire'

/** A whole centre is one network. */
const CENTRE = '203.0.113.5'
const STRANGERS = Array.from({ length: 6 }, (_, index) => `198.51.100.${index + 1}`)
const WRONG_CODES = 100

/** Sends a request from a network. */
function sendFrom(url: string, network: string, sent: Sent): Promise<Answer> {
  const headers = { 'X-Forwarded-For': network, 'Sec-Fetch-Site': 'same-origin', ...sent.headers }
  return send(url, { ...sent, headers })
}

/** A secret of 256 bits, and how somebody uses it. */
interface Secret {
  what: string
  secret: string
  /** Whether a secret opens what it should. */
  opens: (secret: string) => Promise<boolean>
}

const cookiesOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
/** True for an answer that leads into the portal, by the page that looks whether the browser kept the session's cookie. */
const isInPortal = ({ status, headers }: Answer) =>
  status === 303 && /^(\/dashboard|\/portal\?check-cookies&next=%2Fdashboard)$/.test(String(headers.location))
/** The page of a secret address that opens nothing is 404. */
const isOpened = ({ status }: Answer) => status === 200

/** Makes one of each secret, known to this check. */
async function secretsOf({ url, change, rows }: RunningRiverbank): Promise<Secret[]> {
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
  const cookie = headersOf(session, 'cookie')
  await sendFrom(url, CENTRE, {
    method: 'POST',
    path: '/dashboard/calendar/address',
    ...form({ intent: 'make-address' }),
    headers: { ...form({}).headers, ...cookie },
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
async function logInByCard(url: string, card: string): Promise<Answer> {
  const scanned = await sendFrom(url, CENTRE, { method: 'GET', path: `/card/${card}` })
  const cookie = cookiesOf(scanned).join('; ')
  await sendFrom(url, CENTRE, { method: 'GET', path: '/card', headers: { Cookie: cookie } })
  const pressed = form({ digits: '' })
  return sendFrom(url, CENTRE, {
    method: 'POST',
    path: '/card',
    ...pressed,
    headers: { ...pressed.headers, Cookie: cookie },
  })
}

/** Uses wrong secrets from one network, each a little off, then the right one from there. */
async function faultsOfSecret({ what, secret, opens }: Secret, wrong: number): Promise<string[]> {
  const faults: string[] = []
  for (let n = 0; n < wrong; n++) {
    const guess = `${secret.slice(0, -2)}${String.fromCharCode(97 + (n % 26))}_`
    if (await opens(guess)) faults.push(`${what}: a wrong one opens something`)
  }
  if (!(await opens(secret)))
    faults.push(`${what}: the right one opens nothing after ${wrong} wrong ones from its network`)
  return faults
}

/** The setup address of a first start, which is a secret too. */
async function faultsOfSetUp(wrong: number): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1', DEMO: '0', DEMO_PASSWORD: '' })
  const secret = /\/setup\/([\w-]{43}) within an hour/.exec(riverbank.output())?.[1] ?? ''
  const opens = async (guess: string) =>
    isOpened(await sendFrom(riverbank.url, CENTRE, { method: 'GET', path: `/setup/${guess}` }))
  return await faultsOfSecret({ what: 'setup addresses', secret, opens }, wrong)
}

interface Code {
  username: string
  code: string
}

const typeCode = ({ url }: RunningRiverbank, network: string, { username, code }: Code) =>
  sendFrom(url, network, { method: 'POST', path: '/card', ...form({ intent: 'code', username, code }) })

/** Has a tutor make a code for the day. */
async function makeCode(
  { url, rows }: RunningRiverbank,
  tutor: Record<string, string>,
  username: string,
): Promise<Code> {
  const [student] = rows('select id from users where username = ?', username)
  const sent = form({ intent: 'code' })
  const { text } = await sendFrom(url, CENTRE, {
    method: 'POST',
    path: `/dashboard/profile/people/${student?.id}/card`,
    ...sent,
    headers: { ...sent.headers, ...tutor },
  })
  return { username, code: (/<code>([\d ]{7})<\/code>/.exec(text)?.[1] ?? '').replace(' ', '') }
}

const wrongCode = ({ username, code }: Code, n: number): Code => ({
  username,
  code: String((Number(code) + n) % 1e6).padStart(6, '0'),
})

/** Guesses codes from several networks; five wrong tries lock one student's code, and no other's, also after a restart. */
async function faultsOfCodes(): Promise<string[]> {
  using folder = temporaryFolder()
  const settings = { TRUST_PROXY: '1', DATA_DIR: folder.path }
  const faults: string[] = []
  const expectThat = (isSo: boolean, fault: string) => void (isSo || faults.push(`codes for a day: ${fault}`))
  const first = await startRiverbank(settings)
  const tutor = headersOf(await logInOverHttp(first, usernames.aoife), 'cookie')
  const [own, tried] = [await makeCode(first, tutor, usernames.daniel), await makeCode(first, tutor, usernames.niamh)]
  const statuses = { tried: [] as number[], unknown: [] as number[] }
  for (let n = 1; n <= WRONG_CODES; n++) {
    const network = STRANGERS[n % STRANGERS.length]!
    const [kind, guess] =
      n % 2 ? (['tried', tried] as const) : (['unknown', { ...tried, username: 'no.such.name' }] as const)
    statuses[kind].push((await typeCode(first, network, wrongCode(guess, n))).status)
  }
  const locked = [400, 400, 400, 400, ...Array(WRONG_CODES / 2 - 4).fill(403)]
  for (const [kind, answered] of Object.entries(statuses))
    expectThat(String(answered) === String(locked), `guesses (${kind}) are answered ${answered}`)
  const entered = await typeCode(first, STRANGERS[0]!, own)
  expectThat(isInPortal(entered), `another student’s right one is answered ${entered.status}`)
  expectThat((await typeCode(first, CENTRE, tried)).status === 403, 'five wrong tries lock none')
  await first.stop()

  const second = await startRiverbank(settings)
  expectThat((await typeCode(second, CENTRE, tried)).status === 403, 'a restart unlocks one')
  const next = await makeCode(second, tutor, usernames.niamh)
  const again = await typeCode(second, CENTRE, next)
  expectThat(isInPortal(again), 'a new one does not open the portal')
  const session = { Cookie: cookiesOf(again).join('; ') }
  await second.stop()
  return [...faults, ...(await faultsOfOff(settings, { tutor, session }))]
}

/** Starts without cards where there is a code and a session by it: the session is over, and a tutor can take the code back. */
async function faultsOfOff(
  settings: Record<string, string>,
  { tutor, session }: Record<'tutor' | 'session', Record<string, string>>,
): Promise<string[]> {
  const third = await startRiverbank({ ...settings, SIGN_IN_CARDS: '0' })
  const [student] = third.rows('select id from users where username = ?', usernames.niamh)
  const path = `/dashboard/profile/people/${student?.id}/card`
  const dashboard = await sendFrom(third.url, CENTRE, { method: 'GET', path: '/dashboard', headers: session })
  const page = await sendFrom(third.url, CENTRE, { method: 'GET', path, headers: tutor })
  const sent = form({ intent: 'take-back' })
  await sendFrom(third.url, CENTRE, { method: 'POST', path, ...sent, headers: { ...sent.headers, ...tutor } })
  const left = third.rows('select userId from dayCodes where userId = ?', student?.id)
  await third.stop()
  return [
    ...(dashboard.status === 200 ? ['without SIGN_IN_CARDS a session by a code goes on'] : []),
    ...(page.text.includes('Take it back') ? [] : ['without SIGN_IN_CARDS no tutor sees a code to take back']),
    ...(left.length > 0 ? ['without SIGN_IN_CARDS no tutor can take a code back'] : []),
  ]
}

/** Tries what locks: nobody’s wrong secrets or codes keep the right person out. */
export async function lockoutFaults({ short }: Pace): Promise<string[]> {
  const wrong = short ? 35 : 300
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const faults: string[] = []
  for (const secret of await secretsOf(riverbank)) faults.push(...(await faultsOfSecret(secret, wrong)))
  return [...faults, ...(await faultsOfSetUp(wrong)), ...(await faultsOfCodes())]
}
