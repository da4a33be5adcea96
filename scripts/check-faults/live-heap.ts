import { once } from 'node:events'
import type { RunningRiverbank } from '../../app/test/running'
import { until } from '../shared/measures'

const MEGABYTE = 1024 * 1024

/**
 * The bytes that a server's heap holds after a whole collection, in MB, asked by the inspector (Chrome DevTools Protocol). The server
 * was started with NODE_OPTIONS=--inspect-port=127.0.0.1:0, and listens from the first question on.
 */
export async function liveHeap({ pid, output }: RunningRiverbank): Promise<number> {
  const address = () => /Debugger listening on (ws:\/\/\S+)/.exec(output())?.[1]
  if (!address()) process.kill(pid, 'SIGUSR1')
  await until(() => address() !== undefined)
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
