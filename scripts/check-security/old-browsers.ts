import { password, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { cookiesIn } from '../check-api/people'
import type { Answer } from '../check-api/wire'
import type { Pace } from './pace'
import { exchange } from './raw'

/** The headers of a browser older than Fetch's, in its own spelling. */
interface Browser {
  name: string
  version: '1.0' | '1.1'
  headers: Record<string, string>
}

const browsers: Browser[] = [
  {
    name: 'w3m',
    version: '1.0',
    headers: {
      'User-Agent': 'w3m/0.5.3+git20230121',
      Accept: 'text/html, text/*;q=0.5, image/*, application/*',
      'Accept-Encoding': 'gzip, compress, bzip, bzip2, deflate',
      'Accept-Language': 'en;q=1.0',
      Pragma: 'no-cache',
      'Cache-control': 'no-cache',
    },
  },
  {
    name: 'Lynx',
    version: '1.0',
    headers: {
      Accept: 'text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01',
      'Accept-Encoding': 'gzip, compress, bzip2',
      'Accept-Language': 'en',
      'User-Agent': 'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8',
    },
  },
  {
    name: 'Links',
    version: '1.1',
    headers: {
      'User-Agent': 'Links (2.28; Linux 6.1.0-18-amd64 x86_64; GNU C 12.2; text)',
      Accept: '*/*',
      'Accept-Language': 'en,*;q=0.1',
      'Accept-Encoding': 'gzip, deflate, br, zstd, bzip2, lzma, lzma2, lzip',
      'Accept-Charset':
        'us-ascii,ISO-8859-1,ISO-8859-2,ISO-8859-3,ISO-8859-4,ISO-8859-5,ISO-8859-7,windows-1250,koi8-r,utf-8',
      Connection: 'keep-alive',
    },
  },
  {
    name: 'ELinks',
    version: '1.1',
    headers: {
      'User-Agent': 'ELinks/0.16.1.1 (textmode; Debian; Linux 6.1.0-18-amd64 x86_64; 80x24-2)',
      Accept: '*/*',
      'Accept-Language': 'en',
      'Accept-Encoding': 'gzip, deflate, bzip2',
      Connection: 'Keep-Alive',
    },
  },
  {
    name: 'NetSurf',
    version: '1.1',
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) NetSurf/3.10',
      Accept: '*/*',
      'Accept-Encoding': 'deflate, gzip',
      'Accept-Language': 'en',
      'Accept-Charset': 'UTF-8,*;q=0.1',
      DNT: '1',
    },
  },
]

/** The headers of a form that is on another site, or hides where it is. */
function strangers(url: string): Record<string, string | undefined> {
  const { port, host } = new URL(url)
  return {
    'no Referer': undefined,
    'a foreign Referer': 'https://elsewhere.example/page',
    'the site as a part of a foreign name': 'http://site.example.evil/',
    'the site as a beginning of a foreign name': `${url}.evil/dashboard`,
    'the site as a user': `${url}@evil.example/dashboard`,
    'the site as a user and password': `http://127.0.0.1:${port}@evil/`,
    'the site in a path': `https://evil.example/${url}/dashboard`,
    'another port': `http://127.0.0.1:${Number(port) + 1}/dashboard`,
    'another scheme': `https://${host}/dashboard`,
    'another name of the machine': `http://localhost:${port}/dashboard`,
    null: 'null',
    'an empty Referer': '',
    'a path alone': '/dashboard/calendar/new',
    'no address': 'nonsense',
  }
}

