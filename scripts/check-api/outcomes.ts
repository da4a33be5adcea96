import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import iconv from 'iconv-lite'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import * as samples from '../../app/test/samples'
import { findForm, getPageText, logInOverHttp } from '../../app/test/served'
import { createClient, createHeaders } from '../shared/client'
import type { CheckOptions } from '../shared/topics'
import { sendRaw } from '../shared/wire'
import { sendWrite } from '../shared/writes'

/** The results of one input: on the page, by the API (if it has a call for it), and in the database. */
interface Outcome {
  screen: string
  api?: string
  stored: string
}

/** Sends inputs as a browser without scripts, and as an API client. */
type Sender = (input: { name: string; bytes: Buffer }) => Promise<Outcome[]>

/** A sample input, with patterns that its results must match. */
interface SampleInput {
  name: string
  bytes: Buffer
  says: RegExp[]
}

const NOTHING = 'nothing'

/** Prints a table of the results, and returns the faults: unexpected results, and pages and calls that disagree. */
export async function findOutcomeFaults({ inputs }: CheckOptions): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const senders = await createSenders(riverbank)
  const given = inputs
    ? readdirSync(inputs).flatMap((name) =>
        /^README/.test(name) ? [] : [{ name, bytes: readFileSync(join(inputs, name)), says: [] }],
      )
    : await createOwnInputs()
  const faults: string[] = []
  const line = (...cells: string[]) =>
    console.log(
      `| ${cells
        .map((cell) =>
          cell
            .trim()
            .replaceAll('|', '\\|')
            .replace(/\s*\n\s*/g, ' ⏎ '),
        )
        .join(' | ')} |`,
    )
  line('input', 'screen', 'API', 'stored')
  line('---', '---', '---', '---')
  for (const { name, bytes, says } of given) {
    const outcomes = await senders[getKind(name)]({ name, bytes })
    for (const { screen, api = 'no call', stored } of outcomes) line(name, screen, api, stored)
    const all = outcomes.map(({ screen, api, stored }) => [screen, api, stored].join(' ')).join(' ')
    for (const words of says) if (!words.test(all)) faults.push(`${name}: ${words} is not in ${all}`)
    for (const outcome of outcomes) faults.push(...findContradictions(outcome).map((fault) => `${name}: ${fault}`))
  }
  return faults
}

/** Contradictions within a result. */
function findContradictions({ screen, api, stored }: Outcome): string[] {
  const [, status = '', words = ''] = /^(\d{3}) ?(.*)$/.exec(api ?? '') ?? []
  const isRefused = status >= '400'
  return [
    ...(/^5/.test(screen) || /^5/.test(status) ? [`the server failed: page ${screen}, API ${api}`] : []),
    ...(status && isRefused !== screen.startsWith('4') ? [`the page says ${screen}, but the API ${api}`] : []),
    ...(isRefused && words && !screen.includes(words) ? [`the page does not say ‘${words}’ but ${screen}`] : []),
    ...(screen.startsWith('4') !== (stored === NOTHING) ? [`the page says ${screen}, but ${stored} is stored`] : []),
  ]
}

const KINDS = [
  ['list', /^list-|\.csv$/],
  ['people', /^names/],
  ['telephone', /^telephone/],
  ['resource', /^link|\.html$/],
  ['proxy', /^header/],
  ['newsletter', /^listen-newsletter/],
  ['notice', /^listen/],
  ['attachment', /\.txt$|\.webp$/],
] as const
type Kind = (typeof KINDS)[number][0] | 'document'

/** The kind of an input, by its name. */
const getKind = (name: string): Kind => KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'document'

/** The first message on a page. */
function getPageMessage(page: string): string {
  const isSaid = ({ attribs }: { attribs: Record<string, string> }) => /^(status|alert)$/.test(attribs.role ?? '')
  const found = DomUtils.findOne(isSaid, parseDocument(page).children)
  return found ? getTexts(DomUtils.getOuterHTML(found)) : ''
}

/** The text of HTML, with elements separated. */
const getTexts = (html: string) =>
  getPageText(html.replaceAll('<', ' <'))
    .replace(/ (?=[,.:])/g, '')
    .trim()

