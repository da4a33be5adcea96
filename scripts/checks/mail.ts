// npm run check:mail: kills the built product while it sends a newsletter to a real SMTP server, and checks who received it. --short has
// fewer readers and kills; --seed N varies the timing. app/mail tests refusals and failing servers.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import PostalMime from 'postal-mime'
import { MAX_IN_FLIGHT } from '../../app/mail/worker.server'
import { createTemporaryFolder } from '../../app/test/folder'
import { copyDemonstration, startRiverbank } from '../../app/test/running'
import { type SmtpTestServer, startSmtp } from '../../app/test/smtp'
import { logInClient } from './shared/client'
import { waitUntil } from './shared/measures'
import { encodeForm, sendRaw } from './shared/wire'

const { values: options } = parseArgs({ options: { short: { type: 'boolean' }, seed: { type: 'string' } } })
const seed = Number(options.seed ?? 20261121)
/** In seconds. */
const PATIENCE = 300
const size = options.short ? { readers: 300, kills: 5 } : { readers: 10_000, kills: 50 }

/** Pseudo-random numbers from 0 to 1, determined by the seed (mulberry32). */
let state = seed
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

let broken = 0
/** Prints a claim, whether it holds, and its figures. */
function claim(holds: boolean, words: string, figures: string | number): void {
  if (!holds) broken++
  console.log(`${holds ? '  ok    ' : '  BROKEN'}  ${words}: ${figures}`)
}

const names = [null, 'Niamh', 'Ó Súilleabháin, Máire "Mo" <mo>', '🎉 Séamus; (the) group:', 'a@b.example']
const newsletter = {
  title: 'June news: the choir sings 🎉',
  content: 'Hello,\n\nthe choir sings on Friday.\nhttps://river.example/',
}

await using smtp = await startSmtp()
using folder = createTemporaryFolder()
const rate = { NEWSLETTER_RATE_PER_MINUTE: '60000', NEWSLETTER_HOLD_SECONDS: '0' }
const start = () => startRiverbank({ DATA_DIR: folder.path, SMTP_URL: smtp.url, ...rate })
await copyDemonstration(folder.path)
let riverbank = await start()

interface Mailed {
  email: string
  state: 'pending' | 'sending' | 'sent' | 'failed' | 'uncertain'
}
const mailed = () =>
  riverbank.rows("select email, state from deliveries where email like 'reader-%'") as unknown as Mailed[]
const active = () => riverbank.rows('select id from subscribers where active = 1').length

/** Creates readers with all kinds of names, and sends a newsletter by 50 simultaneous requests: it must be sent once. */
async function sendAtOnce() {
  const { change, url } = riverbank
  change('delete from deliveries')
  change('delete from subscribers')
  const insert = `insert into subscribers (email, name, isGuardian, active, createdAt, token)
    values (?, ?, 0, 1, '2026-01-01T00:00:00.000Z', lower(hex(randomblob(16))))`
  const rows = Array.from({ length: size.readers }, (_, index) => [
    `reader-${index + 1}@list.example`,
    names[index % names.length],
  ])
  for (const row of rows) change(insert, ...row)
  const { call } = await logInClient(url)
  const { id } = (await call('POST', '/api/newsletters', newsletter)).body
  const presses = Array.from({ length: 50 }, () => call('PATCH', `/api/newsletters/${id}/status`, { status: 'sent' }))
  const statuses = (await Promise.all(presses)).map(({ status }) => status)
  const [done, refused] = [200, 409].map((wanted) => statuses.filter((status) => status === wanted).length)
  claim(
    done === 1 && refused === 49,
    '50 simultaneous “Send” requests send it once',
    `${done} and ${refused} times 409`,
  )
  claim(mailed().length === size.readers, 'its recipient list is complete', `${mailed().length} deliveries`)
}

async function kill() {
  process.kill(riverbank.pid, 'SIGKILL')
  await riverbank.stop()
}

/**
 * Kills the server after `moment` accepted mails: a little later, or at the `worst` moment, when the mail server has accepted one more but
 * not replied yet.
 */
