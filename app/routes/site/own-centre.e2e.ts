import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { drawings } from '~/content/drawings'
import type { WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import { findPlacedPictures } from '~/domain/website/picture'
import { expect, type Page, test } from '~/test/browser'
import { createPageContent } from '~/test/hostile-words'
import { createLogo, createPhoto, storePhotos } from '~/test/own-pictures'
import { type RunningRiverbank, startRiverbank } from '~/test/running'
import { startSmtp } from '~/test/smtp'
import { publishWords } from '~/test/website'

const EXAMPLES = 'These words are an example.'
const ourAlts = Object.values(drawings).filter(Boolean)
const theirs = new RegExp(`.{0,60}(?:riverbank|dublin|luas|${ourAlts.join('|')}).{0,60}`, 'gi')
/** Our drawings and colour in pages and mails, except drawings for empty lists. */
const ourPictures = /\/pictures\/(?!empty-|not-found)[\w.-]+|\/favicon\.svg|#0A5160|icons-[\w-]+\.svg#logo/g

const centre = {
  'Short name': 'Hazelwood',
  Telephone: '091 555 010',
  Email: 'office@hazelwood.example',
  Address: 'Hazel Road, Galway, H91 X2Y3',
}
const tutor = { 'First name': 'Maeve', 'Last name': 'Joyce', Username: 'maeve.j', Password: 'heron boat lamp' }
const details = {
  ...centre,
  Name: 'Hazelwood Day Service',
  Tagline: 'A day service in Galway',
  'Learning centre': 'Hazelwood, Galway',
  'Days and hours': 'Monday to Thursday 10:00 - 16:00',
  'Charity number (CHY)': '12345',
  'Registered charity number (RCN)': '20012345',
  'Company number (CRO)': '654321',
  'Web addresses': 'https://social.example/hazelwood',
}

/** Finds an unused port, since PUBLIC_URL needs it before the server starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function send(page: Page, form: string, words: Record<string, string>, button: string) {
  const within = page.locator(form)
  for (const [label, value] of Object.entries(words)) await within.getByLabel(label, { exact: true }).fill(value)
  await within.getByRole('button', { name: button }).click()
}

/** Publishes the centre's own text in every field of every page, and photos for all pictures. Returns the texts by path. */
function publishOwn(riverbank: RunningRiverbank, photo: string): Map<string, string[]> {
  const published = new Map<string, string[]>()
  let number = 0
  for (const page of Object.values(websitePages) as unknown as WebsitePage[]) {
    const own: string[] = []
    const words = createPageContent(page, (max) => {
      own.push(`Ours ${++number}.`.slice(0, max))
      return own.at(-1)!
    })
    // The default texts have no photos of ideas.
    for (const idea of (words.easyRead as { ideas: object[] } | undefined)?.ideas ?? [])
      Object.assign(idea, { photo: { drawing: '', alt: '' } })
    for (const { picture } of findPlacedPictures(words))
      Object.assign(picture, { picture: photo, alt: 'Ours, a photo.' })
    publishWords(riverbank, page, words, Object.keys(page.sections))
    published.set(page.to, own)
  }
  return published
}

/** Returns the readable text of a response, without names of cookies, time zones and files. */
const getReadableText = (text: string) =>
  text.replace(/Europe\/Dublin/g, '').replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/g, '')

