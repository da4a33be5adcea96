import { randomBytes } from 'node:crypto'
import { chownSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTemporaryFolder } from '../../../app/test/folder'
import { createPicture, createSamplePdf } from '../../../app/test/samples'
import { startSmtp } from '../../../app/test/smtp'
import { createClient, logInClient } from '../shared/client'
import { hashBytes } from '../shared/data-folder'
import { type Container, createContainer, createVolume } from './container'
import { type Engine, runOrThrow } from './engine'

const READERS = 5
const PASSWORD = 'heron on the river'
/** Users that are not in the image's password file. */
const [FIRST_USER, SECOND_USER] = [4321, 5432] as const
/** In ms: Docker kills after ten seconds. */
const MAX_STOP_TIME = 8000

/** The data that must survive each restart: file contents and newsletters, as a tutor gets them. */
async function readContents({ url }: Container): Promise<{ files: string[]; newsletters: string[] }> {
  const { credentials, call } = await logInClient(url, 'maeve', PASSWORD)
  const headers = { Authorization: `Bearer ${credentials.token}` }
  const listed = async (path: string) => (await call<Record<string, string>[]>('GET', path)).body
  const files = await Promise.all(
    (await listed('/api/portal/files')).map(async ({ title, url: at }) => {
      const bytes = await (await fetch(url + at, { headers })).arrayBuffer()
      return `${title} ${hashBytes(new Uint8Array(bytes))}`
    }),
  )
  const newsletters = (await listed('/api/newsletters')).map(({ title, status }) => `${title} ${status}`)
  return { files: files.sort(), newsletters: newsletters.sort() }
}

/**
 * Runs through the life of a container: first start, tutor, log-in, upload, newsletter, backup, stop, start, restore on another volume.
 * Calls `step` with each step and its time, and `claim` with what must hold.
 */
