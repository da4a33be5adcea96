import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { type Credentials, headersOf, logIn } from '../check-api/people'
import type { Answer } from '../check-api/wire'
import { cacheFaults } from './cache'
import { type Pace, tally } from './pace'
import { exchange, lines } from './raw'

const FEWEST_SPELLINGS = 30
/** The demonstration tutor's first name: a page with it was rendered for the tutor. */
const TUTOR = 'Aoife'
/** Only a page of Remix's links the site's stylesheet. */
const RENDERED = /\/assets\/|__remix/

const hex = (letter: string, upper: boolean) => {
  const code = letter.charCodeAt(0).toString(16)
  return `%${upper ? code.toUpperCase() : code.toLowerCase()}`
}
const at = (path: string, index: number, upper: boolean) =>
  path.slice(0, index) + hex(path[index]!, upper) + path.slice(index + 1)
const all = (path: string) => path.replace(/[\w-]/g, (letter) => hex(letter, false))

/** Non-canonical spellings of a path. */
export function spellingsOf(path: string): string[] {
  const letters = [...path].flatMap((letter, index) => (/[\w-]/.test(letter) ? [index] : []))
  const within = path.slice(1)
  return [
    ...[letters[0]!, letters.at(-1)!].flatMap((index) => [at(path, index, true), at(path, index, false)]),
    // Letters whose percent-encoding differs by case.
    ...letters
      .filter((index) => /[j-oz]/.test(path[index]!))
      .flatMap((index) => [at(path, index, true), at(path, index, false)]),
    all(path),
    `/.${path}`,
    `/./.${path}`,
    `/..${path}`,
    `/../..${path}`,
    `/about/..${path}`,
    `/about/../about/..${path}`,
    `/about/%2e%2e${path}`,
    `/about/%2E%2E${path}`,
    `/about/%2E%2e${path}`,
    `/about/.%2e${path}`,
    `/about/%2e.${path}`,
    `/%2e${path}`,
    `/%2E${path}`,
    `/%2e%2e${path}`,
    `/${path}`,
    `//${path}`,
    `/about//..${path}`,
    `${path}/.`,
    `${path}/..${path}`,
    `${path}/./`,
    `${path}/%2e`,
    `${path}/%2e%2e${path}`,
    `${path}/x/..`,
    `${path}//`,
    `\\${within}`,
    `/\\${within}`,
    `\\\\${within}`,
    `/about\\..\\${within}`,
    `/about/..\\${within}`,
    `/about\\../${within}`,
    `/about%5C..%5C${within}`,
    `/about%5c..%5c${within}`,
    `/%5C${within}`,
    `/%2F${within}`,
    `/%2f${within}`,
    `/about%2F..%2F${within}`,
    `/about/..%2f${within}`,
    ...(within.includes('/')
      ? [path.replace(/\/(?=[^/]*$)/, '%2F'), path.replace(/\/(?=[^/]*$)/, '\\'), path.replace(/\/(?=[^/]*$)/, '//')]
      : []),
  ]
}

interface Asker {
  name: string
  headers: Record<string, string>
}

function askersOf(tutor: Credentials): Asker[] {
  return [
    { name: 'nobody', headers: {} },
    { name: 'a tutor’s token', headers: headersOf(tutor, 'token') },
    { name: 'a tutor’s cookie', headers: headersOf(tutor, 'cookie') },
  ]
}

/** Every spelling of every path, with and without a query and Remix's .data, by every identity: 400, and nothing rendered. */
async function spellingFaults({ url }: RunningRiverbank, paths: string[], askers: Asker[]): Promise<string[]> {
  const faults: string[] = []
  const statuses: number[] = []
  const { host } = new URL(url)
  const targets = paths.flatMap((path) => {
    const spellings = [...new Set(spellingsOf(path))]
    if (spellings.length < FEWEST_SPELLINGS) faults.push(`only ${spellings.length} spellings of ${path}`)
    return [
      ...spellings,
      ...spellings.map((spelling) => `${spelling}?x=1`),
      ...spellings.filter((spelling) => /\w$/.test(spelling)).map((spelling) => `${spelling}.data`),
      ...spellings.slice(0, 6).map((spelling) => `http://${host}${spelling.startsWith('/') ? '' : '/'}${spelling}`),
    ]
  })
  for (const target of targets) {
    const wrong: string[] = []
    for (const { name, headers } of askers)
      for (const method of name === 'nobody' ? ['GET', 'POST'] : ['GET']) {
        const answer = await exchange(url, lines(url, target, { method, headers })).catch(() => undefined)
        statuses.push(answer?.status ?? 0)
        const isRendered = RENDERED.test(answer?.text ?? '')
        if (answer?.status !== 400 || isRendered)
          wrong.push(`${method} by ${name} ${answer?.status ?? 'nothing'}${isRendered ? ', rendered' : ''}`)
      }
    if (wrong.length > 0) faults.push(`${target} is not answered 400: ${wrong.join('; ')}`)
  }
  console.log(
    `Paths: ${targets.length} spellings, ${statuses.length} requests (${tally(statuses)}), ${faults.length} faults`,
  )
  return faults
}

