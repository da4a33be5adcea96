import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DomUtils, parseDocument } from 'htmlparser2'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { FILE_LIMIT } from '~/domain/files/kinds'
import { TOO_COMPLEX } from '~/domain/foreign/helper.server'
import { RECORDING_LIMIT } from '~/domain/questions/recording-rules'
import { shareServer } from '~/test/built'
import { createTemporaryFolder } from '~/test/folder'
import { createPdf } from '~/test/pdfs'
import type { Person } from '~/test/people'
import { createMp4, createMp4OfBoxes } from '~/test/recordings'
import { copyDemonstration, startRiverbank } from '~/test/running'
import { createPicture } from '~/test/samples'
import { resolveAddress } from '~/test/screens'
import { fetchPages, listFormFields, logInOverHttp } from '~/test/served'
import { createParagraph, createWordDocument } from '~/test/word'

const MEGABYTE = 1_000_000
/** The most processor time in ms that others may wait for. */
const MAX_WAIT = 1000
/** Of Linux: sysconf(_SC_CLK_TCK) is 100. */
const MS_PER_TICK = 10
const riverbank = shareServer()

beforeEach(() => riverbank.change('update users set changesThatDay = 0'))

/** Sends a form with a file, with a Content-Length or in chunks. */
function sendFile(as: Person, path: string, field: string, bytes: Buffer, inChunks = false, text = '') {
  const form = new FormData()
  if (text) form.append('vouchedFor', text)
  form.append(field, new File([new Uint8Array(bytes)], 'file'))
  const { body, headers } = new Request(riverbank.url, { method: 'POST', body: form })
  return fetch(riverbank.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: inChunks ? body : form,
    duplex: 'half',
    headers: {
      Cookie: riverbank.sessions[as].cookie,
      Origin: riverbank.url,
      ...(inChunks && { 'Content-Type': headers.get('Content-Type')! }),
    },
  } as RequestInit)
}

const getVoicePath = () => resolveAddress(riverbank, '/dashboard/notices/questions/:question/voice')
const sendRecording = (as: Person, bytes: Buffer, inChunks = false) =>
  sendFile(as, getVoicePath(), 'recording', bytes, inChunks)

/** The processor time that the server has used, in ms. */
function readProcessorTime(): number {
  const [, fields = ''] = readFileSync(`/proc/${riverbank.pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * MS_PER_TICK
}

/**
 * The most processor time of the server that a small request waited for while `work` was going on, in ms, and what `work` returned. Unlike
 * time on the clock, it does not depend on what else the machine does.
 */
async function measureOthers<Result>(work: Promise<Result>): Promise<{ result: Result; slowest: number }> {
  let isOver = false
  const result = work.finally(() => {
    isOver = true
  })
  let slowest = 0
  while (!isOver) {
    const since = readProcessorTime()
    await (await fetch(`${riverbank.url}/healthz`)).arrayBuffer()
    slowest = Math.max(slowest, readProcessorTime() - since)
    await setTimeout(5)
  }
  return { result: await result, slowest }
}

/** The memory of the server in MB, now and at its peak. */
function readMemory() {
  const status = readFileSync(`/proc/${riverbank.pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

test('a student’s recording of 4 MB is taken, with a length and in chunks', async () => {
  const bytes = createMp4(40, { size: 3.99 * MEGABYTE })
  for (const inChunks of [false, true]) {
    const answer = await sendRecording('daniel', bytes, inChunks)
    expect([inChunks, answer.status, answer.headers.get('location')]).toEqual([inChunks, 303, getVoicePath()])
    expect(riverbank.rows('select size, seconds from spokenAnswers')).toEqual([{ size: bytes.length, seconds: 40 }])
  }
})

test.each([false, true])(
  'a recording of 490,000 empty boxes is refused, and others wait less than a second (in chunks: %s)',
  async (inChunks) => {
    const { result, slowest } = await measureOthers(sendRecording('niamh', createMp4OfBoxes('trak', 490_000), inChunks))
    expect(result.status).toBe(400)
    expect(await result.text()).toContain('This is not a recording. Please record your voice.')
    expect(slowest).toBeLessThan(MAX_WAIT)
    expect(riverbank.isAlive()).toBe(true)
  },
)

test('thirty recordings of 3.8 MB at once take little memory, and each is taken or told to wait', async () => {
  const bytes = createMp4(40, { size: 3.8 * MEGABYTE })
  const before = readMemory().now
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => sendRecording(index % 2 ? 'daniel' : 'niamh', bytes, index % 3 === 0)),
  )
  const statuses = answers.map(({ status }) => status)
  for (const status of statuses) expect([303, 503]).toContain(status)
  expect(statuses.filter((status) => status === 303).length).toBeGreaterThanOrEqual(15)
  expect(readMemory().peak - before).toBeLessThan(80)
}, 180_000)

test.each([
  ['in one encoding', Buffer.alloc(4_900_000, '\n')],
  [
    'in an unknown encoding',
    Buffer.concat([Buffer.from('email\nmary@example.ie,Se\xe1n\n', 'latin1'), Buffer.alloc(4_900_000, '\n')]),
  ],
  ['of commas', Buffer.alloc(4_900_000, `${','.repeat(9999)}\n`)],
  ['of commas in one line', Buffer.alloc(4_900_000, ',')],
  ['of repaired letters', Buffer.from(`email\nmary@example.ie,SiobhÃ¡n\n${'€'.repeat(1_600_000)}`)],
  [
    'of letters with marks',
    Buffer.concat([Buffer.from('email\n'), Buffer.alloc(4_900_000, '\xe1\xe1 \xc1\xe1,\n', 'latin1')]),
  ],
])('a hostile list of 4.9 MB %s is refused and holds no one up for a second', async (_, bytes) => {
  const { result, slowest } = await measureOthers(
    sendFile('aoife', '/dashboard/newsletter/subscribers/import', 'file', bytes, false, 'They signed our list.'),
  )
  expect(result.status).toBe(400)
  expect(slowest).toBeLessThan(MAX_WAIT)
})

test('each form with a file on any screen is read with the largest file that it may have', async () => {
  const sent = new Map<string, number>()
  for (const { html, path, screen } of await fetchPages(riverbank, dirname(inject('template').path)))
    for (const form of DomUtils.getElementsByTagName('form', parseDocument(html))) {
      const [file] = DomUtils.findAll(({ attribs }) => attribs.type === 'file', form.children)
      const action = form.attribs.action || path
      const name = `${action} ${file?.attribs.name}`
      if (!file || !screen.as || sent.has(name)) continue
      const body = new FormData()
      for (const [field, value] of listFormFields(form)) body.append(field, value)
      const limit = file.attribs.name === 'recording' ? RECORDING_LIMIT : FILE_LIMIT
      // No one accepts such a file, and each form says so only when it has read it.
      body.append(file.attribs.name!, new File([Buffer.alloc(limit)], 'zeros.bin'))
      const headers = { Cookie: riverbank.sessions[screen.as].cookie, Origin: riverbank.url }
      sent.set(name, (await fetch(riverbank.url + action, { method: 'POST', headers, body })).status)
    }
  expect(sent.size).toBeGreaterThan(12)
  expect([...sent].filter(([, status]) => status !== 400)).toEqual([])
})

/** Kills the helper processes of a server as soon as they start. `stop` returns how many. */
function killHelpers(pid: number): { stop: () => number } {
  const killed = new Set<string>()
  const timer = setInterval(() => {
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean))
      try {
        process.kill(Number(child), 'SIGKILL')
        killed.add(child)
      } catch {
        // It has ended.
      }
  }, 1)
  return {
    stop: () => {
      clearInterval(timer)
      return killed.size
    },
  }
}

