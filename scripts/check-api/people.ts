import { password, type RunningRiverbank } from '../../app/test/running'
import type { Secret } from './judge'
import { type Answer, MULTIPART, multipart, type Part, send } from './wire'

/** The identities: owner and other are students; the last two have credentials that are no longer valid. */
export const identities = ['anonymous', 'owner', 'other', 'tutor', 'ended', 'closed'] as const
export type Identity = (typeof identities)[number]

export interface Credentials {
  token: string
  cookie: string
}

/** The role of an identity for a call. */
export function roleOf(identity: Identity): 'nobody' | 'student' | 'tutor' {
  return identity === 'tutor' ? 'tutor' : identity === 'owner' || identity === 'other' ? 'student' : 'nobody'
}

/** The headers that a browser sends with the cookie, or a client with the token. */
export function headersOf(credentials: Credentials | undefined, by: 'cookie' | 'token'): Record<string, string> {
  if (!credentials) return by === 'cookie' ? { 'Sec-Fetch-Site': 'same-origin' } : {}
  return by === 'cookie'
    ? { Cookie: credentials.cookie, 'Sec-Fetch-Site': 'same-origin' }
    : { Authorization: `Bearer ${credentials.token}` }
}

/** The cookies that a response sets, as a Cookie header. */
function cookiesIn({ headers }: Answer): string[] {
  return [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]!)
}

/** Logs in by the API, with the demonstration's password unless another is given. */
export async function logIn({ url }: { url: string }, username: string, word = password): Promise<Credentials> {
  const answer = await send(url, {
    method: 'POST',
    path: '/api/login',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: word }),
  })
  const cookie = cookiesIn(answer).join('; ')
  return { token: (JSON.parse(answer.text) as { token: string }).token, cookie }
}

/** Accounts for log-ins alone: wrong attempts are limited by account (429), so one would not be enough. */
export const DOORS = 40

/** The credentials of the six identities, one with an ended session and one with a closed account. */
export async function gather(riverbank: RunningRiverbank): Promise<Record<Identity, Credentials | undefined>> {
  const ended = await logIn(riverbank, 'demo.student')
  await send(riverbank.url, { method: 'POST', path: '/api/logout', headers: headersOf(ended, 'token') })
  const add = (username: string, like: string) =>
    riverbank.change(
      `insert into users (username, passwordHash, role, firstName, lastName, createdAt)
       select ?, passwordHash, role, 'Somebody', 'Else', createdAt from users where username = ?`,
      username,
      like,
    )
  add('former.tutor', 'demo.tutor')
  for (let door = 0; door < DOORS; door += 1) add(`door.${door}`, 'demo.student2')
  const closed = await logIn(riverbank, 'former.tutor')
  riverbank.change("update users set closedAt = createdAt where username = 'former.tutor'")
  return {
    anonymous: undefined,
    owner: await logIn(riverbank, 'demo.student'),
    other: await logIn(riverbank, 'demo.student2'),
    tutor: await logIn(riverbank, 'demo.tutor'),
    ended,
    closed,
  }
}

const weekFile = (words: string) => Buffer.from(`%PDF-1.4\n${words}\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n`)

/** Puts a unique word into a record for each kind of reader. Returns the words with those who may read them, and the ids of the files they are in. */
export async function plantSecrets(
  riverbank: RunningRiverbank,
  tutor: Credentials,
): Promise<{ secrets: Secret[]; files: Record<'owner' | 'other' | 'tutors' | 'shared', number> }> {
  const idOf = (username: string) => riverbank.rows('select id from users where username = ?', username)[0]?.id
  const authorised = headersOf(tutor, 'token')
  async function add(path: string, fields: Record<string, unknown> | Part[]): Promise<number> {
    const [type, body] = Array.isArray(fields)
      ? [MULTIPART, multipart(fields)]
      : ['application/json', JSON.stringify(fields)]
    const headers = { ...authorised, 'Content-Type': type }
    const { status, text } = await send(riverbank.url, { method: 'POST', path, headers, body })
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`)
    return (JSON.parse(text) as { id: number }).id
  }
  const parts = (word: string, reader: Partial<Record<'studentId' | 'isShared', unknown>>): Part[] => [
    { name: 'title', content: `${word}title` },
    { name: 'description', content: `${word}description` },
    { name: 'file', fileName: `${word}name.pdf`, content: weekFile(`${word}bytes`) },
    ...Object.entries(reader).map(([name, value]) => ({ name, content: String(value) })),
  ]
  const [owner, other] = [{ studentId: idOf('demo.student') }, { studentId: idOf('demo.student2') }]
  const files = {
    owner: await add('/api/files/upload', parts('heron', owner)),
    other: await add('/api/files/upload', parts('otter', other)),
    tutors: await add('/api/files/upload', parts('badger', {})),
    shared: await add('/api/files/upload', parts('magpie', { isShared: true })),
  }
  await add('/api/timetables', parts('curlew', owner))
  await add('/api/timetables', parts('plover', other))
  await add('/api/resources', { title: 'stoathidden', content: 'stoat', category: 'support', isPublic: false })
  await add('/api/strategic-plans', { title: 'ferretold', content: 'ferret', isActive: false })
  await add('/api/newsletters', { title: 'linnetdraft', content: 'a long enough linnet' })
  const subscriber = { email: 'wagtail@riverbank.example', name: 'wagtailname' }
  const enquiry = { ...subscriber, subject: 'other', message: 'a long enough lapwing' }
  const openly = { 'Content-Type': 'application/json' }
  for (const [path, fields] of [
    ['/api/newsletter/subscribe', subscriber],
    ['/api/contact', enquiry],
  ] as const)
    await send(riverbank.url, { method: 'POST', path, headers: openly, body: JSON.stringify(fields) })
  const tutors = ['tutor']
  return {
    files,
    secrets: [
      { word: 'heron', readers: ['owner', 'tutor'] },
      { word: 'otter', readers: ['other', 'tutor'] },
      { word: 'badger', readers: tutors },
      { word: 'magpie', readers: ['owner', 'other', 'tutor'] },
      { word: 'curlew', readers: ['owner', 'tutor'] },
      { word: 'plover', readers: ['other', 'tutor'] },
      { word: 'stoat', readers: tutors },
      { word: 'ferret', readers: tutors },
      { word: 'linnet', readers: tutors },
      { word: 'wagtail', readers: tutors },
      { word: 'lapwing', readers: tutors },
      { word: 'Okafor', readers: ['owner', 'tutor'] },
      { word: 'Walsh', readers: ['other', 'tutor'] },
      { word: 'Learning plan.pdf', readers: ['owner', 'tutor'] },
      { word: 'In the garden', readers: ['other', 'tutor'] },
      { word: 'Team meeting November', readers: tutors },
    ],
  }
}

/** Values in the database that no response may hold: hashes, storage keys, secret parts of addresses. */
export function hiddenValues({ rows }: RunningRiverbank): Set<string> {
  const columns = rows(`select tables.name as place, columns.name as name from sqlite_schema as tables
    join pragma_table_info(tables.name) as columns where tables.type = 'table'
    and columns.name in ('cookieHash', 'tokenHash', 'storageKey', 'nonce', 'token', 'confirmToken')`)
  const values = columns.flatMap(({ place, name }) =>
    rows(`select ${name} as value from ${place} where ${name} is not null`).map(({ value }) => String(value)),
  )
  return new Set(values)
}
