// npm run check:mail: kills and disturbs the built product while it sends newsletters to a real SMTP server, and prints what
// happened. Exit code 1 when a claim does not hold. --short has fewer readers and kills; --seed N varies the course.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import PostalMime from 'postal-mime'
import { AT_ONCE } from '../app/mail/worker.server'
import { type SmtpRig, startSmtp } from '../app/test/smtp'
import { newProduct, type Product, until } from './check-mail-product'

const { values: options } = parseArgs({ options: { short: { type: 'boolean' }, seed: { type: 'string' } } })
const seed = Number(options.seed ?? 20261121)
const size = options.short ? { readers: 300, kills: 5, refusals: 200 } : { readers: 10_000, kills: 50, refusals: 2000 }

/** A sequence of numbers from 0 to 1 that the seed determines (mulberry32). */
function numbersFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = numbersFrom(seed)

let broken = 0
/** Prints a claim, whether it holds, and the figures that show it. */
function claim(holds: boolean, words: string, figures: string | number = ''): void {
  if (!holds) broken++
  console.log(`${holds ? '  ok    ' : '  BROKEN'}  ${words}${figures === '' ? '' : `: ${figures}`}`)
}

const names = [null, 'Niamh', 'Ó Súilleabháin, Máire "Mo" <mo>', '🎉 Séamus; (the) group:', 'a@b.example']
const readers = (number: number) =>
  Array.from({ length: number }, (_, index) => ({
    email: `reader-${index + 1}@list.example`,
    name: names[index % names.length] ?? null,
  }))
const newsletter = {
  title: 'June news: the choir sings 🎉',
  content: 'Hello,\n\nthe choir sings on Friday.\nhttps://river.example/',
}

interface Mailed {
  email: string
  state: 'pending' | 'sending' | 'sent' | 'failed' | 'uncertain'
  attempts: number
}
const mailed = (product: Product) =>
  product.rows<Mailed>("select email, state, attempts from deliveries where kind = 'newsletter'")
const numberIn = (product: Product, ...states: Mailed['state'][]) =>
  mailed(product).filter(({ state }) => states.includes(state)).length
const waiting = (product: Product) => numberIn(product, 'pending', 'sending')

async function addDraft(product: Product): Promise<number> {
  const { status, body } = await product.call('POST', '/api/newsletters', newsletter)
  if (status !== 201) throw new Error(`The draft was not taken: ${status} ${JSON.stringify(body)}`)
  return Number(body.id)
}
const send = (product: Product, id: number) =>
  product.call('PATCH', `/api/newsletters/${id}/status`, { status: 'sent' })

/** How often the server accepted a mail for each address. */
function timesTaken(rig: SmtpRig): Map<string, number> {
  const times = new Map<string, number>()
  for (const { to } of rig.mails) times.set(to, (times.get(to) ?? 0) + 1)
  return times
}

async function sendAtOnce(product: Product) {
  const id = await addDraft(product)
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(product, id)))
  const one = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status }) => status === 409).length
  claim(
    one === 1 && refused === 49,
    '50 “Send” at the same moment make one sending',
    `${one} done, ${refused} refused (409)`,
  )
  claim(mailed(product).length === size.readers, 'its list is frozen whole', `${mailed(product).length} deliveries`)
}

/**
 * Kills the product once `moment` mails were accepted: a little later, or at the `worst` time, when the server has accepted one
 * more and not replied yet.
 */
async function killAfter(moment: number, product: Product, rig: SmtpRig, worst: boolean): Promise<void> {
  if (!worst) {
    await until(() => rig.mails.length >= moment, { every: 2 })
    await setTimeout(random() * 25)
    return product.kill()
  }
  return new Promise((killed) => {
    rig.interfere = (stage, recipient) => {
      const justTaken = rig.mails.slice(-AT_ONCE).some(({ to }) => to === recipient)
      if (stage !== 'dot' || rig.mails.length < moment || !justTaken) return undefined
      rig.interfere = () => undefined
      killed(product.kill())
      return undefined
    }
  })
}

