import type { RunningRiverbank } from '../../app/test/running'
import { send } from './wire'

const addresses = [
  '/api',
  '/api/',
  '/api/nowhere',
  '/api/events/',
  '/api/events.data',
  '/api/user/1',
  '/API/user',
  '/%61pi/user',
  '/api/%75ser',
  '/api/events/1/more',
  '/api/files/upload/',
  '/api/openapi',
  '/api/..%2fdashboard',
  '/api/%E0%A4%A',
  '/api/files/%00',
]

/** Paths of no call: JSON and 404 (400 for malformed ones) for every method, never a page. */
export async function strangerFaults({ url }: RunningRiverbank): Promise<string[]> {
  const faults: string[] = []
  let count = 0
  for (const path of addresses)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      count += 1
      const { status, headers, text } = await send(url, { method, path })
      const expected = path.includes('%') ? [400] : [404]
      const isJson = status === 204 || /^application\/json/.test(String(headers['content-type']))
      if (!expected.includes(status) || !isJson || /<html/i.test(text))
        faults.push(`${method} ${path}: ${status} ${headers['content-type']} ${text.slice(0, 80)}`)
    }
  console.log(`Unknown addresses: ${count} requests, ${faults.length} faults`)
  return faults
}
