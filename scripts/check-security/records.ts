import type { RunningRiverbank } from '../../app/test/running'
import { type Credentials, headersOf } from '../check-api/people'
import { samples } from '../check-api/samples'
import { type Answer, MULTIPART, multipart, type Sent, send } from '../check-api/wire'

/** The calls that add the records of paths with an id. */
const byCall: Record<string, string> = {
  '/dashboard/board/:id': '/api/board',
  '/dashboard/board/plans/:id': '/api/strategic-plans',
  '/dashboard/calendar/:id': '/api/events',
  '/dashboard/files/:id': '/api/files/upload',
  '/dashboard/newsletter/:id': '/api/newsletters',
  '/dashboard/newsletter/subscribers/:id': '/api/newsletter/subscribe',
  '/dashboard/notices/:id': '/api/notices',
  '/dashboard/notices/qqi/:id': '/api/qqi-images',
  '/dashboard/resources/:id': '/api/resources',
  '/dashboard/timetable/:id': '/api/timetables',
  '/resources/:id': '/api/resources',
  '/files/:id': '/api/files/upload',
  '/api/board/:id': '/api/board',
  '/api/events/:id': '/api/events',
  '/api/files/:id': '/api/files/upload',
  '/api/newsletter/subscribers/:id': '/api/newsletter/subscribe',
  '/api/newsletters/:id': '/api/newsletters',
  '/api/notices/:id': '/api/notices',
  '/api/resources/:id': '/api/resources',
  '/api/strategic-plans/:id': '/api/strategic-plans',
  '/api/timetables/:id': '/api/timetables',
}

/** How to make the whole path for records that no call adds. */
const byHand: Record<string, (records: Records) => Promise<string>> = {
  '/dashboard/newsletter/:id/attachments/:attachmentId': async (records) => {
    const id = await records.add('/api/newsletters')
    const attachment = await records.add(`/api/newsletters/${id}/attachments`)
    return `/dashboard/newsletter/${id}/attachments/${attachment}`
  },
  '/dashboard/profile/enquiries/:id': async (records) => `/dashboard/profile/enquiries/${await records.enquiry()}`,
  '/dashboard/profile/people/:id': async (records) => `/dashboard/profile/people/${await records.person()}`,
  '/unsubscribe/:token': async (records) => `/unsubscribe/${(await records.subscriber()).token}`,
  '/confirm/:token': async (records) => {
    const { token, confirmToken } = await records.subscriber()
    return `/confirm/${confirmToken ?? token}`
  },
  '/setup/:secret': async () => '/setup/a-secret-of-nobody',
  '/calendar/:token': async () => '/calendar/a-token-of-nobody',
  '/news/:id': async (records) =>
    `/news/${records.one('select id as value from newsletters where publishedAt is not null')}`,
  '/dashboard/profile/website/:page': async () => '/dashboard/profile/website/about',
  '/dashboard/profile/website/:page/:section': async () => '/dashboard/profile/website/about/story',
  '/dashboard/profile/website/:page/versions': async () => '/dashboard/profile/website/about/versions',
  '/dashboard/profile/website/:page/versions/:version': async () => '/dashboard/profile/website/about/versions/1',
  '/files/website/:name': async () => '/files/website/0123456789abcdef01234567-800.avif',
  '/files/board/:id': async () => '/files/board/1',
  '/files/newsletter/:address': async (records) =>
    `/files/newsletter/${records.one("select id || '-' || secret as value from newsletterAttachments")}`,
}

const makers = new Map(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(byCall).map(([pattern, call]) => [
        pattern,
        async (records: Records) => pattern.replace(':id', String(await records.add(call))),
      ]),
    ),
    ...byHand,
  }),
)

/** The longest prefix of a path's pattern that is in a table; undefined without one. */
function rowOf(pattern: string): string | undefined {
  return [...makers.keys()]
    .filter((row) => pattern === row || pattern.startsWith(`${row}/`))
    .sort((a, b) => b.length - a.length)[0]
}

