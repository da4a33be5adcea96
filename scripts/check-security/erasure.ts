import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import { type Credentials, headersOf, logIn } from '../check-api/people'
import { type Answer, MULTIPART, multipart, type Part, type Sent, send } from '../check-api/wire'
import type { Pace } from './pace'
import { form, Records } from './records'

const PASSWORD = 'otters in the reeds'

/** A unique word. The letter outside ASCII is two bytes in UTF-8. */
const word = (stem: string) => `${stem}é${Math.random().toString(36).slice(2, 10)}`

/** Every file that holds personal data: the database's, and the uploads. */
function keptFiles(dataDir: string): string[] {
  const uploads = join(dataDir, 'uploads')
  return [
    ...readdirSync(dataDir).filter((name) => name.startsWith('riverbank.sqlite')),
    ...readdirSync(uploads, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1)),
  ]
}

/** How often each of `words` occurs in these files, as bytes. */
function occurrences(dataDir: string, words: string[]): Map<string, number> {
  const counts = new Map(words.map((each) => [each, 0]))
  for (const name of keptFiles(dataDir)) {
    const bytes = readFileSync(join(dataDir, name))
    for (const each of words)
      for (let at = bytes.indexOf(each); at >= 0; at = bytes.indexOf(each, at + 1))
        counts.set(each, counts.get(each)! + 1)
  }
  return counts
}

/** Somebody to erase: on which page, and what must be gone afterwards. */
interface Subject {
  who: string
  erase: string
  traces: Record<string, string>
}

/** The demonstration with people whose data has unique words. */
class Scene {
  constructor(
    readonly riverbank: RunningRiverbank,
    private readonly tutor: Credentials,
    private readonly records: Records,
  ) {}

  async ask(sent: Sent, expected: number, as: Credentials | null = this.tutor): Promise<Answer> {
    const headers = { ...headersOf(as ?? undefined, 'cookie'), ...sent.headers }
    const answer = await send(this.riverbank.url, { ...sent, headers })
    if (answer.status !== expected) throw new Error(`${sent.method} ${sent.path}: ${answer.status}, not ${expected}`)
    return answer
  }

  post(path: string, fields: Record<string, string>, expected: number, as: Credentials | null = this.tutor) {
    return this.ask({ method: 'POST', path, ...form(fields) }, expected, as)
  }

  upload(path: string, parts: Part[]) {
    return this.ask({ method: 'POST', path, headers: { 'Content-Type': MULTIPART }, body: multipart(parts) }, 201)
  }

  private async addPerson(role: string, traces: { username: string; firstName: string; lastName: string }) {
    const { headers } = await this.post('/dashboard/profile/people/new', { ...traces, role, password: PASSWORD }, 303)
    return Number(/(\d+)$/.exec(String(headers.location))?.[1])
  }

  private tracesOfDatabase(id: number): Record<string, string> {
    const one = (sql: string) => String(this.records.one(sql, id))
    return {
      'password hash': one('select passwordHash as value from users where id = ?'),
      'cookie’s hash': one('select cookieHash as value from sessions where userId = ?'),
    }
  }

  /** A student with files, a timetable, a calendar address, sessions, lines in the log and an interrupted form. */
  async student(): Promise<Subject> {
    const name = { username: `s${word('tudent').replace('é', '')}`, firstName: word('Quill'), lastName: word('Vexbor') }
    const id = await this.addPerson('student', name)
    const file = {
      title: word('title'),
      description: word('about'),
      fileName: `${word('timetable')}.pdf`,
      bytes: word('bytes'),
    }
    const timetable = { ...file, title: word('week'), fileName: `${word('plan')}.pdf`, bytes: word('hours') }
    const partsOf = ({ title, description, fileName, bytes }: typeof file): Part[] => [
      { name: 'title', content: title },
      { name: 'description', content: description },
      { name: 'studentId', content: String(id) },
      { name: 'file', fileName, content: pdf(bytes) },
    ]
    await this.upload('/api/files/upload', partsOf(file))
    await this.upload('/api/timetables', partsOf(timetable))
    const student = await logIn(this.riverbank, name.username, PASSWORD)
    await this.ask({ method: 'GET', path: '/dashboard' }, 200, student)
    await this.post('/dashboard/calendar/address', { intent: 'make-address' }, 303, student)
    const nonce = String(this.records.one('select nonce as value from calendarAddresses where userId = ?', id))
    await this.post('/portal', { intent: 'log-out' }, 303, student)
    const typed = word('typed')
    await this.post('/dashboard/calendar/new', { title: typed }, 303, student)
    await logIn(this.riverbank, name.username, PASSWORD)
    const traces = {
      ...{
        ...name,
        title: file.title,
        description: file.description,
        'file’s name': file.fileName,
        'file’s bytes': file.bytes,
      },
      ...{
        'timetable’s title': timetable.title,
        'timetable’s bytes': timetable.bytes,
        'timetable’s name': timetable.fileName,
      },
      ...{ 'calendar address': nonce, 'interrupted form': typed, ...this.tracesOfDatabase(id) },
    }
    return { who: 'a student', erase: `/dashboard/profile/people/${id}/erase`, traces }
  }

