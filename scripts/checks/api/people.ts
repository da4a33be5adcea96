import type { RunningRiverbank } from '../../../app/test/running'
import { createSamplePdf } from '../../../app/test/samples'
import { logInOverHttp, type ServedSession } from '../../../app/test/served'
import { createClient, createHeaders } from '../shared/client'
import { type Part, sendRaw } from '../shared/wire'
import type { PlantedSecret } from './judge'

/** The identities: owner and other are students; the last two have invalid credentials. */
export const identities = ['anonymous', 'owner', 'other', 'tutor', 'ended', 'closed'] as const
export type Identity = (typeof identities)[number]

export const usernames: Partial<Record<Identity, string>> = {
  owner: 'demo.student',
  other: 'demo.student2',
  tutor: 'demo.tutor',
}

export function getRole(identity: Identity): 'visitor' | 'student' | 'tutor' {
  return identity === 'tutor' ? 'tutor' : identity === 'owner' || identity === 'other' ? 'student' : 'visitor'
}

/** Accounts only for log-ins: wrong attempts are limited per account (429), so several are needed. */
export const ACCOUNTS = 40

/** The credentials of the six identities; one has an ended session and one a closed account. */
export async function createIdentities(
  riverbank: RunningRiverbank,
): Promise<Record<Identity, ServedSession | undefined>> {
  const ended = await logInOverHttp(riverbank, 'demo.student')
  await sendRaw(riverbank.url, { method: 'POST', path: '/api/logout', headers: createHeaders(ended, 'token') })
  const add = (username: string, like: string) =>
    riverbank.change(
      `insert into users (username, passwordHash, role, firstName, lastName, createdAt)
       select ?, passwordHash, role, 'Somebody', 'Else', createdAt from users where username = ?`,
      username,
      like,
    )
  add('former.tutor', 'demo.tutor')
  for (let number = 0; number < ACCOUNTS; number += 1) add(`account.${number}`, 'demo.student2')
  const closed = await logInOverHttp(riverbank, 'former.tutor')
  riverbank.change("update users set closedAt = createdAt where username = 'former.tutor'")
  return {
    anonymous: undefined,
    owner: await logInOverHttp(riverbank, 'demo.student'),
    other: await logInOverHttp(riverbank, 'demo.student2'),
    tutor: await logInOverHttp(riverbank, 'demo.tutor'),
    ended,
    closed,
  }
}

/** Adds records with a unique word for each kind of reader. Returns the words with their allowed readers. */
export async function plantSecrets(riverbank: RunningRiverbank, credentials: ServedSession): Promise<PlantedSecret[]> {
  const tutor = createClient(riverbank.url, credentials)
  const visitor = createClient(riverbank.url, undefined)
  const idOf = (username: string) => String(riverbank.rows('select id from users where username = ?', username)[0]?.id)
  const owner = { name: 'studentId', content: idOf('demo.student') }
  const other = { name: 'studentId', content: idOf('demo.student2') }
  const add = async (path: string, fields: object) => {
    const { status } = await tutor.call('POST', path, fields)
    if (status !== 201) throw new Error(`POST ${path} answered ${status}`)
  }
  const upload = async (path: string, word: string, ...more: Part[]) => {
    const described = [{ name: 'description', content: `${word}description` }, ...more]
    const how = { path, fileName: `${word}name.pdf`, more: described }
    const { status } = await tutor.upload(`${word}title`, createSamplePdf(`${word}bytes`), how)
    if (status !== 201) throw new Error(`POST ${path} answered ${status}`)
  }
  await upload('/api/files/upload', 'heron', owner)
  await upload('/api/files/upload', 'moorhen', other)
  await upload('/api/files/upload', 'badger')
  await upload('/api/files/upload', 'magpie', { name: 'isShared', content: 'true' })
  await upload('/api/timetables', 'curlew', owner)
  await upload('/api/timetables', 'plover', other)
  await add('/api/resources', { title: 'stoathidden', content: 'stoat', category: 'support', isPublic: false })
  await add('/api/strategic-plans', { title: 'ferretold', content: 'ferret', isActive: false })
  await add('/api/newsletters', { title: 'linnetdraft', content: 'a long enough linnet' })
  const ownIds = [Number(owner.content)]
  await add('/api/notices', { title: 'ospreynotice', text: 'osprey', until: '2036-12-04', studentIds: ownIds })
  await add('/api/groups', { name: 'wigeongroup', studentIds: ownIds })
  await add('/api/guides', { title: 'siskinguide', studentIds: ownIds })
  await add('/api/guide-steps', { guideId: 1, sentence: 'siskin' })
  await add('/api/albums', { title: 'dunnockalbum', text: 'dunnock', isHiddenWhenEmpty: true })
  const subscriber = { email: 'wagtail@riverbank.example', name: 'wagtailname' }
  await visitor.call('POST', '/api/newsletter/subscribe', subscriber)
  await visitor.call('POST', '/api/contact', { ...subscriber, subject: 'other', message: 'a long enough lapwing' })
  const readBy = (readers: string[], ...words: string[]) => words.map((word) => ({ word, readers }))
  return [
    ...readBy(['owner', 'tutor'], 'heron', 'curlew', 'osprey', 'siskin', 'Okafor', 'Learning plan.pdf'),
    ...readBy(['other', 'tutor'], 'moorhen', 'plover', 'Walsh', 'In the garden'),
    ...readBy(['owner', 'other', 'tutor'], 'magpie'),
    ...readBy(
      ['tutor'],
      'badger',
      'stoat',
      'ferret',
      'linnet',
      'wagtail',
      'wigeon',
      'dunnock',
      'Team meeting November',
    ),
    { word: 'lapwing', readers: ['tutor'], isNeverGiven: true },
  ]
}

/** Database values that no response may contain: hashes, storage keys, secret parts of addresses. */
export function listHiddenValues({ rows }: RunningRiverbank): Set<string> {
  const columns = rows(`select tables.name as place, columns.name as name from sqlite_schema as tables
    join pragma_table_info(tables.name) as columns where tables.type = 'table'
    and columns.name in ('cookieHash', 'tokenHash', 'storageKey', 'nonce', 'token', 'confirmToken')`)
  const values = columns.flatMap(({ place, name }) =>
    rows(`select ${name} as value from ${place} where ${name} is not null`).map(({ value }) => String(value)),
  )
  return new Set(values)
}
