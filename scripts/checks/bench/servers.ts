import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { baseSettings } from '../../../app/test/running'
import { findFreePort } from '../shared/machine'

export interface BenchServer {
  url: string
  stop: () => Promise<void>
}

/** A response for bare.ts to repeat, with its body in base64. */
export interface PreservedServer {
  headers: Record<string, string>
  body: string
}

/** Stores a response's headers, and its text, compressed once. */
export async function preserveServer(response: Response): Promise<PreservedServer> {
  const body = brotliCompressSync(Buffer.from(await response.arrayBuffer()))
  // fetch has decompressed the body, and each server sets its own connection headers.
  const own = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date']
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.includes(name)))
  return {
    headers: { ...headers, 'content-encoding': 'br', 'content-length': String(body.length) },
    body: body.toString('base64'),
  }
}

/** Starts bare node:http, which repeats the stored response of each path. */
export async function startBare(stored: Record<string, PreservedServer>): Promise<BenchServer> {
  const child = fork(new URL('./bare.ts', import.meta.url))
  child.send(stored)
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Starts remix-serve with the product's build and its own demonstration. Throws if it does not start. */
export async function startRemixServe(): Promise<{ url: string } & AsyncDisposable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-remix-serve-'))
  const port = await findFreePort()
  const command = ['node_modules/@remix-run/serve/dist/cli.js', 'scripts/checks/bench/build-for-remix-serve.mjs']
  const child = spawn(process.execPath, command, {
    env: {
      ...process.env,
      ...baseSettings,
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = stopWithFolder(child, dataDir)
  await new Promise<void>((resolve, reject) => {
    // Read all of its log: it logs every request, and would wait for a reader.
    child.stdout.on('data', (chunk) => String(chunk).includes('[remix-serve]') && resolve())
    child.once('exit', () => reject(new Error('remix-serve did not start')))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: stop,
  }
}

/** Returns a function that stops a server and removes its folder. The server also ends with this process. */
export function stopWithFolder(child: ChildProcess, folder: string): () => Promise<void> {
  const leave = () => void child.kill('SIGKILL')
  process.once('exit', leave)
  return async () => {
    process.off('exit', leave)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