/** True when every parameter of the pattern is in a table. */
export function isKnown(pattern: string): boolean {
  return !pattern.replace(rowOf(pattern) ?? '', '').includes('/:')
}

/** Records for the paths under attack, added as a tutor adds them, and replaced when one is used up. */
export class Records {
  private readonly kept = new Map<string, string>()
  private count = 0

  constructor(
    private readonly riverbank: RunningRiverbank,
    private readonly tutor: Credentials,
  ) {}

  /** A path of the pattern with an existing record. */
  async addressOf(pattern: string): Promise<string> {
    const row = rowOf(pattern)
    if (!row) return pattern.replace(/\*$/, 'nowhere')
    const made = this.kept.get(pattern) ?? (await makers.get(row)!(this))
    this.kept.set(pattern, made)
    return pattern.replace(row, made)
  }

  /** Discards the pattern's record, which may have been deleted or sent: the next path gets another. */
  use(pattern: string): void {
    this.kept.delete(pattern)
  }

  /** Adds a record by a call and returns its id. */
  async add(path: string): Promise<number> {
    const sample = samples[`POST ${path.replace(/\d+/, '{id}')}`]!()
    const isForm = Array.isArray(sample)
    const words = isForm ? multipart(sample) : JSON.stringify(sample).replaceAll('NEXT', this.next())
    const type = isForm ? MULTIPART : 'application/json'
    const answer = await this.send({ method: 'POST', path, headers: { 'Content-Type': type }, body: words })
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
    return (JSON.parse(answer.text) as { id: number }).id
  }

  /** Adds a student by the form and returns the id. */
  async person(): Promise<number> {
    const fields = {
      username: `somebody.${this.next()}`,
      password: 'otters in the reeds',
      firstName: 'Some',
      lastName: 'Body',
      role: 'student',
    }
    const path = '/dashboard/profile/people/new'
    const { status, headers } = await this.send({ method: 'POST', path, ...form(fields) })
    const id = /\/people\/(\d+)/.exec(String(headers.location))?.[1]
    if (!id) throw new Error(`POST ${path} answered ${status}`)
    return Number(id)
  }

  async enquiry(): Promise<number> {
    const name = `Visitor ${this.next()}`
    const words = { name, email: 'visitor@riverbank.example', subject: 'visit', message: 'May we come and see you?' }
    await this.send({ method: 'POST', path: '/contact', ...form(words) }, { asVisitor: true })
    return Number(this.one('select id as value from enquiries where name = ?', name))
  }

  /** Signs a visitor up and returns the tokens of their links. */
  async subscriber(): Promise<{ id: number; token: string; confirmToken: string | null }> {
    const email = `reader${this.next()}@riverbank.example`
    await this.send({ method: 'POST', path: '/contact', ...form({ intent: 'subscribe', email }) }, { asVisitor: true })
    const sql = 'select id, token, confirmToken from subscribers where email = ?'
    return this.riverbank.rows(sql, email)[0] as { id: number; token: string; confirmToken: string | null }
  }

  /** The `value` of the first row; throws when there is no row. */
  one(sql: string, ...values: unknown[]): unknown {
    const row = this.riverbank.rows(sql, ...values)[0]
    if (!row) throw new Error(`Nothing found: ${sql}`)
    return row.value
  }

  private next(): string {
    this.count += 1
    return `${this.count}x${Date.now().toString(36)}`
  }

  /** Each request has another network, so that no network's limit is reached. */
  private send({ headers, ...sent }: Sent, { asVisitor = false } = {}): Promise<Answer> {
    this.count += 1
    const network = `172.${16 + ((this.count >> 16) & 15)}.${(this.count >> 8) & 255}.${this.count & 255}`
    const own = headersOf(asVisitor ? undefined : this.tutor, 'cookie')
    return send(this.riverbank.url, { ...sent, headers: { 'X-Forwarded-For': network, ...own, ...headers } })
  }
}

/** The headers and body of a form as a browser sends it. */
export function form(fields: Record<string, string>): Pick<Sent, 'headers' | 'body'> {
  return {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }
}
