import { readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { clearIncoming } from '~/domain/files/store.server'
import { collectGarbage } from '~/domain/foreign/helper.server'
import { Refused } from '~/domain/refused'
import { UPLOAD_LIMIT } from '~/http/limits/bodies'
import { getResponse, setUpFreshRiverbank } from '~/test/riverbank'
import { answerOnce, readSubmission } from './idempotency.server'

const MEGABYTE = 1024 * 1024
const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
const beginning = Buffer.from(
  `${part('name="title"')}Bus times\r\n${part('name="none"; filename=""')}\r\n${part('name="file"; filename="a %22b%22.pdf"')}`,
)
const END = Buffer.from('\r\n--x--\r\n')
const chunk = Buffer.alloc(64 * 1024, 'x')

const riverbank = setUpFreshRiverbank()

const arriving = () => readdirSync(riverbank.context.incomingUploads)
/** The open files of the folder, including removed ones. */
const open = () =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(join('/proc/self/fd', descriptor))
      return path.startsWith(riverbank.context.incomingUploads) ? [path] : []
    } catch {
      return []
    }
  })

/** A slow disk holds no answer up: what has arrived may be removed after it (domain/storage.server.ts). */
const nothingIsLeft = () => expect.poll(() => [arriving(), open()]).toEqual([[], []])

/** A body in chunks; at an Error the connection breaks. */
function createChunkedBody(...chunks: (Buffer | Error)[]): ReadableStream<Uint8Array> {
  const left = chunks.values()
  return new ReadableStream({
    pull(controller) {
      const { value } = left.next()
      if (value instanceof Error) controller.error(value)
      else if (value) controller.enqueue(value)
      else controller.close()
    },
  })
}
const megabytes = (count: number) => Array.from({ length: count * 16 }, () => chunk)

/** The response of an action that reads a form with a file and calls `work` with it. */
async function sendForm(chunks: (Buffer | Error)[], work: (form: FormData) => unknown = () => null): Promise<Response> {
  const init = {
    method: 'POST',
    headers: type,
    body: createChunkedBody(...chunks),
    duplex: 'half',
  } as RequestInit
  const request = new Request('http://riverbank.test/dashboard', init)
  const handle = async (args: ActionFunctionArgs) => work(await readSubmission(args, { limit: UPLOAD_LIMIT }))
  const args = { request, params: {}, context: riverbank.context }
  return getResponse(() => answerOnce(args, async () => riverbank.people.aoife.id, handle))
}

test('a file is on the disk, readable only by the server, until its form is answered', async () => {
  const answer = await sendForm([beginning, ...megabytes(2), END], async (form) => {
    const [name, ...others] = arriving()
    expect(others).toEqual([])
    const { mode, size } = statSync(join(riverbank.context.incomingUploads, name!))
    expect({ mode: mode & 0o777, size }).toEqual({ mode: 0o600, size: 2 * MEGABYTE })
    const file = form.get('file') as File
    expect(file).toBeInstanceOf(File)
    expect({ name: file.name, size: file.size }).toEqual({ name: 'a "b".pdf', size: 2 * MEGABYTE })
    expect(Buffer.from(await file.slice(0, chunk.length).arrayBuffer()).equals(chunk)).toBe(true)
    expect(form.get('title')).toBe('Bus times')
    expect(form.has('none')).toBe(false)
    return null
  })
  expect(answer.status).toBe(200)
  await nothingIsLeft()
})

describe('leaves nothing of a form', () => {
  test('that is refused', async () => {
    const answer = await sendForm([beginning, ...megabytes(1), END], () => {
      expect(arriving()).toHaveLength(1)
      throw new Refused('conflict', 'Not now.')
    })
    expect(answer.status).toBe(409)
    await nothingIsLeft()
  })

  test.each([
    ['whose sender breaks off', [new Error('gone')], 400],
    ['that ends too early', [], 400],
    ['that is too large', megabytes(16), 413],
    ['with too many parts', [Buffer.from(`\r\n${part('name="a"')}1`.repeat(300)), END], 400],
  ] as const)('%s', async (_case, rest, status) => {
    const answer = await sendForm([beginning, ...megabytes(1), ...rest], () => expect.unreachable())
    expect(answer.status).toBe(status)
    await nothingIsLeft()
  })
})

test('the typed text is available even if a file can’t be stored', async () => {
  let typed: unknown
  const request = new Request('http://riverbank.test/dashboard', {
    method: 'POST',
    headers: type,
    body: Buffer.concat([beginning, chunk, END]),
  })
  rmSync(riverbank.context.incomingUploads, { recursive: true })
  const handle = (args: ActionFunctionArgs) =>
    readSubmission(args, { limit: UPLOAD_LIMIT }).catch((error: unknown) => {
      typed = args.context.submission?.form?.get('title')
      throw error
    })
  const args = { request, params: {}, context: riverbank.context }
  await expect(answerOnce(args, async () => undefined, handle)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(typed).toBe('Bus times')
})

test('a file is never in memory as a whole', async () => {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  await sendForm([beginning, ...megabytes(15), END], (form) => {
    collectGarbage()
    expect((form.get('file') as File).size).toBe(15 * MEGABYTE)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MEGABYTE)
    return null
  })
})

test('a start removes the remains of a crash', async () => {
  const { incomingUploads: folder } = riverbank.context
  writeFileSync(join(folder, 'left'), chunk)
  await clearIncoming(folder)
  expect(arriving()).toEqual([])
})
