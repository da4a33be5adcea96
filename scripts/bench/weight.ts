import type { Browser, BrowserContextOptions } from 'playwright'
import { startRiverbank } from '../../app/test/running'
import { cookiesOf, launch, phone, publicPages } from './browser'
import { type Bench, inKb, type Row } from './row'

const kinds = { Document: 'html', Stylesheet: 'css', Script: 'scripts', Image: 'pictures' } as const
type Kind = (typeof kinds)[keyof typeof kinds] | 'other'

interface Weight {
  requests: number
  scripts: number
  /** As sent, headers included. */
  bytes: Record<Kind, number>
}

/** What a page's first visit asks for until nothing more comes. */
async function weigh(browser: Browser, address: string, options: BrowserContextOptions): Promise<Weight> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    const kindOf = new Map<string, Kind>()
    const weight: Weight = { requests: 0, scripts: 0, bytes: { html: 0, css: 0, scripts: 0, pictures: 0, other: 0 } }
    line.on('Network.responseReceived', ({ requestId, type }) => {
      kindOf.set(requestId, kinds[type as keyof typeof kinds] ?? 'other')
    })
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kindOf.get(requestId)
      if (!kind) return
      weight.requests += 1
      weight.scripts += kind === 'scripts' ? 1 : 0
      weight.bytes[kind] += encodedDataLength
    })
    await line.send('Network.enable')
    await page.goto(address, { waitUntil: 'networkidle' })
    return weight
  } finally {
    await context.close()
  }
}

function inWords({ requests, scripts, bytes }: Weight): string {
  const all = Object.values(bytes).reduce((sum, some) => sum + some, 0)
  const parts = Object.entries(bytes).filter(([, some]) => some > 0)
  const named = parts.map(([kind, some]) => `${kind} ${inKb(some)}${kind === 'scripts' ? ` in ${scripts}` : ''}`)
  return `${requests} requests, ${inKb(all)}: ${named.join(', ')}`
}

/** The goals that a page has of its own. */
const goals: Record<string, string> = {
  '/': '8 requests, 8 kB of css; saving data 30 kB',
  '/contact': '105 kB of scripts in 6',
  '/portal': '105 kB of scripts in 6',
  '/board': '105 kB of scripts in 6',
  '/dashboard': '110 kB of scripts in 6',
}

/** What every public page and a student's and a tutor's first screen weigh as sent, for a phone; and what they weigh for who saves data. */
export const benchWeight: Bench = async () => {
  const riverbank = await startRiverbank()
  const browser = await launch()
  try {
    const rows: Row[] = []
    const add = async (name: string, path: string, username?: string) => {
      const cookies = username ? await cookiesOf(riverbank, username) : []
      const as = (saveData: boolean): BrowserContextOptions => ({
        ...phone({ saveData }),
        storageState: { cookies, origins: [] },
      })
      const value = inWords(await weigh(browser, riverbank.url + path, as(false)))
      const saving = inWords(await weigh(browser, riverbank.url + path, as(true)))
      rows.push({ name, value, reference: `saving data: ${saving}`, goal: goals[path] })
    }
    for (const path of await publicPages(riverbank.url)) await add(`${path}, weight`, path)
    await add('/dashboard, weight for a student', '/dashboard', 'demo.student')
    await add('/dashboard, weight for a tutor', '/dashboard', 'demo.tutor')
    return rows
  } finally {
    await browser.close()
    await riverbank.stop()
  }
}