export async function walkThroughLife(
  machine: { engine: Engine; words: string[] },
  step: (what: string, milliseconds: number) => void,
  claim: (holds: boolean, words: string, figure?: string) => void,
): Promise<void> {
  using folder = createTemporaryFolder()
  const place = folder.path
  await using smtp = await startSmtp()
  // Sign-ups also get a welcome mail.
  const newsletters = () => smtp.mails.filter(({ raw }) => raw.includes('\r\nSubject: June news\r\n'))
  const settings = {
    SESSION_SECRET: `'${randomBytes(32).toString('hex')}'`,
    SMTP_URL: smtp.url,
    NEWSLETTER_HOLD_SECONDS: '0',
    NEWSLETTER_RATE_PER_MINUTE: '6000',
    BACKUP_AT: 'never',
    LOG_LEVEL: '"info"',
  }
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await work()
    step(what, performance.now() - startedAt)
    return result
  }
  const volume = createVolume(join(place, 'first'), FIRST_USER)
  const first = await createContainer(machine, volume, FIRST_USER, settings)

  step('first start, on an empty volume', await first.create())
  const { code, complaint } = await timed('first tutor', () =>
    first.exec(
      ['node', 'scripts/user.mjs', 'add', 'maeve', '--role', 'tutor', '--first', 'Maeve', '--last', 'Kelly'],
      `${PASSWORD}\n`,
    ),
  )
  claim(code === 0, 'the first tutor is added in the container', complaint)
  const health = await machine.engine.podman('healthcheck', 'run', first.name)
  claim((await runOrThrow(health).catch(() => 'sick')) !== 'sick', 'HEALTHCHECK reports it as healthy')

  const { call, upload } = await timed('log-in', () => logInClient(first.url, 'maeve', PASSWORD))
  const taken = async (title: string, fileName: string, bytes: Buffer) => {
    const { status } = await upload(title, bytes, { fileName, more: [{ name: 'isShared', content: 'true' }] })
    claim(status === 201, `${fileName} is accepted`, String(status))
  }
  const photo = await createPicture(4000, 3000).jpeg().toBuffer()
  await timed('upload of a PDF', () => taken('Bus times', 'bus-times.pdf', createSamplePdf()))
  await timed('upload of a photo of 12 megapixels', () => taken('The river in May', 'river.jpg', photo))

  const signUps = await timed(`${READERS} sign-ups`, () =>
    Promise.all(
      Array.from({ length: READERS }, async (_, number) => {
        const reader = { email: `reader-${number}@list.example` }
        return (await createClient(first.url, undefined).call('POST', '/api/newsletter/subscribe', reader)).status < 300
      }),
    ),
  )
  claim(!signUps.includes(false), 'visitors sign up')
  await timed('a newsletter, until the last mail', async () => {
    const draft = { title: 'June news', content: 'The choir sang in the hall.' }
    const { id } = (await call('POST', '/api/newsletters', draft)).body
    await call('PATCH', `/api/newsletters/${id}/status`, { status: 'sent' })
    for (const end = Date.now() + 60_000; newsletters().length < READERS && Date.now() < end; ) await setTimeout(50)
  })
  const mailed = new Set(newsletters().map(({ to }) => to)).size
  claim(mailed === READERS && newsletters().length === READERS, 'every reader gets one mail', `${newsletters().length}`)

  const backup = await timed('backup', () => first.exec(['node', 'scripts/backup.mjs']))
  const made = /\/data\/backups\/(\S+\.zip)/.exec(backup.output)?.[1] ?? ''
  claim(backup.code === 0 && made !== '', 'a backup is made', backup.complaint.trim())
  const peak = await first.exec([
    'sh',
    '-c',
    'cat /sys/fs/cgroup/memory.peak /sys/fs/cgroup/memory/memory.max_usage_in_bytes 2>/dev/null',
  ])
  const max = Number(peak.output.trim().split('\n')[0]) / 1048576
  claim(max > 0 && max <= 256, 'it stays below 256 MB, including the page cache', `${max.toFixed()} MB at most`)
  const before = await readContents(first)
  claim(
    before.files.length === 2 && before.newsletters.length === 1,
    'the data is complete',
    JSON.stringify(before).slice(0, 60),
  )

  const end = await first.stop()
  step('stop', end.took)
  claim(end.code === 0 && end.took <= MAX_STOP_TIME, 'it stops within 8 seconds with exit code 0', `exit ${end.code}`)
  step('start again', await first.start())
  claim(JSON.stringify(await readContents(first)) === JSON.stringify(before), 'all data is there after a start')
  const written = await runOrThrow(machine.engine.podman('diff', first.name))
  claim(!/^A (?!\/data)|^C \/(riverbank|usr|tmp|var)/m.test(written), 'nothing was written outside the volume', written)
  const log = await first.logs()
  claim(!/"level":(50|60)|"level":"(error|fatal)"/.test(log), 'the log has no errors')
  await first.stop()

  const otherVolume = createVolume(join(place, 'second'), SECOND_USER)
  mkdirSync(join(otherVolume, 'backups'))
  copyFileSync(join(volume, 'backups', made), join(otherVolume, 'backups', made))
  for (const path of ['backups', join('backups', made)]) chownSync(join(otherVolume, path), SECOND_USER, SECOND_USER)
  const second = await createContainer(machine, otherVolume, SECOND_USER, settings)
  const restored = await timed('restore on another volume, as another user', () =>
    second.once(['node', 'scripts/restore.mjs', `/data/backups/${basename(made)}`]),
  )
  claim(restored.code === 0, 'the backup is restored without any settings', restored.complaint.trim())
  step('start of the restored data', await second.create())
  claim(JSON.stringify(await readContents(second)) === JSON.stringify(before), 'all data is there on the other volume')
  claim(newsletters().length === READERS, 'no reader was mailed twice', `${newsletters().length}`)
  const last = await second.stop()
  claim(last.code === 0, 'it stops with exit code 0', `exit ${last.code}`)
  claim(readdirSync(otherVolume).includes('riverbank.sqlite'), 'the data is on the other volume')
}
