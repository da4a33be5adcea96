import { once } from 'node:events'
import type { RunningRiverbank } from '../../../app/test/running'
import { waitUntil } from '../shared/measures'

const MEGABYTE = 1024 * 1024

/**
 * Measures a server's heap after a full garbage collection, in MB, by the Chrome DevTools Protocol. The server must be started with
 * NODE_OPTIONS=--inspect-port=127.0.0.1:0; it listens from the first request.
 */
export async function measureLiveHeap({ pid, output }: RunningRiverbank): Promise<number> {
  const address = () => /Debugger listening on (ws:\/\/\S+)/.exec(output())?.[1]
  if (!address()) process.kill(pid, 'SIGUSR1')
  await waitUntil(() => address() !== undefined)
  const socket = new WebSocket(address() ?? '')
  await once(socket, 'open')
  const ask = async (id: number, method: string) => {
    socket.send(JSON.stringify({ id, method }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>]
      const said = JSON.parse(data) as { id?: number; result: { usedSize: number } }
      if (said.id === id) return said.result
    }
  }
  await ask(1, 'HeapProfiler.collectGarbage')
  const { usedSize } = await ask(2, 'Runtime.getHeapUsage')
  socket.close()
  return usedSize / MEGABYTE
}