  /** A tutor who published something, which stays without the name. */
  async colleague(): Promise<Subject> {
    const name = { username: `t${word('utor').replace('é', '')}`, firstName: word('Brack'), lastName: word('Tarn') }
    const id = await this.addPerson('tutor', name)
    const colleague = await logIn(this.riverbank, name.username, PASSWORD)
    await this.post('/dashboard/calendar/new', { title: 'A walk', date: '2026-10-14' }, 303, colleague)
    const resource = { title: 'Respite', content: '<p>Ring us.</p>', category: 'support' }
    const body = JSON.stringify(resource)
    const headers = { 'Content-Type': 'application/json' }
    await this.ask({ method: 'POST', path: '/api/resources', headers, body }, 201, colleague)
    const traces = { ...name, ...this.tracesOfDatabase(id) }
    return { who: 'a tutor', erase: `/dashboard/profile/people/${id}/erase`, traces }
  }

  async subscriber(): Promise<Subject> {
    const traces = { email: `r${word('eader').replace('é', '')}@riverbank.example`, name: word('Sedge') }
    await this.post('/contact', { intent: 'subscribe', ...traces }, 303, null)
    const id = this.records.one('select id as value from subscribers where email = ?', traces.email)
    return { who: 'a subscriber', erase: `/dashboard/newsletter/subscribers/${id}/delete`, traces }
  }

  async enquirer(): Promise<Subject> {
    const name = { name: word('Marsh'), email: `v${word('isitor').replace('é', '')}@riverbank.example` }
    const traces = { ...name, phone: '020 555 017 983', message: `${word('message')} about a visit` }
    await this.post('/contact', { ...traces, subject: 'visit' }, 303, null)
    const id = this.records.one('select id as value from enquiries where email = ?', traces.email)
    return { who: 'an enquiry', erase: `/dashboard/profile/enquiries/${id}/delete`, traces }
  }
}

/** Erases one of them, and searches the bytes on disk for traces while the server runs. */
async function eraseFaults(scene: Scene, { who, erase, traces }: Subject): Promise<string[]> {
  const { dataDir } = scene.riverbank
  const words = Object.values(traces)
  const before = occurrences(dataDir, words)
  await scene.post(erase, {}, 303)
  const after = occurrences(dataDir, words)
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0)
  console.log(`  ${who}: ${words.length} traces, ${sum(before)} places before, ${sum(after)} after`)
  return Object.entries(traces).flatMap(([what, value]) => [
    ...(before.get(value) ? [] : [`${who}’s ${what} was nowhere before: this proves nothing`]),
    ...(after.get(value) ? [`${who}’s ${what} is left in ${after.get(value)} places`] : []),
  ])
}

/** Erasing a person, a subscriber or an enquiry leaves no byte in the database's files and the uploads. */
export async function erasureFaults(_pace: Pace): Promise<string[]> {
  const riverbank = await startRiverbank()
  try {
    const tutor = await logIn(riverbank, 'demo.tutor')
    const scene = new Scene(riverbank, tutor, new Records(riverbank, tutor))
    // All of them first: otherwise adding one could overwrite by chance what another left in a page of the database.
    const subjects = [await scene.student(), await scene.colleague(), await scene.subscriber(), await scene.enquirer()]
    console.log('Erasure, in the bytes of riverbank.sqlite, -wal, -shm and uploads')
    const faults: string[] = []
    for (const subject of subjects) faults.push(...(await eraseFaults(scene, subject)))
    return faults
  } finally {
    await riverbank.stop()
  }
}
