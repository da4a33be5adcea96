import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { describeError, type ReportProgress } from '~/backups/entries'
import { collectGarbage } from '~/domain/foreign/helper.server'
import type { QuietTime, Running } from '~/domain/job.server'
import { log } from '~/log.server'
import {
  type CommandRequest,
  type CommandResponse,
  getSocketPath,
  isSameFile,
  type ServerCommand,
} from './ask-server.server'

/** Runs a command. Returns the text to print; throws an Error with a message for the operator. */
type CommandHandler = (words: string[], how: { progress: ReportProgress; signal: AbortSignal }) => Promise<string>

/** Runs a command while its client waits, and sends progress and outcome as lines of JSON. */
async function handleCommand(
  request: IncomingMessage,
  response: ServerResponse,
  work: CommandHandler,
  over: AbortSignal,
): Promise<void> {
  const { words, ...place } = (await json(request)) as CommandRequest
  if (!(await isSameFile(place))) return void response.writeHead(409).end()
  const gone = new AbortController()
  response.once('close', () => gone.abort(new Error('It was interrupted.')))
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).flushHeaders()
  const tell = (line: CommandResponse) => response.write(`${JSON.stringify(line)}\n`)
  const startedAt = performance.now()
  const about = () => ({ command: request.url?.slice(1), seconds: Math.round(performance.now() - startedAt) / 1000 })
  const signal = AbortSignal.any([gone.signal, over])
  // The client's process has the rest of the memory.
  collectGarbage()
  try {
    tell({ done: await work(words, { progress: (progress) => tell({ progress }), signal }) })
    log.info(about(), 'the operator’s command is done')
  } catch (error) {
    const reason = describeError(signal.aborted ? signal.reason : error)
    tell({ failed: reason })
    log.warn({ ...about(), reason }, 'the operator’s command failed')
  }
  response.end()
}

/**
 * Accepts commands on a socket in `dataDir`, whose lock this process holds. Stopping it ends running commands. If there can be no
 * socket, it logs a warning, and the commands do their work themselves. Commands are uses that end `quietTime`.
 */
export async function startCommandSocket(
  dataDir: string,
  works: Record<ServerCommand, CommandHandler>,
  quietTime: QuietTime,
): Promise<Running> {
  const over = new AbortController()
  const underWay = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const work = new Map<string | undefined, CommandHandler>(Object.entries(works)).get(request.url?.slice(1))
    if (request.method !== 'POST' || !work) return void response.writeHead(404).end()
    const end = quietTime.begin()
    const answering = handleCommand(request, response, work, over.signal)
      .catch(() => void response.destroy())
      .finally(() => {
        end()
        underWay.delete(answering)
      })
    underWay.add(answering)
  })
  try {
    const path = getSocketPath(dataDir)
    if (!path) throw new Error('its path is too long')
    // Left by a killed server: this process holds the folder's lock.
    await rm(path, { force: true })
    const listening = once(server, 'listening')
    server.listen(path)
    await listening
  } catch (error) {
    log.warn(
      { reason: (error as Error).message },
      'DATA_DIR can’t have a socket: commands run while the server is up do their work themselves',
    )
  }
  return {
    stop: async () => {
      over.abort(new Error('Riverbank was stopped. Once it runs again, try again.'))
      await Promise.all(underWay)
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