/** Kills the product `size.kills` times while it sends. Returns the addresses that were in flight at a kill. */
async function killOnTheWay(product: Product, rig: SmtpRig): Promise<Set<string>> {
  const inFlight = new Set<string>()
  // What a kill makes uncertain may never arrive.
  const arriving = size.readers - size.kills * AT_ONCE
  const moments = Array.from({ length: size.kills }, () => Math.floor(random() * arriving * 0.95)).sort((a, b) => a - b)
  let wholeAtEachLook = true
  let most = 0
  for (const [index, moment] of moments.entries()) {
    await killAfter(moment, product, rig, index % 2 === 0)
    const caught = mailed(product).filter(({ state }) => state === 'sending')
    for (const { email } of caught) inFlight.add(email)
    most = Math.max(most, caught.length)
    wholeAtEachLook &&= mailed(product).length === size.readers
    await product.start()
  }
  await until(() => waiting(product) === 0, { every: 500 })
  claim(
    wholeAtEachLook && mailed(product).length === size.readers,
    'the list is whole at each look',
    `${size.kills + 1} looks`,
  )
  claim(most <= AT_ONCE, 'in flight at one kill, at most', `${most} of ${AT_ONCE}`)
  return inFlight
}

async function checkKills(product: Product, rig: SmtpRig) {
  console.log(`\n${size.readers} readers, ${size.kills} kills (SIGKILL) on the way, seed ${seed}`)
  await sendAtOnce(product)
  const began = Date.now()
  const inFlight = await killOnTheWay(product, rig)
  const times = timesTaken(rig)
  const rows = mailed(product)
  const uncertain = rows.filter(({ state }) => state === 'uncertain')
  const twice = [...times.values()].filter((number) => number > 1).length
  const lost = rows.filter(({ email, state }) => state !== 'uncertain' && times.get(email) !== 1).length
  const unlisted = [...inFlight].filter((email) => !uncertain.some((row) => row.email === email)).length
  const states = `${numberIn(product, 'sent')} sent, ${uncertain.length} uncertain, ${numberIn(product, 'failed')} failed`
  console.log(`          ${states}, in ${Math.round((Date.now() - began) / 1000)} s`)
  claim(twice === 0, 'mailed twice', twice)
  claim(lost === 0, 'neither mailed exactly once nor listed as uncertain', lost)
  claim(unlisted === 0, 'in flight at a kill and not listed as uncertain', `${unlisted} of ${inFlight.size}`)
  claim(uncertain.length === inFlight.size, 'uncertain without having been in flight', uncertain.length - inFlight.size)
  const arrived = uncertain.filter(({ email }) => times.has(email)).length
  console.log(`          of the uncertain, ${arrived} had arrived and ${uncertain.length - arrived} had not`)
}

async function checkMails(product: Product, rig: SmtpRig) {
  console.log('\nThe mails, read back')
  const bad: string[] = []
  const links: string[] = []
  for (const { to, raw } of rig.mails) {
    const mail = await PostalMime.parse(raw)
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    const link = /^<https?:\/\/[^/]+(\/unsubscribe\/[0-9a-f]{32})>$/.exec(header('list-unsubscribe') ?? '')?.[1]
    const name = names[(Number(/\d+/.exec(to)?.[0]) - 1) % names.length] ?? ''
    const right =
      link &&
      header('list-unsubscribe-post') === 'List-Unsubscribe=One-Click' &&
      mail.subject === newsletter.title &&
      mail.to?.length === 1 &&
      mail.to[0]?.address === to &&
      mail.to[0]?.name === name &&
      mail.text?.includes(newsletter.content) &&
      mail.text.includes(link) &&
      mail.html?.includes(link)
    if (right) links.push(link)
    else bad.push(to)
  }
  claim(
    bad.length === 0,
    'subject, name, both parts, List-Unsubscribe and -Post',
    `${rig.mails.length - bad.length} of ${rig.mails.length}`,
  )
  claim(new Set(links).size === links.length, 'each reader has an unsubscribe link of their own', new Set(links).size)
  await checkUnsubscribe(product, links)
}

async function checkUnsubscribe(product: Product, links: string[]) {
  const active = () => product.rows('select id from subscribers where active = 1').length
  const before = active()
  for (const link of links.slice(0, 100))
    for (const method of ['GET', 'HEAD'])
      if ((await product.visit(link, { method })).status !== 200) claim(false, 'an unsubscribe page opens', link)
  claim(active() === before, 'unsubscribed by looking at their link', before - active())
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const { status } = await product.visit(links[0] ?? '', { method: 'POST', body })
  claim(status === 200 && active() === before - 1, 'unsubscribed by one click of a mail program', before - active())
}