async function killAfter(moment: number, { mails }: SmtpTestServer, worst: boolean): Promise<void> {
  if (!worst) {
    await waitUntil(() => mails.length >= moment, PATIENCE)
    await setTimeout(random() * 25)
    return kill()
  }
  return new Promise((killed) => {
    smtp.interfere = (stage, recipient) => {
      const justTaken = mails.slice(-MAX_IN_FLIGHT).some(({ to }) => to === recipient)
      if (stage !== 'dot' || mails.length < moment || !justTaken) return undefined
      smtp.interfere = () => undefined
      killed(kill())
      return undefined
    }
  })
}

/** Kills the server during sending, many times: each reader must get one mail, or be listed as uncertain. */
async function killDuringSending() {
  const inFlight = new Set<string>()
  // Mails made uncertain by a kill may never arrive.
  const arriving = size.readers - size.kills * MAX_IN_FLIGHT
  const moments = Array.from({ length: size.kills }, () => Math.floor(random() * arriving * 0.95)).sort((a, b) => a - b)
  let isWhole = true
  let max = 0
  for (const [index, moment] of moments.entries()) {
    await killAfter(moment, smtp, index % 2 === 0)
    const caught = mailed().filter(({ state }) => state === 'sending')
    for (const { email } of caught) inFlight.add(email)
    max = Math.max(max, caught.length)
    isWhole &&= mailed().length === size.readers
    riverbank = await start()
  }
  await waitUntil(() => mailed().every(({ state }) => state !== 'pending' && state !== 'sending'), PATIENCE)
  const times = new Map<string, number>()
  for (const { to } of smtp.mails) times.set(to, (times.get(to) ?? 0) + 1)
  const rows = mailed()
  const uncertain = new Set(rows.filter(({ state }) => state === 'uncertain').map(({ email }) => email))
  const twice = [...times.values()].filter((number) => number > 1).length
  const lost = rows.filter(({ email }) => !uncertain.has(email) && times.get(email) !== 1).length
  claim(isWhole && rows.length === size.readers, 'the list is complete at each check', `${size.kills + 1} looks`)
  claim(max <= MAX_IN_FLIGHT, 'most mails in flight at a kill', `${max} of ${MAX_IN_FLIGHT}`)
  claim(twice === 0, 'mailed twice', twice)
  claim(lost === 0, 'neither mailed exactly once nor listed as uncertain', lost)
  claim(
    uncertain.size === inFlight.size && [...inFlight].every((email) => uncertain.has(email)),
    'only mails in flight at a kill are uncertain',
    `${uncertain.size} and ${inFlight.size}`,
  )
}

/** Checks every mail: its reader, and a personal unsubscribe link that needs a POST. app/mail tests the rest of a mail. */
async function readBack() {
  const links: string[] = []
  for (const { to, raw } of smtp.mails) {
    const { headers, to: readers = [], subject, text } = await PostalMime.parse(raw)
    const unsubscribeHeader = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const link = /^<https?:\/\/[^/]+(\/unsubscribe\/[0-9a-f]{32})>$/.exec(unsubscribeHeader)?.[1]
    const isOwn = readers.length === 1 && readers[0]?.address === to && subject === newsletter.title
    if (link && isOwn && text?.includes(link)) links.push(link)
  }
  const bad = smtp.mails.length - links.length
  claim(bad === 0, 'reader, subject, text or List-Unsubscribe is wrong', `${bad} of ${smtp.mails.length}`)
  claim(new Set(links).size === links.length, 'each reader has their own link', new Set(links).size)
  const before = active()
  for (const path of links.slice(0, 100)) await sendRaw(riverbank.url, { method: 'GET', path })
  claim(active() === before, 'unsubscribed by a GET of the link', before - active())
  const click = { method: 'POST', path: links[0] ?? '', ...encodeForm({ 'List-Unsubscribe': 'One-Click' }) }
  const { status } = await sendRaw(riverbank.url, click)
  claim(status === 200 && active() === before - 1, 'unsubscribed by one click of a mail program', before - active())
}

console.log(`${size.readers} readers, ${size.kills} kills (SIGKILL), seed ${seed}`)
await sendAtOnce()
await killDuringSending()
await readBack()
await riverbank.stop()
console.log(broken === 0 ? 'All claims hold.' : `${broken} claims do not hold.`)
process.exitCode = broken === 0 ? 0 : 1