test('a file that ends its helper process while it is uploaded is refused or a download, and no start tries it again', async () => {
  using folder = createTemporaryFolder()
  const settings = { DATA_DIR: join(folder.path, 'data') }
  await copyDemonstration(settings.DATA_DIR)
  const list = () => ['uploads', 'pages'].map((name) => readdirSync(join(settings.DATA_DIR, name)).sort())
  const upload = async (url: string, token: string, bytes: Buffer) => {
    const form = new FormData()
    form.append('title', 'Foreign')
    form.append('file', new File([new Uint8Array(bytes)], 'file'))
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/files/upload`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: (await answer.json()) as { id: number; message: string } }
  }
  const open = async (url: string, cookie: string, id: number) => {
    const answer = await fetch(`${url}/dashboard/files/${id}`, { headers: { Cookie: cookie } })
    expect(answer.headers.get('Refresh')).toBeNull()
    return answer.text()
  }
  const refused = {
    picture: await createPicture(600, 400).jpeg().toBuffer(),
    Word: await createWordDocument(createParagraph('Hello')),
  }
  const words = 'We tried twice and could not show it.'
  // Rendering the page more often would slow down what it waits for.
  const wait = { timeout: 30_000, interval: 300 }
  let given = 0
  let drawn = { path: '', at: 0 }
  {
    await using server = await startRiverbank(settings)
    const { token, cookie } = await logInOverHttp(server, 'demo.tutor')
    const before = list()
    for (const [kind, bytes] of Object.entries(refused)) {
      const helpers = killHelpers(server.pid)
      const { status, body } = await upload(server.url, token, bytes)
      expect([kind, status, body.message, helpers.stop()]).toEqual([kind, 413, TOO_COMPLEX, 2])
    }
    expect([server.rows("select id from files where title = 'Foreign'"), list()]).toEqual([[], before])
    // A PDF is a download, and its pages are tried by themselves.
    const helpers = killHelpers(server.pid)
    const { status, body } = await upload(server.url, token, createPdf([{ lines: ['Hello'] }]))
    expect(status).toBe(201)
    given = body.id
    await vi.waitFor(async () => expect(await open(server.url, cookie, given)).toContain(words), wait)
    expect(helpers.stop()).toBe(4)
    const [{ storageKey } = {}] = server.rows('select storageKey from files where id = ?', given)
    const path = join(settings.DATA_DIR, 'pages', String(storageKey), 'document-6.json')
    drawn = { path, at: statSync(path).mtimeMs }
    const download = await fetch(`${server.url}/files/${given}`, { headers: { Cookie: cookie } })
    expect(download.status).toBe(200)
  }
  await using server = await startRiverbank(settings)
  const { token, cookie } = await logInOverHttp(server, 'demo.tutor')
  const { body } = await upload(server.url, token, createPdf([{ lines: ['Hello'] }]))
  await vi.waitFor(async () => expect(await open(server.url, cookie, body.id)).not.toContain(words), wait)
  expect(await open(server.url, cookie, given)).toContain(words)
  expect(statSync(drawn.path).mtimeMs).toBe(drawn.at)
}, 180_000)
