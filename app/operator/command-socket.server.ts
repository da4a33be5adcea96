import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { inWords, type Progress } from '~/backups/entries'
import type { Running } from '~/domain/job.server'
import { log } from '~/log.server'
import { type AnswerLine, type AskedCommand, canUse, socketIn, type TakenCommand } from './ask-server.server'

/** Does what a command asks for; returns the lines to print, and throws an Error with words. */
type Work = (words: string[], how: { progress: Progress; signal: AbortSignal }) => Promise<string>

/** Does a command's work for as long as its process waits, and tells it how far it is, a line of JSON each. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  work: Work,
  over: AbortSignal,
): Promise<void> {
  const { words, ...place } = (await json(request)) as AskedCommand
  if (!(await canUse(place))) return void response.writeHead(409).end()
  const gone = new AbortController()
  response.once('close', () => gone.abort(new Error('It was interrupted.')))
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).flushHeaders()
  const tell = (line: AnswerLine) => response.write(`${JSON.stringify(line)}\n`)
  const begun = performance.now()
  const about = () => ({ command: request.url?.slice(1), seconds: Math.round(performance.now() - begun) / 1000 })
  const signal = AbortSignal.any([gone.signal, over])
  try {
    tell({ done: await work(words, { progress: (progress) => tell({ progress }), signal }) })
    log.info(about(), 'the operator’s command is done')
  } catch (error) {
    const reason = inWords(signal.aborted ? signal.reason : error)
    tell({ failed: reason })
    log.warn({ ...about(), reason }, 'the operator’s command failed')
  }
  response.end()
}

/**
 * Takes the operator's commands at a socket in `dataDir`, whose lock this process has, until stopped, which ends those under way. Where
 * there can be no socket it warns, and the commands do their work themselves.
 */
export async function startCommandSocket(dataDir: string, works: Record<TakenCommand, Work>): Promise<Running> {
  const over = new AbortController()
  const underWay = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const work = new Map<string | undefined, Work>(Object.entries(works)).get(request.url?.slice(1))
    if (request.method !== 'POST' || !work) return void response.writeHead(404).end()
    const answering = answer(request, response, work, over.signal)
      .catch(() => void response.destroy())
      .finally(() => underWay.delete(answering))
    underWay.add(answering)
  })
  try {
    const path = socketIn(dataDir)
    if (!path) throw new Error('its path is too long')
    // Left by a server that was killed: this one alone has the folder.
    await rm(path, { force: true })
    const listening = once(server, 'listening')
    server.listen(path)
    await listening
  } catch (error) {
    log.warn(
      { reason: (error as Error).message },
      'DATA_DIR can’t have a socket: commands beside this server do their work themselves',
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
