// Loaded before the product (NODE_OPTIONS=--import): measures how late its event loop is, and tells whoever asks at the socket
// GAUGE_FOLDER/<process id>. An answer begins a new measurement.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
createServer((socket) => {
  const { max } = delay
  const [p50, p99] = [50, 99].map((share) => delay.percentile(share))
  const said = [p50, p99, max].map((nanoseconds) => nanoseconds / 1e6)
  socket.on('error', () => {}).end(JSON.stringify({ entry: process.argv[1], said }))
  delay.reset()
})
  .on('error', () => {})
  .listen(join(process.env.GAUGE_FOLDER, String(process.pid)))
  .unref()
