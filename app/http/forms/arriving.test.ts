import { readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { clearIncoming } from '~/domain/files/incoming.server'
import { Refused } from '~/domain/refused'
import { UPLOAD_LIMIT } from '~/http/limits/body-sizes'
import { collectGarbage } from '~/http/limits/collect-garbage'
import { answerOf, freshForEach } from '~/test/riverbank'
import { answerOnce, readSubmission } from './idempotency.server'

const MEGABYTE = 1024 * 1024
const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
const beginning = Buffer.from(
  `${part('name="title"')}Bus times\r\n${part('name="none"; filename=""')}\r\n${part('name="file"; filename="a %22b%22.pdf"')}`,
)
const END = Buffer.from('\r\n--x--\r\n')
const chunk = Buffer.alloc(64 * 1024, 'x')

const riverbank = freshForEach()

const arriving = () => readdirSync(riverbank.context.incomingUploads)
/** What of the folder is open, also what has been removed. */
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

/** A body that comes in chunks; an Error among them is where the line breaks. */
function body(...chunks: (Buffer | Error)[]): ReadableStream<Uint8Array> {
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

/** The answer of an action that reads a form whose file has come, and does `work` with it. */
async function sent(chunks: (Buffer | Error)[], work: (form: FormData) => unknown = () => null): Promise<Response> {
  const init = { method: 'POST', headers: type, body: body(...chunks), duplex: 'half' } as RequestInit
  const request = new Request('http://riverbank.test/dashboard', init)
  const handle = async (args: ActionFunctionArgs) => work(await readSubmission(args, { limit: UPLOAD_LIMIT }))
  const args = { request, params: {}, context: riverbank.context }
  return answerOf(() => answerOnce(args, async () => riverbank.people.aoife.id, handle))
}

test('a file is on the disk, for nobody else, while its form is answered, and not any more', async () => {
  const answer = await sent([beginning, ...megabytes(2), END], async (form) => {
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

describe('nothing is left of a form', () => {
  test('that is refused', async () => {
    const answer = await sent([beginning, ...megabytes(1), END], () => {
      expect(arriving()).toHaveLength(1)
      throw new Refused(409, 'Not now.')
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
    const answer = await sent([beginning, ...megabytes(1), ...rest], () => expect.unreachable())
    expect(answer.status).toBe(status)
    await nothingIsLeft()
  })
})

test('what is typed is known even if a file can not be stored', async () => {
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

test('the memory holds nothing of a file', async () => {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  await sent([beginning, ...megabytes(15), END], (form) => {
    collectGarbage()
    expect((form.get('file') as File).size).toBe(15 * MEGABYTE)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MEGABYTE)
    return null
  })
})

test('a start removes what a crash left', async () => {
  const { incomingUploads: folder } = riverbank.context
  writeFileSync(join(folder, 'left'), chunk)
  await clearIncoming(folder)
  expect(arriving()).toEqual([])
})