/** Canonical paths work with any query; absolute addresses are refused. */
async function canonicalFaults({ url }: RunningRiverbank, token: string): Promise<string[]> {
  const { host } = new URL(url)
  const expected: [string, number][] = [
    ['/', 200],
    ['/about', 200],
    ['/about?next=/../x//y', 200],
    ['/about?next=%2F..%5Cx', 200],
    ['/dashboard', 303],
    ['/dashboard?x=%64', 303],
    ['/files/1', 303],
    ['/api/files', 401],
    ['/api/files?x=./..', 401],
    [token, 200],
    [`${token}?x=//`, 200],
    [`http://${host}/about`, 400],
    [`http://${host}/dashboard`, 400],
    [`http://elsewhere.example/dashboard`, 400],
    ['/resources', 200],
    ['/%E0%A4%A', 400],
  ]
  const faults: string[] = []
  for (const [target, status] of expected) {
    const answer = await exchange(url, lines(url, target))
    if (answer.status !== status) faults.push(`GET ${target}: ${answer.status}, not ${status}`)
  }
  return faults
}

/** After a known visitor requested a page, in any spelling, a stranger's request does not get what they saw. */
async function strangerFaults({ url }: RunningRiverbank, paths: string[], askers: Asker[]): Promise<string[]> {
  const faults: string[] = []
  const targets = [
    ...['/', '/about', '/contact', '/portal', '/news', '/board', '/resources', '/dashboard', '/dashboard/profile'],
    ...['/dashboard/calendar', '/dashboard/newsletter', '/unsubscribe'],
    ...paths.flatMap(spellingsOf).filter((_, index) => index % 3 === 0),
  ]
  const seen = (answer: Answer | undefined) => Boolean(answer?.text.includes(TUTOR))
  const known = askers.filter(({ headers }) => Object.keys(headers).length > 0)
  let shown = 0
  for (const target of targets)
    for (const { name, headers } of known) {
      const ask = (more: Record<string, string>) =>
        exchange(url, lines(url, target, { headers: more })).catch(() => undefined)
      if (seen(await ask(headers))) shown += 1
      if (seen(await ask({}))) faults.push(`GET ${target} after ${name}: a stranger is shown the tutor’s page`)
    }
  // Without these its absence elsewhere would prove nothing.
  if (shown < known.length) faults.push(`the tutor’s name was shown only ${shown} times: this proves nothing`)
  console.log(
    `Kept pages: ${targets.length * known.length} asked by a tutor and then by a stranger, ${shown} with the tutor’s name`,
  )
  return faults
}

/** Canonical paths and the page cache: nobody gets a page rendered for somebody else, and nobody can fill the cache. */
export async function pathFaults(pace: Pace): Promise<string[]> {
  const riverbank = await startRiverbank()
  try {
    const tutor = await logIn(riverbank, 'demo.tutor')
    const unsubscribe = `/unsubscribe/${riverbank.rows('select token from subscribers')[0]?.token}`
    const paths = ['/dashboard', '/files/1', '/api/files', unsubscribe]
    const askers = askersOf(tutor)
    return [
      ...(await spellingFaults(riverbank, paths, askers)),
      ...(await canonicalFaults(riverbank, unsubscribe)),
      ...(await strangerFaults(riverbank, paths, askers)),
      ...(await cacheFaults(riverbank, tutor, pace)),
    ]
  } finally {
    await riverbank.stop()
  }
}