async function checkRefusals() {
  console.log(`\n${size.refusals} readers, 5 % refused for good, 5 % for now`)
  const rig = await startSmtp()
  const product = await newProduct(rig.url)
  const kinds = new Map<string, 'good' | 'later' | 'never'>()
  for (const { email } of readers(size.refusals)) {
    const lot = random()
    kinds.set(email, lot < 0.05 ? 'never' : lot < 0.1 ? 'later' : 'good')
  }
  const tries = new Map<string, number>()
  rig.interfere = (stage, email) => {
    if (stage !== 'RCPT') return undefined
    tries.set(email, (tries.get(email) ?? 0) + 1)
    if (kinds.get(email) === 'never') return '550 5.1.1 No such user'
    return kinds.get(email) === 'later' && tries.get(email) === 1 ? '450 4.2.1 Try again later' : undefined
  }
  product.subscribe(readers(size.refusals))
  await product.start()
  await send(product, await addDraft(product))
  // The minute until their retry passes by a change in the database.
  await until(() => {
    product.change("update deliveries set dueAt = ? where state = 'pending' and attempts = 1", new Date().toISOString())
    return waiting(product) === 0
  })
  const times = timesTaken(rig)
  const all = (kind: 'good' | 'later' | 'never') => [...kinds].filter(([, is]) => is === kind).map(([email]) => email)
  const states = new Map(mailed(product).map(({ email, state }) => [email, state]))
  const valid = [...all('good'), ...all('later')]
  claim(
    valid.every((email) => times.get(email) === 1 && states.get(email) === 'sent'),
    'every valid address exactly once',
    valid.length,
  )
  claim(
    all('later').every((email) => tries.get(email) === 2),
    'refused for now: sent at the second try',
    all('later').length,
  )
  const never = all('never')
  claim(
    never.every((email) => tries.get(email) === 1 && states.get(email) === 'failed'),
    'refused for good: tried once, failed',
    never.length,
  )
  const bounced = product.rows('select id from subscribers where bouncedAt is not null').length
  claim(bounced === never.length, 'and shown at the subscriber', bounced)
  await product.remove()
  await rig.stop()
}

/** The median of 60 times that a page rendered from the database takes, in milliseconds. */
async function pageTime(product: Product): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 60; index++) {
    const began = performance.now()
    await (await product.visit('/board', { headers: { Cookie: 'any=1' } })).text()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[30] ?? 0
}

async function checkTrouble() {
  console.log('\nA mail server that is down, and one that takes connections and never answers')
  let rig = await startSmtp()
  const port = Number(new URL(rig.url).port)
  const product = await newProduct(rig.url)
  product.subscribe(readers(50))
  await product.start()
  const stalled = () => {
    rig.interfere = () => 'stall'
  }
  const id = await addDraft(product)
  await pageTime(product)
  const before = await pageTime(product)
  const asQuick = async (how: string) => {
    const during = await pageTime(product)
    const figures = `${before.toFixed(1)} ms before, ${during.toFixed(1)} ms now, ratio ${(during / before).toFixed(2)}`
    const words = `pages are as quick while the server is ${how}`
    // The short form is part of the suite, which must not fail on a busy machine.
    if (options.short) console.log(`          ${words}: ${figures}`)
    else claim(during < before * 5 + 20, words, figures)
  }
  if (options.short) stalled()
  else await rig.stop()
  const began = performance.now()
  const { status } = await send(product, id)
  const took = performance.now() - began
  claim(status === 200 && rig.mails.length === 0, '“Send” answers before any mail is taken', `${took.toFixed(0)} ms`)
  if (!options.short) {
    await setTimeout(2000)
    await asQuick('down')
    rig = await startSmtp({ port })
    stalled()
  }
  const asked = rig.connections
  await until(() => rig.connections > (options.short ? 0 : asked), { seconds: 60 })
  await asQuick('silent')
  claim(waiting(product) === 50, 'nobody counts as refused meanwhile', `${waiting(product)} of 50 wait`)
  await rig.stop()
  rig = await startSmtp({ port })
  await until(() => waiting(product) === 0, { seconds: 120 })
  claim(
    numberIn(product, 'sent') === 50 && rig.mails.length === 50,
    'sending goes on by itself',
    `${rig.mails.length} mails`,
  )
  await product.remove()
  await rig.stop()
}

const began = Date.now()
const rig = await startSmtp()
const product = await newProduct(rig.url)
product.subscribe(readers(size.readers))
await product.start()
await checkKills(product, rig)
await checkMails(product, rig)
await product.remove()
await rig.stop()
await checkRefusals()
await checkTrouble()
console.log(
  `\n${broken === 0 ? 'Every claim holds' : `${broken} claims do not hold`}, ${Math.round((Date.now() - began) / 1000)} s`,
)
process.exit(broken === 0 ? 0 : 1)
