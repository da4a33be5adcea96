// How quick pages are, as shares of a bare node:http server on the same machine in the same run. Bounded: a few seconds each.
// Needs a build. Prints requests a second and the share; it judges nothing.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const CONNECTIONS = 16

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const fetchOnce = (url, headers) =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => response.resume().on('end', () => resolve(response.statusCode))).on(
      'error',
      reject,
    )
  })

/** Requests a second that `url` answered with `status`. */
async function measure(url, status = 200, headers = {}) {
  await fetchOnce(url, headers)
  const end = Date.now() + SECONDS * 1000
  let answered = 0
  const client = async () => {
    while (Date.now() < end) {
      const got = await fetchOnce(url, headers)
      if (got !== status) throw new Error(`${url} answered ${got}`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  return answered / SECONDS
}

/** Starts a command and gives its address once it says it on standard output. */
async function serve(command, environment, said) {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const port = said.exec(output)?.[1]
    if (!port) continue
    child.stdout.resume()
    return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
  }
  throw new Error(`It did not start:\n${output}`)
}

const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-bench-'))
const bare = createServer((_request, response) => response.end('x'.repeat(12_000)))
await new Promise((listening) => bare.listen(0, '127.0.0.1', listening))
const riverbank = await serve(
  ['scripts/serve.mjs'],
  {
    NODE_ENV: 'production',
    DEMO: '1',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
    SESSION_SECRET: 'a secret for the benchmark alone, 0123456789',
  },
  /Riverbank is at http:\/\/\S+?:(\d+)/,
)
try {
  const reference = await measure(`http://127.0.0.1:${bare.address().port}/`)
  const rows = [['bare node:http, 12 kB', reference]]
  rows.push(['/about, kept page', await measure(`${riverbank.url}/about`)])
  rows.push(['/about, rendered each time', await measure(`${riverbank.url}/about`, 200, { Cookie: 'any=1' })])
  rows.push(['/contact, with scripts', await measure(`${riverbank.url}/contact`)])
  rows.push(['/board, from the database', await measure(`${riverbank.url}/board`)])
  for (const [name, rate] of rows)
    console.log(
      `${name.padEnd(30)} ${rate.toFixed(0).padStart(7)}/s  ${((100 * rate) / reference).toFixed(1).padStart(6)} %`,
    )
} finally {
  bare.close()
  agent.destroy()
  riverbank.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
