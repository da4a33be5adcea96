import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { relative, resolve } from 'node:path'
import type { Progress } from '~/backups/entries'

/** The file in DATA_DIR at which a server takes the operator's commands: a Unix domain socket, for the user who runs the server. */
const SOCKET = 'operator.sock'
/** In bytes: the longest path that Linux takes for a socket, and that others take. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103

/** The shortest path of the socket in `dataDir` from here; null where it is too long for a socket. */
export function socketIn(dataDir: string): string | null {
  const absolute = resolve(dataDir, SOCKET)
  const fromHere = relative('.', absolute)
  const shortest = fromHere.length < absolute.length ? fromHere : absolute
  return Buffer.byteLength(shortest) <= LONGEST_PATH ? shortest : null
}

/** The commands that a server takes. */
export type TakenCommand = 'backup' | 'website'

/** What a command asks a server for. */
export interface AskedCommand {
  words: string[]
  /** The file that it reads, or the folder that it writes. */
  path: string
  /** Which file or folder that is on this machine. */
  identity: string
}

/** A line of a server's answer: how far it is, or the end. */
export type AnswerLine = { progress: string } | Outcome
type Outcome = { done: string } | { failed: string }

/** Which file or folder of this machine `path` is, wherever it is mounted; empty where it is not there. */
async function identityOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found ? `${found.dev}:${found.ino}` : ''
}

/** True where this process finds the same at `path` as the one that asks, and may use it: containers and systemd show each its own disks. */
export async function canUse({ path, identity }: Pick<AskedCommand, 'path' | 'identity'>): Promise<boolean> {
  if ((await identityOf(path)) !== identity) return false
  if (identity === '') return true
  const isFolder = (await stat(path)).isDirectory()
  return access(path, isFolder ? constants.W_OK | constants.X_OK : constants.R_OK).then(
    () => true,
    () => false,
  )
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<AnswerLine> {
  let rest = ''
  for await (const text of response.setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

/** No server listens, or a killed one has left its socket, or it is another user's. */
const NO_SERVER = /^(ENOENT|ECONNREFUSED|EACCES)$/

/** The server ended, and whether the work was done is not known. */
export class ServerEnded extends Error {}

interface HowToAsk {
  words: string[]
  /** The file that it reads, or the folder that it writes. */
  path: string
  progress: Progress
  signal?: AbortSignal
}

/**
 * Has the server that runs with `dataDir` do a command's work, and returns the lines to print. Returns null where no server takes it, or
 * the one that runs can't use `path`, which `progress` then says. Throws an Error with words when the work fails, ServerEnded, and the
 * reason of `signal` when that is aborted, which ends the work.
 */
export async function askServer(
  dataDir: string,
  command: TakenCommand,
  { words, path, progress, signal }: HowToAsk,
): Promise<string | null> {
  const socketPath = socketIn(dataDir)
  if (!socketPath) return null
  const body: AskedCommand = { words, path, identity: await identityOf(path) }
  const asked = request({ socketPath, method: 'POST', path: `/${command}`, agent: false, signal })
  asked.end(JSON.stringify(body))
  let end: Outcome | undefined
  try {
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    if (response.statusCode === 409)
      progress(`The server that runs can't use ${path}: this command does the work itself.`)
    if (response.statusCode !== 200) {
      response.resume()
      return null
    }
    for await (const line of linesOf(response)) {
      if ('progress' in line) progress(line.progress)
      else end = line
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (NO_SERVER.test((error as NodeJS.ErrnoException).code ?? '')) return null
  }
  if (!end) throw new ServerEnded('Riverbank ended before it said that this was done. Once it runs again, try again.')
  if ('failed' in end) throw new Error(end.failed)
  return end.done
}
