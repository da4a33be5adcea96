import { Agent } from 'node:http'
import { resolve } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { findResourcePatterns } from '../../../app/http/remix/routes'
import { startRiverbank } from '../../../app/test/running'
import { type Client, logInClient } from '../shared/client'
import { formatTally, Prober } from '../shared/measures'
import { createMemoryGroup } from '../shared/memory-group'
import type { Topic } from '../shared/topics'
import { sendRaw } from '../shared/wire'

/** The container's memory, in MB. */
const MEMORY = 256
const TIMES = 40
const MEGABYTE = 1024 * 1024
/** Maximum wait of other visitors meanwhile, in ms. */
const MAX_WAIT = 1000

const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: TIMES })

/** Sends a newsletter with the largest allowed attachment, and returns the attachment's public address. */
async function publishAttachment({ call, upload }: Client): Promise<string> {
  const { body } = await call('POST', '/api/newsletters', { title: 'Large', content: 'With a large attachment.' })
  const path = `/api/newsletters/${body.id}/attachments`
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4.9 * MEGABYTE, 'x')])
  await upload('Large', content, { path })
  await call('PATCH', `/api/newsletters/${body.id}/status`, { status: 'sent' })
  const read = await call<{ attachments: { filePath: string }[] }>('GET', `/api/newsletters/${body.id}`)
  return read.body.attachments[0]!.filePath
}

/** The addresses of all resource routes as data requests, with the attachment's address filled in. */
async function listDataAddresses(attachment: string): Promise<string[]> {
  const build: ServerBuild = await import(resolve('build/server/index.js'))
  const addressOf = (pattern: string) =>
    pattern === '/files/newsletter/:address' ? attachment : pattern.replace(/:\w+/g, '1')
  return findResourcePatterns(build).map((pattern) => `${addressOf(pattern)}.data`)
}

/** Requests each path forty times at once. Returns the statuses (0 for aborted) and another visitor's longest wait. */
async function requestOften(url: string, paths: string[]) {
  const prober = await Prober.start(url)
  const statuses: number[] = []
  let bytes = 0
  for (const path of paths)
    await Promise.all(
      Array.from({ length: TIMES }, async () => {
        const sent = sendRaw(url, { method: 'GET', path }, { through: keepAliveAgent, patience: 60_000 })
        const { status, text } = await sent.catch(() => ({ status: 0, text: '' }))
        statuses.push(status)
        bytes += text.length
      }),
    )
  await prober.next()
  const slowest = Math.max(...prober.probes.map(({ took }) => took))
  await prober.stop()
  return { statuses, bytes, slowest }
}

/**
 * Requests from an anonymous visitor, forty at once, in a 256 MB container: the non-existent data of each resource route, and the largest
 * newsletter attachment.
 */
export const findDownloadFaults: Topic = async ({ leniency }) => {
  const group = createMemoryGroup(MEMORY)
  if (!group) console.log('    Without a memory limit, since this machine does not allow one.')
  const faults: string[] = []
  {
    await using riverbank = await startRiverbank({ NEWSLETTER_HOLD_SECONDS: '0' }, group?.node)
    const attachment = await publishAttachment(await logInClient(riverbank.url))
    for (const [name, paths, expected, fewest] of [
      ['the data of resource routes', await listDataAddresses(attachment), 404, 0],
      ['the largest attachment', [attachment], 200, TIMES * 4.9 * MEGABYTE],
    ] as const) {
      const { statuses, bytes, slowest } = await requestOften(riverbank.url, [...paths])
      const peak = group ? `, ${group.peak().toFixed()} of ${MEMORY} MB at the peak` : ''
      console.log(
        `    ${name}, ${TIMES} at once (${formatTally(statuses)}): others waited ${slowest.toFixed()} ms${peak}`,
      )
      if (statuses.some((status) => status !== expected)) faults.push(`${name} was answered ${formatTally(statuses)}`)
      if (bytes < fewest) faults.push(`${name} arrived incomplete`)
      if (slowest > MAX_WAIT * leniency) faults.push(`${name}: another visitor waited ${slowest.toFixed()} ms`)
    }
    if (!riverbank.isAlive()) faults.push('the server died')
    if (/ERR_HTTP_HEADERS_SENT/.test(riverbank.output())) faults.push('a response was aborted')
    if (group && group.kills() > 0) faults.push(`the kernel killed ${group.kills()} processes`)
  }
  await group?.remove()
  return faults
}