// See also routes/own-name.test.ts for the sources, and routes/hostile-words.slow.test.ts for each form.
test('a centre that fills everything in shows nothing of ours', { tag: '@once' }, async ({ browser }) => {
  const smtp = await startSmtp()
  const port = await freePort()
  const own = await startRiverbank({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: '0',
    DEMO_PASSWORD: '',
    NEWSLETTER_DOUBLE_OPT_IN: '1',
    NEWSLETTER_HOLD_SECONDS: '0',
    SMTP_URL: smtp.url,
  })
  const context = await browser.newContext({ baseURL: own.url, javaScriptEnabled: false })
  const fetchText = async (path: string) => (await fetch(own.url + path)).text()
  try {
    const page = await context.newPage()
    await page.goto(/\/setup\/[\w-]{43}/.exec(own.output())?.[0] ?? '')
    await send(page, '#set-up', { 'Name of the centre': details.Name, ...centre, ...tutor }, 'Set up the website')
    await expect(page).toHaveURL(/\/dashboard\/profile\/website\/examples$/)
    await page.goto('/dashboard/profile/website')
    await page.getByRole('button', { name: 'Our website is ready' }).click()
    await expect(page.getByRole('button', { name: 'It is not ready yet' })).toBeVisible()
    await page.goto('/dashboard/profile/website/centre')
    await page.getByLabel('Heather, a purple').check()
    await send(page, '#centre', details, 'Save')
    await expect(page.getByText('Details updated').first()).toBeVisible()

    // Pages with nothing but invented facts are without them.
    for (const { to } of Object.values(websitePages))
      if (!['/achievements', '/board'].includes(to)) expect(await fetchText(to), to).toContain(EXAMPLES)
    await page.goto('/dashboard/profile/website/logo')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await createLogo(400, 400) })
    await page.getByRole('button', { name: 'Use this logo' }).click()
    await expect(page.getByText('Logo updated').first()).toBeVisible()
    const { bytes } = await createPhoto(1200, 600)
    const [photo] = await storePhotos(own, [bytes])
    const fetchIcon = async () => Buffer.from(await (await fetch(`${own.url}/icon.png`)).arrayBuffer())
    for (const [to, words] of publishOwn(own, photo!)) {
      const shown = await fetchText(to)
      expect(shown, to).not.toContain(EXAMPLES)
      expect(
        words.some((one) => shown.includes(one)),
        to,
      ).toBe(true)
    }
    expect(await fetchText('/contact')).toMatch(/ data-theme="heather".*Monday to Thursday 10:00 - 16:00/s)

    const call = async (path: string, body: object, { token = '', method = 'POST' } = {}) => {
      const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
      const answer = await fetch(`${own.url}/api/${path}`, { method, headers, body: JSON.stringify(body) })
      return answer.json()
    }
    const mailTo = (to: string, count: number) =>
      expect.poll(() => smtp.mails.filter((mail) => mail.to === to).length, { timeout: 30_000 }).toBe(count)
    const [name, email] = ['Nora', 'nora@home.example']
    await call('newsletter/subscribe', { name, email })
    await call('contact', { name, email, subject: 'visit', message: 'May we come and see you?' })
    await mailTo(details.Email, 1)
    await mailTo(email, 1)

    const left: string[] = []
    const read = (where: string, text: string) => {
      for (const [found] of getReadableText(text).matchAll(theirs)) left.push(`${where}: ${found}`)
      if (!where.startsWith('/dashboard'))
        for (const [found] of text.matchAll(ourPictures)) left.push(`${where}: ${found}`)
    }
    const readMailText = async ({ raw }: { raw: Buffer }) => {
      const { subject, from, headerLines, text, html } = await simpleParser(raw)
      return [subject, from?.text, ...headerLines.map(({ line }) => line), text, html].join('\n')
    }

    // A confirmed subscriber is welcomed and gets the next newsletter.
    const [confirmation] = smtp.mails.filter(({ to }) => to === email)
    await page.goto(/\/confirm\/[\w-]+/.exec(await readMailText(confirmation!))?.[0] ?? '')
    await page.locator('main form button').first().click()
    await mailTo(email, 2)
    const { token } = await call('login', { username: tutor.Username, password: tutor.Password })
    const { id } = await call('newsletters', { title: 'June news', content: 'The choir sang.' }, { token })
    await call(`newsletters/${id}/status`, { status: 'sent' }, { token, method: 'PATCH' })
    await mailTo(email, 3)
    for (const mail of smtp.mails) {
      const text = await readMailText(mail)
      read(`mail to ${mail.to}`, text)
      expect(text).toContain(`<img src="${own.url}/files/website/`)
    }

    const seen = new Set<string>()
    const next = ['/', '/sitemap.xml', '/robots.txt', '/news/feed', '/events.ics', '/nowhere', '/portal', '/login']
    next.push('/unsubscribe', '/unsubscribe/nothing', '/confirm/nothing', '/manifest.webmanifest')
    /** Reads the addresses in `next` and all addresses of this website that they link to. */
    const crawl = async (isWanted: (path: string) => boolean, headers = {}) => {
      for (let path = next.shift(); path !== undefined; path = next.shift()) {
        if (seen.has(path)) continue
        seen.add(path)
        const answer = await fetch(own.url + path, { headers })
        const isText = /^text|json|xml|manifest/.test(answer.headers.get('content-type') ?? '')
        if (!isText) await answer.body?.cancel()
        const text = isText ? await answer.text() : ''
        read(path, text)
        for (const [, to = ''] of text.matchAll(/<a [^>]*?href="([^"#]+)/g)) {
          const { origin, pathname } = new URL(to, own.url + path)
          if (origin === own.url && isWanted(pathname)) next.push(pathname)
        }
      }
      return seen.size
    }
    const isOfPortal = (path: string) => path.startsWith('/dashboard')
    const publicOnes = await crawl((path) => !isOfPortal(path))
    for (const path of ['/', '/board', '/news', '/portal']) {
      const text = await fetchText(path)
      expect(text).toMatch(
        new RegExp(`<meta property="og:image" content="${own.url}/files/website/${photo!.slice(0, 24)}-`),
      )
      expect(text).toMatch(/<link rel="icon" href="\/icon\.png\?of=[\da-f]{24}-400x400\.png"/)
      expect(text).toContain(`<meta property="og:site_name" content="${details.Name}"`)
    }
    // The icon is the logo on white, without our symbol.
    const icon = await sharp(await fetchIcon())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([icon.info.width, icon.info.height, ...icon.data.subarray(0, 3)]).toEqual([180, 180, 255, 255, 255])
    next.push('/dashboard')
    const all = await crawl(isOfPortal, { Authorization: `Bearer ${token}` })
    expect(publicOnes).toBeGreaterThan(20)
    expect(all - publicOnes).toBeGreaterThan(80)
    expect([...new Set(left)]).toEqual([])
  } finally {
    await context.close()
    await own.stop()
    await smtp.stop()
  }
})