async function createSenders(riverbank: RunningRiverbank): Promise<Record<Kind, Sender>> {
  const { url, rows } = riverbank
  const credentials = await logInOverHttp(riverbank, 'demo.tutor')
  const headers = { ...createHeaders(credentials, 'cookie'), Origin: url }
  const { call, upload } = createClient(url, credentials)
  const open = async (path: string) => (await sendWrite(url, { path, method: 'GET', headers })).text
  const submit = async (path: string, field: string, values: Record<string, string | File>) => {
    const { form, action } = findForm(await open(path), field, path)
    for (const [name, value] of Object.entries(values)) form.set(name, value as string)
    const at = new URL(action, url + path)
    const { status, text, led } = await sendWrite(url, {
      path: at.pathname + at.search,
      method: 'POST',
      headers,
      body: form,
    })
    const page = led || text
    return { status, page, said: `${status < 400 ? '' : `${status} `}${getPageMessage(page)}` }
  }
  const last = (table: string) => Number(rows(`select max(id) as id from ${table}`)[0]?.id ?? 0)
  /** The rows stored by a form and a call. */
  const storedSince = (table: string, id: number, columns: string) =>
    rows(`select ${columns} from ${table} where id > ?`, id)
      .map((row) => Object.values(row).join(', '))
      .filter((words, place, all) => all.indexOf(words) === place)
      .join('; ') || NOTHING
  const answered = ({ status, body }: { status: number; body: unknown }, words: (body: never) => unknown) =>
    `${status} ${status < 400 ? (words(body as never) ?? '') : ((body as { message?: string })?.message ?? '')}`.trim()
  const fileOf = ({ name, bytes }: { name: string; bytes: Buffer }) => new File([new Uint8Array(bytes)], name)
  const blank = { title: 'An input', content: 'Long enough for a newsletter' }
  const { body: draft } = await call('POST', '/api/newsletters', blank)

  return {
    document: async (input) => {
      const before = last('files')
      const { said } = await submit('/dashboard', 'file', { title: 'An input', file: fileOf(input) })
      const answer = await upload('An input', input.bytes, { fileName: input.name })
      const api = answered(
        answer,
        ({ fileName, note }: { fileName: string; note?: string }) => `${fileName} ${note ?? ''}`,
      )
      return [{ screen: said, api, stored: storedSince('files', before, 'fileName, fileType') }]
    },
    attachment: async (input) => {
      const before = last('newsletterAttachments')
      const at = `/dashboard/newsletter/${draft.id}`
      const { said } = await submit(at, 'file', { title: input.name, file: fileOf(input), nobodyInPicture: 'on' })
      const path = `/api/newsletters/${draft.id}/attachments`
      const answer = await upload(input.name, input.bytes, { path, fileName: input.name })
      const mail = await open(`${at}/mail`)
      const [, src] = [...mail.matchAll(/<img[^>]* src="([^"]*)"/g)].at(-1) ?? []
      const mailed = src && (await fetch(src.replaceAll('&amp;', '&'), { headers })).headers.get('Content-Type')
      const api = answered(
        answer,
        ({ fileName }: { fileName: string }) => `${fileName}${mailed ? `, in the mail ${mailed}` : ''}`,
      )
      return [{ screen: said, api, stored: storedSince('newsletterAttachments', before, 'fileName, fileType') }]
    },
    list: async (input) => {
      const before = last('subscribers')
      const at = '/dashboard/newsletter/subscribers/import'
      const first = await submit(at, 'file', { file: fileOf(input), vouchedFor: 'They signed our list in May.' })
      if (!first.page.includes('name="list"')) return [{ screen: first.said, stored: NOTHING }]
      const { form, action } = findForm(first.page, 'list', at)
      form.set('intent', 'import-list')
      const between = (page: string, from: string, to: string) =>
        getTexts((page.split(from)[1] ?? '').split(to)[0] ?? '')
      const shown = between(first.page, 'Check the names</h3>', '<form')
      const done = shown.includes('Nobody')
        ? null
        : await sendWrite(url, { path: action, method: 'POST', headers, body: form })
      const report = done ? between(done.text, 'Import results</h3>', '<a ') : ''
      const stored = storedSince('subscribers', before, 'email, name')
      return [{ screen: `${stored === NOTHING ? '400 ' : ''}${shown} ${report}`.trim(), stored }]
    },
    people: async ({ bytes }) => {
      const send = async (names: string) => {
        const before = last('users')
        const { said } = await submit('/dashboard/profile/people/several', 'names', { names })
        return {
          screen: `‘${names.replaceAll('\n', ' / ')}’: ${said}`.replace(/^(‘.*’): (4\d\d) /s, '$2 $1: '),
          stored: storedSince('users', before, 'firstName, lastName, username'),
        }
      }
      const names = bytes.toString('utf8').trim()
      const all = await send(names)
      const pairs = names.split(/\r?\n/)
      // A list with duplicate names is refused as a whole, so each name is also sent alone.
      return all.stored === NOTHING ? [all, ...(await alternate(pairs, send))] : [all]
    },
    telephone: async ({ bytes }) =>
      alternate(bytes.toString('utf8').trim().split(/\r?\n/), async (phone) => {
        const before = last('enquiries')
        const name = `Caller ${before}`
        const enquiry = {
          name,
          email: 'caller@example.ie',
          phone,
          subject: 'general',
          message: 'Please ring me back soon.',
        }
        await submit('/contact', 'phone', enquiry)
        const answer = await createClient(url, undefined).call('POST', '/api/contact', {
          ...enquiry,
          name: `${name} too`,
        })
        const page = await open('/dashboard/profile/enquiries')
        const links = DomUtils.getElementsByTagName('a', parseDocument(page)).filter((a) =>
          getPageText(DomUtils.getOuterHTML(a)).includes(phone),
        )
        const screen = links.map(({ attribs }) => attribs.href).find((href) => href?.startsWith('tel:')) ?? 'no link'
        return {
          screen: `${phone}: ${screen}`,
          api: answered(answer, () => ''),
          stored: storedSince('enquiries', before, 'phone'),
        }
      }),
    resource: async ({ bytes }) => {
      const before = last('resources')
      const content = bytes.toString('utf8')
      const resource = { title: 'An input', content, category: 'support', isPublic: true }
      await submit('/dashboard/resources/new', 'content', {
        title: 'An input',
        content,
        category: 'support',
        isPublic: 'on',
      })
      const answer = await call('POST', '/api/resources', resource)
      const page = await open(`/resources/${last('resources')}`)
      const stored = storedSince('resources', before, 'content')
      const isText = ({ attribs }: { attribs: Record<string, string> }) => 'data-rich-text' in attribs
      const shown = DomUtils.findOne(isText, parseDocument(page).children)
      const hrefs = shown ? DomUtils.getElementsByTagName('a', shown).map(({ attribs }) => attribs.href) : []
      const words = shown ? DomUtils.getInnerHTML(shown) : 'not shown'
      const screen = hrefs.length > 0 ? `links to ${hrefs.join(' and ')}` : words
      return [{ screen, api: answered(answer, () => ''), stored }]
    },
    newsletter: async ({ bytes }) => {
      const before = last('newsletters')
      const content = bytes.toString('utf8')
      const { said } = await submit('/dashboard/newsletter/new', 'content', { title: 'An input', content })
      const answer = await call('POST', '/api/newsletters', { title: 'An input', content })
      const mail = await open(`/dashboard/newsletter/${last('newsletters')}/mail`)
      const lists = /<ul[\s\S]*<\/ul>/.exec(mail)?.[0].replace(/ style="[^"]*"/g, '') ?? ''
      return [
        {
          screen: `${said} ${lists.replace(/\s+/g, ' ')}`,
          api: answered(answer, () => ''),
          stored: storedSince('newsletters', before, 'content'),
        },
      ]
    },
    notice: async ({ bytes }) => {
      const before = last('notices')
      const notice = { title: 'An input', text: bytes.toString('utf8'), until: getDayAhead() }
      const { said } = await submit('/dashboard/notices/new', 'text', notice)
      const answer = await call('POST', '/api/notices', notice)
      const page = await open('/dashboard/notices')
      const shown = new RegExp(`${getFirstWord(notice.text)}[\\s\\S]*?</`).exec(page)?.[0].replace(/<\/$/, '') ?? ''
      return [
        { screen: `${said} ${shown}`, api: answered(answer, () => ''), stored: storedSince('notices', before, 'text') },
      ]
    },
    proxy: async ({ bytes }) => {
      const [, value = ''] = /^X-Forwarded-For:\s*(.*?)\s*$/im.exec(bytes.toString('utf8')) ?? []
      const answer = await sendRaw(url, { method: 'GET', path: '/', headers: { 'X-Forwarded-For': value } })
      const login = await sendRaw(url, {
        method: 'POST',
        path: '/api/login',
        headers: { 'X-Forwarded-For': value, 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'nobody.here', password: 'wrong' }),
      })
      const network = /"network":"([^"]*)"/.exec(
        riverbank
          .output()
          .split('\n')
          .filter((line) => line.includes('log-in refused'))
          .at(-1) ?? '',
      )?.[1]
      return [
        {
          screen: String(answer.status),
          api: String(answer.status),
          stored: `log-in refused (${login.status}) of network ${network}`,
        },
      ]
    },
  }
}