/** Writes a form or a page request as the browser does. */
function request(
  browser: Browser,
  url: string,
  sent: { path: string; fields?: Record<string, string>; cookie?: string; referer?: string },
): string {
  const body = sent.fields && new URLSearchParams(sent.fields).toString()
  const headers: Record<string, string> = {
    Host: new URL(url).host,
    ...browser.headers,
    ...(sent.referer === undefined ? {} : { Referer: sent.referer }),
    ...(sent.cookie ? { Cookie: sent.cookie } : {}),
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }),
    // Browsers differ on keep-alive; here each response closes the connection.
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body === undefined ? 'GET' : 'POST'} ${sent.path} HTTP/${browser.version}\r\n${lines.join('')}\r\n${body ?? ''}`
}

const FORM = '/dashboard/calendar/new'
const event = (title: string) => ({ title, description: '', date: '2026-10-14', time: '10:00', location: '' })

/** One browser's visit: a log-in, a change and a log-out from the site's own pages pass; from elsewhere nothing does. */
class Visit {
  readonly faults: string[] = []
  refused = 0
  private cookie = ''

  constructor(
    private readonly riverbank: RunningRiverbank,
    private readonly browser: Browser,
  ) {}

  private async ask(path: string, fields?: Record<string, string>, referer?: string): Promise<Answer> {
    const sent = { path, fields, cookie: this.cookie, referer }
    return exchange(this.riverbank.url, request(this.browser, this.riverbank.url, sent))
  }

  private expect(what: string, { status }: Answer, expected: number) {
    if (status !== expected) this.faults.push(`${this.browser.name}, ${what}: ${status}, not ${expected}`)
  }

  private get events(): number {
    return Number(this.riverbank.rows('select count(*) as value from events')[0]?.value)
  }

  private async isIn(): Promise<boolean> {
    return (await this.ask('/dashboard')).status === 200
  }

  async run(): Promise<void> {
    const { url } = this.riverbank
    const entered = await this.ask('/portal', { username: 'demo.tutor', password, next: '/dashboard' }, `${url}/portal`)
    this.expect('log-in', entered, 303)
    this.cookie = cookiesIn(entered).join('; ')
    if (!(await this.isIn())) this.faults.push(`${this.browser.name} is not logged in`)
    const before = this.events
    for (const referer of [`${url}${FORM}?day=2026-10-14`, `${url}/`, `${url}/dashboard/calendar#phone`])
      this.expect(`an event, from ${referer.slice(url.length)}`, await this.ask(FORM, event('Tea'), referer), 303)
    if (this.events !== before + 3)
      this.faults.push(`${this.browser.name}: ${this.events - before} events were added, not 3`)
    await this.refuse()
    this.expect('log-out', await this.ask('/portal', { intent: 'log-out' }, `${url}/dashboard`), 303)
    if (await this.isIn()) this.faults.push(`${this.browser.name} is still logged in`)
  }

  /** Requests from elsewhere change nothing, and get a page with a way on. */
  private async refuse(): Promise<void> {
    const before = this.events
    for (const [what, referer] of Object.entries(strangers(this.riverbank.url)))
      for (const [path, fields] of [
        [FORM, event('Not this')],
        ['/portal', { intent: 'log-out' }],
      ] as const) {
        const answer = await this.ask(path, fields, referer)
        this.expect(`${path} with ${what}`, answer, 403)
        if (answer.status === 403) this.judgeRefusal(`${path} with ${what}`, path, answer)
        this.refused += 1
      }
    if (this.events !== before) this.faults.push(`${this.browser.name}: a form from elsewhere added events`)
  }

  private judgeRefusal(what: string, path: string, { text }: Answer) {
    const links = [...text.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, link]) => link!)
    if (!links.some((link) => link.split(/[?#]/)[0] === path))
      this.faults.push(`${this.browser.name}, ${what}: no way back to ${path} among ${links.join(' ') || 'no links'}`)
    const foreign = links.filter((link) => !/^\/(?![/\\])|^#/.test(link))
    if (foreign.length > 0) this.faults.push(`${this.browser.name}, ${what}: leads to ${foreign.join(' ')}`)
  }
}

/** Browsers without Origin and Sec-Fetch-Site: the site's own pages work in them, and other sites' forms don't. */
export async function oldBrowserFaults(_pace: Pace): Promise<string[]> {
  const riverbank = await startRiverbank()
  const faults: string[] = []
  let refused = 0
  try {
    for (const browser of browsers) {
      const visit = new Visit(riverbank, browser)
      await visit.run()
      faults.push(...visit.faults)
      refused += visit.refused
    }
  } finally {
    await riverbank.stop()
  }
  console.log(
    `Old browsers: ${browsers.map(({ name }) => name).join(', ')}; ${refused} forms from elsewhere: ${faults.length} faults`,
  )
  return faults
}
