import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { queueNewsletter } from '~/domain/deliveries/deliveries.server'
import type { Running } from '~/domain/job.server'
import { startMailWorker, type WorkerTimings } from '~/mail/worker.server'
import type { Settings } from '~/settings.server'
import { createRiverbank, type TestRiverbank } from './riverbank'
import { type Interference, type SmtpTestServer, type Stage, startSmtp } from './smtp'
import { subscribe as addSubscriber } from './subscribers'

export const origin = 'https://riverbank.example'
const workerTimings: WorkerTimings = {
  pollInterval: 10,
  trouble: [20],
  stopTimeout: 20_000,
  timeouts: { session: 20_000, reply: 20_000, mail: 60_000, keep: 1000 },
}

export const createAddresses = (number: number, domain = 'x.example') =>
  Array.from({ length: number }, (_, index) => `reader${index + 1}@${domain}`)

/** Waits until `condition` returns true; throws after fifty seconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 50_000; !(await condition()); await setTimeout(10))
    if (Date.now() > end) throw new Error(`Never came true: ${condition}`)
}

/** Sets up a Riverbank, a mail server and, once started, a mail worker for each test of a file. */
export function setUpMailTests() {
  let riverbank: TestRiverbank
  let smtp: SmtpTestServer
  let worker: Running | undefined

  beforeEach(async () => {
    riverbank = await createRiverbank()
    smtp = await startSmtp()
  })
  afterEach(async () => {
    await stop()
    await smtp.stop()
    await riverbank.close()
  })

  function start(changes: Partial<Settings> = {}, timings: Partial<WorkerTimings> = {}) {
    const settings: Settings = { ...riverbank.settings, smtpUrl: smtp.url, ...withRate(6000), ...changes }
    worker = startMailWorker({ ...riverbank.context, settings, origin }, { ...workerTimings, ...timings })
    return settings
  }
  async function stop() {
    await worker?.stop()
    worker = undefined
  }
  async function restart(...how: Parameters<typeof start>) {
    await stop()
    return start(...how)
  }

  /** Makes the server reply with `says` at a stage, to all recipients or those whose address begins with `whom`. */
  function refuse(at: Stage, says: Interference, whom = '') {
    smtp.interfere = (stage, recipient) => (stage === at && recipient.startsWith(whom) ? says : undefined)
  }
  const withRate = (ratePerMinute: number) => ({ newsletter: { ...riverbank.settings.newsletter, ratePerMinute } })

  const listDeliveries = () => riverbank.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  const listStates = async () => (await listDeliveries()).map(({ state }) => state)
  const waitUntilSettled = () =>
    waitUntil(async () => (await listStates()).every((state) => state !== 'pending' && state !== 'sending'))

  const subscribe = (email: string, name: string | null = null) =>
    addSubscriber(riverbank.db, email, { email, name, token: Buffer.from(email).toString('hex') })
  async function createNewsletter(title = 'June news'): Promise<number> {
    const now = new Date().toISOString()
    const sent = { status: 'sent', audience: 'all', createdAt: now, sentAt: now, goesOutAt: now } as const
    const { id } = await riverbank.db
      .insertInto('newsletters')
      .values({ title, content: 'Hello,\nthe choir sings.', ...sent })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  async function sendNewsletter(...emails: string[]): Promise<number> {
    for (const email of emails) await subscribe(email)
    const newsletterId = await createNewsletter()
    await queueNewsletter(riverbank.db, { newsletterId, audience: 'all', dueAt: new Date().toISOString() })
    return newsletterId
  }

  return {
    get riverbank() {
      return riverbank
    },
    get smtp() {
      return smtp
    },
    getTrouble: () => riverbank.mailStatus.trouble,
    start,
    stop,
    restart,
    refuse,
    withRate,
    listDeliveries,
    listStates,
    waitUntilSettled,
    subscribe,
    createNewsletter,
    sendNewsletter,
  }
}