const getFirstWord = (text: string) => /^\w+/.exec(text)?.[0] ?? ''
const getDayAhead = () => new Date(Date.now() + 7 * 24 * 3_600_000).toISOString().slice(0, 10)

async function alternate<Item>(items: Item[], work: (item: Item) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(await work(item))
  return outcomes
}

const encodeText = (text: string, encoding: string) => iconv.encode(text, encoding)

/** Small inputs of kinds known from other projects' bug reports. */
async function createOwnInputs(): Promise<SampleInput[]> {
  const jpeg = await samples.createNoisyPicture().jpeg().toBuffer()
  const given = (name: string, bytes: Buffer | string, ...says: RegExp[]): SampleInput => ({
    name,
    bytes: Buffer.from(bytes as Buffer),
    says,
  })
  return [
    given('photo-half.jpg', jpeg.subarray(0, jpeg.length / 2), /The lower part of this photo is missing/),
    given('photo-without-end.jpg', jpeg.subarray(0, -2), /The file of this photo is incomplete/),
    given('from-windows.jfif', jpeg, /from-windows\.jpg, image\/jpeg/),
    given('moving.gif', await samples.createAnimation('gif', 201), /^400 .*too many frames: 201/),
    given('scan.png', samples.createSquarePng(9000), /^400 .*about 81 million/),
    given('picture.tif', await samples.createPicture().tiff().toBuffer(), /^400 .*a TIFF picture/),
    given('bom.pdf', Buffer.concat([Buffer.from('\ufeff'), samples.createSamplePdf()]), /application\/pdf/),
    given('half.pdf', samples.createSamplePdf('x'.repeat(999)).subarray(0, 500), /This PDF is incomplete/),
    given('to-open.pdf', samples.createEncryptedPdf(4, 'secret'), /^400 .*has a password/),
    given('to-change.pdf', samples.createEncryptedPdf(4), /application\/pdf/),
    given('word-online.docx', samples.createOfficeFile('word/document2.xml'), /wordprocessingml/),
    given('word.docx', samples.createCompoundFile(['EncryptedPackage']), /^400 .*has a password/),
    given('note.txt', encodeText('\ufeffBring a coat.\r\nSeán', 'utf-16le'), /note\.txt, text\/plain/),
    given('picture.webp', await samples.createPicture(600, 400).webp().toBuffer(), /in the mail image\/jpeg/),
    given('list-curly.csv', 'Email,Name\nmaire.o’brien@example.ie,Máire\n', /maire\.o'brien@example\.ie, Máire/),
    given('list-outlook.csv', 'Email,Name\nOla [mailto:ola@bücher.example],\n', /ola@xn--bcher-kva\.example/),
    given('list-mac.csv', encodeText('Email,Name\rseamus@example.ie,Séamus Ó Sé\r', 'macroman'), /Séamus Ó Sé/),
    given('list-left.csv', 'Email,Name,Status\nleft@example.ie,Left,unsubscribed\n', /says unsubscribed.* nothing$/),
    given('names.txt', 'Nora O’Shea\nNORA O‘SHEA', /is listed twice/),
    given('names-of-one-word.txt', 'Đorđe\nŁukasz Żółć', /dorde.*lukasz\.z/),
    given('telephone.txt', '+353 (0)20 910 0111\n01 234 5678 ext 12', /tel:\+353209100111.*tel:012345678;ext=12/),
    given('telephone-unsure.txt', 'Room 12, ask for Mary', /no link/),
    given(
      'link.txt',
      'Book at https://www.example.ie/bus_(a).\nAsk <mary@example.ie>.',
      /bus_\(a\) and mailto:mary@example\.ie 201/,
    ),
    given('header.txt', 'X-Forwarded-For: [2001:db8::1]:443', /2001:db8:0:0::\/64/),
    given('listen-newsletter.txt', 'Please bring:\n\n- For lunch:\n  - bread\n- A coat\n', /<ul>.*<ul>.*bread/),
    given('listen-notice.txt', 'Monday: choir\nTuesday: art', /choir\s*<br\/?>|<p>/),
  ]
}
