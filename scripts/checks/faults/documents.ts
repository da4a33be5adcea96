import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { createTemporaryFolder } from '../../../app/test/folder'
import { createPdf, createPdfStream } from '../../../app/test/pdfs'
import { startRiverbank } from '../../../app/test/running'
import { createClient, createHeaders } from '../shared/client'
import { formatTally, waitUntil } from '../shared/measures'
import { createMemoryGroup } from '../shared/memory-group'
import type { Topic } from '../shared/topics'
import { createLoad, findSlowest, isRefused, type PageAnswer, runUnderLoad } from './memory'

/** The container's memory, in MB. */
const MEMORY = 256
/** Maximum time of another page meanwhile, in ms. */
const MAX_PAGE_TIME = 1000
/** Students who open a document at once. */
const CLASS_SIZE = 12
/** Maximum seconds from an upload until its pages are ready or it is given up. */
const MAX_CONVERSION_TIME = 150

const lines = Array.from({ length: 18 }, (_, number) => `Line ${number + 1}: fill the kettle, warm the cup, wait`)
const createOrdinaryPdf = () => createPdf(Array.from({ length: 20 }, () => ({ lines })))

/** A content stream of `bytes`, compressed `times` times. */
function createBomb(): Buffer {
  const words = Buffer.alloc(400 * 1024 * 1024, 'q 1 0 0 1 0 0 cm Q ')
  return createPdf([{ content: createPdfStream(deflateSync(words, { level: 9 }), '', '[/FlateDecode /FlateDecode]') }])
}

function createCurves(number: number): Buffer {
  const place = (seed: number) => (seed * 7919) % 800
  const draw = (_: unknown, curve: number) =>
    `${[1, 2, 3, 4, 5, 6, 7, 8]
      .map((part) => place(curve * 8 + part))
      .join(' ')
      .replace(/^(\S+ \S+)/, '$1 m')} c S`
  return createPdf([{ content: createPdfStream(Buffer.from(Array.from({ length: number }, draw).join('\n'))) }])
}

/** Hostile files: each is either shown or only offered for download. */
const hostilePdfs: Record<string, () => Buffer> = {
  '5,000 pages': () => createPdf(Array.from({ length: 5000 }, () => ({}))),
  'a page of 20,000 by 20,000 points': () => createPdf([{ width: 20_000, height: 20_000 }]),
  '200,000 empty object streams': () =>
    Buffer.concat([
      createPdf([{}]).subarray(0, -7),
      Buffer.from('<</Type/ObjStm>>stream\n\n'.repeat(200_000)),
      Buffer.from('%%EOF\n'),
    ]),
  'a page of 400 MB in 4 kB': createBomb,
  '120,000 curves': () => createCurves(120_000),
  'a script in an object stream': () =>
    createPdf([{ lines: ['Hello'] }], {
      more: [
        createPdfStream(Buffer.from('9 0 << /S /JavaScript /JS (app.alert(1)) >>'), '/Type /ObjStm /N 1 /First 4'),
      ],
    }),
}

/** The private memory of the picture process in MB; 0 without one. */
function readHelperMemory(server: number): number {
  try {
    const [child = ''] = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ')
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Documents in a container of 256 MB: hostile ones one by one, then ten of twenty pages at once, while pages are requested. */
export const findDocumentFaults: Topic = async ({ short, leniency }) => {
  const group = createMemoryGroup(MEMORY)
  if (!group) console.log('    Without a memory limit, since this machine does not allow one.')
  using folder = createTemporaryFolder()
  const faults: string[] = []
  {
    await using riverbank = await startRiverbank({ DATA_DIR: `${folder.path}/data` }, group?.node)
    const load = await createLoad(riverbank)
    const { upload } = createClient(riverbank.url, load.sessions.aoife)
    const cookie = createHeaders(load.sessions.aoife, 'cookie')
    const isReady = async (id: number) => {
      const { headers, status } = await fetch(`${riverbank.url}/dashboard/files/${id}`, { headers: cookie })
      return status === 200 && !headers.has('refresh')
    }
    const shared = await upload('For the class', createOrdinaryPdf(), {
      fileName: 'class.pdf',
      more: [{ name: 'isShared', content: 'true' }],
    })
    const { id: document } = shared.body as { id: number }
    await waitUntil(() => isReady(document), MAX_CONVERSION_TIME)
    /** A class that opens a document until `mayStop`: each second all of them request its page or a picture of one of its pages. */
    const openTogether = async (mayStop: () => boolean) => {
      const requested: PageAnswer[] = []
      const pictures = [1, 2, 3].map((page) => `/files/${document}?page=${page}&width=720`)
      const paths = [`/dashboard/files/${document}`, ...pictures]
      for (let second = 0; second < paths.length || !mayStop(); second += 1) {
        const path = paths[second % paths.length]!
        const ofEach = Array.from({ length: CLASS_SIZE }, () => load.ask(path, load.sessions.daniel))
        requested.push(...(await Promise.all(ofEach)))
        await setTimeout(1000)
      }
      return requested
    }
    const open = async (name: string, files: Buffer[]) => {
      let peak = 0
      const watch = setInterval(() => {
        peak = Math.max(peak, readHelperMemory(riverbank.pid))
      }, 100)
      const startedAt = performance.now()
      let isOver = false
      const classRequests = openTogether(() => isOver)
      const { result, requested } = await runUnderLoad(load, async () => {
        const sent = await Promise.all(
          files.map((file, index) => upload(`${name} ${index}`, file, { fileName: 'file.pdf' })),
        )
        const ids = sent.map(({ body }) => (body as { id?: number }).id)
        for (const id of ids) if (id) await waitUntil(() => isReady(id), MAX_CONVERSION_TIME)
        return sent.map(({ status }) => status)
      }).finally(() => {
        clearInterval(watch)
        isOver = true
      })
      const ofClass = await classRequests
      const seconds = (performance.now() - startedAt) / 1000
      console.log(
        `    ${name}: ${formatTally(result)}, ready after ${seconds.toFixed(1)} s; ${peak.toFixed()} MB in the pictures’ process; pages meanwhile ${formatTally(requested.map(({ status }) => status))}, slowest ${findSlowest(requested).toFixed()} ms; a class of ${CLASS_SIZE} with a document ${formatTally(ofClass.map(({ status }) => status))}, slowest ${findSlowest(ofClass).toFixed()} ms`,
      )
      if (result.some((status) => status !== 201 && status !== 400))
        faults.push(`${name}: answered ${formatTally(result)}`)
      if ([...requested, ...ofClass].some(isRefused)) faults.push(`${name}: pages were refused meanwhile`)
      if (ofClass.some(({ status }) => status !== 200))
        faults.push(`${name}: the class got ${formatTally(ofClass.map(({ status }) => status))}`)
      if (findSlowest(requested) > MAX_PAGE_TIME * leniency)
        faults.push(`${name}: a page took ${findSlowest(requested).toFixed()} ms`)
    }
    await open(`${short ? 2 : 10} documents of 20 pages`, Array.from({ length: short ? 2 : 10 }, createOrdinaryPdf))
    for (const [name, make] of Object.entries(hostilePdfs).slice(0, short ? 2 : undefined)) await open(name, [make()])
    if (group) {
      console.log(`    ${group.peak().toFixed()} of ${MEMORY} MB at the peak, the disk’s cache included`)
      console.log(`    the kernel killed ${group.kills()} processes`)
    }
    if (!riverbank.isAlive()) faults.push('the server died')
  }
  await group?.remove()
  return faults
}
