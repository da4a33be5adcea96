// The speed of pages as shares of a bare node:http server's on the same machine in the same run, beside @remix-run/serve with
// the same build (bench/build-for-remix-serve.mjs). A few seconds each. Needs a build. Prints requests a second and the share,
// without a threshold.
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

/** The requests a second that `url` answered with `status`. */
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

/** Starts a command and returns the address that it prints. Its output is read to the end, since remix-serve logs every request. */
async function serve(command, environment, said) {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const port = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (output.length < 10_000) output += chunk
      if (said.test(output)) resolve(said.exec(output)[1])
    })
    child.once('exit', () => reject(new Error(`It did not start:\n${output}`)))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
}

/** A free port; remix-serve doesn't print which one it was given. */
async function freePort() {
  const server = createServer()
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return String(port)
}

/** A page's text without what differs between requests: nonces, and sealed times. */
async function pageText(url) {
  const response = await fetch(url)
  return (await response.text()).replaceAll(/(?<=nonce=\\?")[\w+/=]+|\d{13}\.[\w-]{43}/g, '')
}

const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-bench-'))
const environment = (name, port) => ({
  NODE_ENV: 'production',
  DEMO: '1',
  DATA_DIR: join(dataDir, name),
  HOST: '127.0.0.1',
  PORT: port,
  LOG_LEVEL: 'info',
  SESSION_SECRET: 'a secret for the benchmark alone, 0123456789',
})
const bare = createServer((_request, response) => response.end('x'.repeat(12_000)))
await new Promise((listening) => bare.listen(0, '127.0.0.1', listening))
const running = []
try {
  const riverbank = await serve(
    ['scripts/serve.mjs'],
    environment('riverbank', '0'),
    /Riverbank is at http:\/\/\S+?:(\d+)/,
  )
  running.push(riverbank)
  const remixServe = await serve(
    ['node_modules/@remix-run/serve/dist/cli.js', 'scripts/bench/build-for-remix-serve.mjs'],
    environment('remix-serve', await freePort()),
    /\[remix-serve\] http:\/\/\S+?:(\d+)/,
  )
  running.push(remixServe)

  const reference = await measure(`http://127.0.0.1:${bare.address().port}/`)
  const rows = [['bare node:http, 12 kB', reference]]
  for (const page of ['/about', '/contact', '/board'])
    if ((await pageText(remixServe.url + page)) !== (await pageText(riverbank.url + page)))
      throw new Error(`remix-serve answers another page for ${page}`)
  rows.push(['/about, by remix-serve', await measure(`${remixServe.url}/about`)])
  rows.push(['/about, rendered each time', await measure(`${riverbank.url}/about`, 200, { Cookie: 'any=1' })])
  rows.push(['/about, kept page', await measure(`${riverbank.url}/about`)])
  rows.push(['/contact, by remix-serve', await measure(`${remixServe.url}/contact`)])
  rows.push(['/contact, with scripts', await measure(`${riverbank.url}/contact`)])
  rows.push(['/board, by remix-serve', await measure(`${remixServe.url}/board`)])
  rows.push(['/board, from the database', await measure(`${riverbank.url}/board`)])
  for (const [name, rate] of rows)
    console.log(
      `${name.padEnd(30)} ${rate.toFixed(0).padStart(7)}/s  ${((100 * rate) / reference).toFixed(1).padStart(6)} %`,
    )
} finally {
  bare.close()
  agent.destroy()
  for (const { stop } of running) stop()
  rmSync(dataDir, { recursive: true, force: true })
}
