import { setTimeout } from 'node:timers/promises'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { headersOf, logIn } from '../check-api/people'
import { type Answer, type Sent, send } from '../check-api/wire'
import type { Pace } from './pace'
import { builtPlaces, type Place } from './places'
import { form, isKnown, Records } from './records'

const SESSION_SECRET = 'kingfisher/secret+of the=sessions 5f1c9e27b3'
const SMTP_PASSWORD = 'dipper&pass/word+8d21'
const DEMO_PASSWORD = 'moorhen on the weir 44e7'
const intents = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype']
/** The start logs how to log in to the demonstration on purpose; this line is exempt. */
const ANNOUNCEMENT = /Demonstration: log in as/
const FEWEST_ANSWERS = 500
/** askingsOf returns so many GETs, followed by forms. */
const GETS = 6
const POSTS = intents.length * 2

const known = new Map<string, string[]>()

/** A secret's forms in a text: plain, and in the usual encodings. */
function formsOf(secret: string): string[] {
  const forms = known.get(secret) ?? wrapped(secret)
  known.set(secret, forms)
  return forms
}

function wrapped(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // The end of a base64 text depends on what follows.
  const base64 = [0, 1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return shifted.replace(/=+$/, '').slice(before ? 4 : 0, -2)
  })
  const html = secret.replaceAll('&', '&amp;')
  return [
    ...new Set([
      secret,
      html,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      encodeURI(secret),
      new URLSearchParams({ a: secret }).toString().slice(2),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]
}

/** The names of the secrets that occur in a text. */
export function found(text: string, secrets: Record<string, string>): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name)
}

/** Every way to request one page: plainly, as Remix's scripts do, and as a form whose intent is the name of an object's built-in property. */
function askingsOf(address: string, route: string): Sent[] {
  const data = address === '/' ? '/_root.data' : `${address}.data`
  const gets = [
    address,
    `${address}?_data=${encodeURIComponent(route)}`,
    `${address}?_data=root`,
    data,
    `${data}?_routes=${encodeURIComponent(route)}`,
    `${data}?_routes=root,__proto__`,
  ]
  const posts = intents.flatMap((intent) => [
    { method: 'POST', path: `${address}?index`, ...form({ intent, id: '1' }) },
    { method: 'POST', path: data, ...form({ intent, id: '1' }) },
  ])
  return [...gets.map((path) => ({ method: 'GET', path })), ...posts]
}

/** A response's headers and body. */
const whole = ({ headers, text }: Answer) => `${JSON.stringify(headers)}\n${text}`

type Asked = Pick<Place, 'pattern' | 'route' | 'hasAction'>

/** All pages, files and calls, and paths outside of Remix's routes. */
async function everything(): Promise<Asked[]> {
  const apart = ['/healthz', '/readyz', '/metrics', '/__manifest', '/assets/missing.js']
  const known = (await builtPlaces()).filter(({ pattern }) => isKnown(pattern))
  return [...known, ...apart.map((pattern) => ({ pattern, route: 'root', hasAction: false }))]
}

/** The requests of askingsOf that are made: in the short form all for a tutor, but for others the page, its data and one intent in turn. */
function stepsFor(
  { pattern, hasAction }: Asked,
  { role, index, short }: { role: string; index: number; short: boolean },
) {
  const posts = /^\/api\/log(in|out)/.test(pattern) ? [] : Array.from({ length: POSTS }, (_, step) => step)
  const isWhole = !short || (role === 'tutor' && hasAction && !pattern.startsWith('/api/'))
  const chosen = isWhole ? posts : posts.filter((step) => step === index % POSTS)
  const gets = Array.from({ length: GETS }, (_, step) => step)
  return [...(isWhole || role === 'tutor' ? gets : [0, 3]), ...chosen.map((step) => GETS + step)]
}

/** Requests everything as everybody; returns the secrets found in responses, and the number of responses. */
async function askAll(
  riverbank: RunningRiverbank,
  secrets: Record<string, string>,
  short: boolean,
): Promise<{ faults: string[]; answers: number }> {
  const { url } = riverbank
  const tutor = await logIn(riverbank, 'demo.tutor', DEMO_PASSWORD)
  const student = await logIn(riverbank, 'demo.student', DEMO_PASSWORD)
  const records = new Records(riverbank, tutor)
  const faults: string[] = []
  let answers = 0
  for (const [index, place] of (await everything()).entries())
    for (const [role, credentials] of Object.entries({ nobody: undefined, student, tutor }))
      for (const step of stepsFor(place, { role, index, short })) {
        const sent = askingsOf(await records.addressOf(place.pattern), place.route)[step]!
        const network = { 'X-Forwarded-For': `10.9.${(answers >> 8) & 255}.${answers & 255}` }
        const headers = { ...network, ...headersOf(credentials, 'cookie'), ...sent.headers }
        const answer = await send(url, { ...sent, headers })
        answers += 1
        if (answer.status < 400 && sent.method === 'POST' && role === 'tutor') records.use(place.pattern)
        for (const name of found(whole(answer), secrets))
          faults.push(`${sent.method} ${sent.path} ${sent.body ?? ''} by ${role} holds ${name}`)
      }
  return { faults, answers }
}

/** No secret setting, in any encoding, is in a response to anybody, or in the server's output. */
export async function secretFaults({ short }: Pace): Promise<string[]> {
  // Nothing listens there: the errors of sending mail are part of the output to check.
  const smtp = `smtp://postman:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:9`
  const riverbank = await startRiverbank({ TRUST_PROXY: '1', SESSION_SECRET, SMTP_URL: smtp, DEMO_PASSWORD })
  const secrets = {
    SESSION_SECRET,
    SMTP_URL: smtp,
    'password of SMTP_URL': SMTP_PASSWORD,
    DEMO_PASSWORD,
    'path of DATA_DIR': riverbank.dataDir,
  }
  try {
    const { faults, answers } = await askAll(riverbank, secrets, short)
    // Long enough for a mail to be tried and fail.
    await setTimeout(1000)
    const lines = riverbank.output().split('\n')
    const said = lines.filter((line) => !ANNOUNCEMENT.test(line))
    for (const line of said)
      for (const name of found(line, secrets)) faults.push(`the log holds ${name}: ${line.slice(0, 120)}`)
    if (answers < FEWEST_ANSWERS) faults.push(`only ${answers} answers, not ${FEWEST_ANSWERS}`)
    console.log(
      `Secrets: ${Object.keys(secrets).length} in ${answers} answers and ${said.length} lines of the log: ${faults.length} faults`,
    )
    return faults
  } finally {
    await riverbank.stop()
  }
}
