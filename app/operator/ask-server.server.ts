import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { relative, resolve } from 'node:path'
import type { ReportProgress } from '~/backups/entries'

/** The Unix domain socket in DATA_DIR on which a server accepts commands from the user who runs it. */
const SOCKET_NAME = 'operator.sock'
/** The maximum length of a socket path on Linux and on other systems, in bytes. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103

/** The shortest path of the socket in `dataDir`; null if it is too long for a socket. */
export function getSocketPath(dataDir: string): string | null {
  const absolute = resolve(dataDir, SOCKET_NAME)
  const fromHere = relative('.', absolute)
  const shortest = fromHere.length < absolute.length ? fromHere : absolute
  return Buffer.byteLength(shortest) <= MAX_PATH_BYTES ? shortest : null
}

export type ServerCommand = 'backup' | 'memory' | 'website'

export interface CommandRequest {
  words: string[]
  /** The file that the command reads, or the folder that it writes to. */
  path: string
  /** Identifies that file or folder on this machine. */
  identity: string
}

export type CommandResponse = { progress: string } | CommandOutcome
type CommandOutcome = { done: string } | { failed: string }

/** Device and inode of `path`, the same for every mount; empty if it does not exist. */
async function getFileIdentity(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found ? `${found.dev}:${found.ino}` : ''
}

/** True if `path` is the same file for this process as for the client, and accessible: containers and systemd can mount others there. */
export async function isSameFile({ path, identity }: Pick<CommandRequest, 'path' | 'identity'>): Promise<boolean> {
  if ((await getFileIdentity(path)) !== identity) return false
  if (identity === '') return true
  const isFolder = (await stat(path)).isDirectory()
  return access(path, isFolder ? constants.W_OK | constants.X_OK : constants.R_OK).then(
    () => true,
    () => false,
  )
}

async function* parseLines(response: IncomingMessage): AsyncGenerator<CommandResponse> {
  let rest = ''
  for await (const text of response.setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

/** No server listens, a killed one left its socket, or it belongs to another user. */
const NO_SERVER = /^(ENOENT|ECONNREFUSED|EACCES)$/

/** In ms. A server that hangs must not hold up the doctor. */
const MEMORY_TIMEOUT = 2000

/** Lets the server of `dataDir`, if one runs, free memory for this process, which may be in the same container. Never throws. */
export async function requestMemory(dataDir: string): Promise<void> {
  const signal = AbortSignal.timeout(MEMORY_TIMEOUT)
  await runOnServer(dataDir, 'memory', { words: [], path: dataDir, progress: () => {}, signal }).catch(() => null)
}

/** The server ended, and it is unknown whether the work was done. */
export class ServerEnded extends Error {}

interface RunOptions {
  words: string[]
  /** The file that the command reads, or the folder that it writes to. */
  path: string
  progress: ReportProgress
  signal?: AbortSignal
}

/**
 * Runs a command on the server of `dataDir`, and returns the text to print. Returns null if no server runs, or if it can't use `path`,
 * which is reported by `progress`. Throws an Error for the operator if the work fails, ServerEnded, or the reason of an aborted `signal`,
 * which ends the work.
 */
export async function runOnServer(
  dataDir: string,
  command: ServerCommand,
  { words, path, progress, signal }: RunOptions,
): Promise<string | null> {
  const socketPath = getSocketPath(dataDir)
  if (!socketPath) return null
  const body: CommandRequest = { words, path, identity: await getFileIdentity(path) }
  const requested = request({ socketPath, method: 'POST', path: `/${command}`, agent: false, signal })
  requested.end(JSON.stringify(body))
  let end: CommandOutcome | undefined
  try {
    const [response] = (await once(requested, 'response')) as [IncomingMessage]
    if (response.statusCode === 409)
      progress(`The running server can't use ${path}: this command does the work itself.`)
    if (response.statusCode !== 200) {
      response.resume()
      return null
    }
    for await (const line of parseLines(response)) {
      if ('progress' in line) progress(line.progress)
      else end = line
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (NO_SERVER.test((error as NodeJS.ErrnoException).code ?? '')) return null
  }
  if (!end)
    throw new ServerEnded('Riverbank stopped before it confirmed that this was done. Once it runs again, try again.')
  if ('failed' in end) throw new Error(end.failed)
  return end.done
}
