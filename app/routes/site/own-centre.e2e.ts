import { simpleParser } from 'mailparser'
import { shapeOf, type WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import { expect, type Page, test } from '~/test/browser'
import { wordsOf } from '~/test/hostile-words'
import { type RunningRiverbank, startRiverbank } from '~/test/running'
import { startSmtp } from '~/test/smtp'

const EXAMPLES = 'Some words on this page are examples.'
const theirs = /.{0,60}(?:riverbank|dublin|luas).{0,60}/gi

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
  'Learning centre': 'Hazelwood, Galway',
  'Days and hours': 'Monday to Thursday 10:00 - 16:00',
  'Charity number (CHY)': '12345',
  'Registered charity number (RCN)': '20012345',
  'Company number (CRO)': '654321',
  'Web addresses': 'https://social.example/hazelwood',
}

/** Fills in a form by its labels, and sends it. */
async function send(page: Page, form: string, words: Record<string, string>, button: string) {
  const within = page.locator(form)
  for (const [label, value] of Object.entries(words)) await within.getByLabel(label, { exact: true }).fill(value)
  await within.getByRole('button', { name: button }).click()
}

/** Publishes words of the centre's own in every field of every page. Returns them by the pages' paths. */
function publishOwn({ change }: RunningRiverbank): Map<string, string[]> {
  const published = new Map<string, string[]>()
  let number = 0
  for (const page of Object.values(websitePages) as unknown as WebsitePage[]) {
    const own: string[] = []
    const words = wordsOf(page, (most) => {
      own.push(`Ours ${++number}.`.slice(0, most))
      return own.at(-1)!
    })
    change(
      `insert into websiteVersions (page, version, shape, words, own, savedAt, savedBy, deed)
       values (?, 1, ?, ?, ?, '2026-01-01T09:00:00.000Z', 'Maeve', 'changed')`,
      page.to,
      shapeOf(page),
      JSON.stringify(words),
      JSON.stringify(Object.keys(page.sections)),
    )
    published.set(page.to, own)
  }
  return published
}

/** What somebody reads of an answer or hears of it, without the names of cookies, zones of time and files. */
const readIn = (text: string) =>
  text.replace(/Europe\/Dublin/g, '').replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/g, '')

// What the sources say: routes/own-name.test.ts. Each form of the website's words: every-part.e2e.ts.
test('a centre that fills everything in has nothing left of ours', { tag: '@once' }, async ({ browser }) => {
  const smtp = await startSmtp()
  const own = await startRiverbank({
    DEMO: '0',
    DEMO_PASSWORD: '',
    NEWSLETTER_DOUBLE_OPT_IN: '1',
    NEWSLETTER_HOLD_SECONDS: '0',
    SMTP_URL: smtp.url,
  })
  const context = await browser.newContext({ baseURL: own.url, javaScriptEnabled: false })
  const textAt = async (path: string) => (await fetch(own.url + path)).text()
  try {
    const page = await context.newPage()
    await page.goto(/\/setup\/[\w-]{43}/.exec(own.output())?.[0] ?? '')
    await send(page, '#set-up', { 'Name of the centre': details.Name, ...centre, ...tutor }, 'Set up the website')
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    await page.goto('/dashboard/profile/website/centre')
    await send(page, '#centre', details, 'Save')
    await expect(page.getByText('Details saved').first()).toBeVisible()

    for (const { to } of Object.values(websitePages)) expect(await textAt(to), to).toContain(EXAMPLES)
    for (const [to, words] of publishOwn(own)) {
      const shown = await textAt(to)
      expect(shown, to).not.toContain(EXAMPLES)
      expect(
        words.some((one) => shown.includes(one)),
        to,
      ).toBe(true)
    }
    expect(await textAt('/contact')).toContain('Monday to Thursday 10:00 - 16:00')

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
      for (const [found] of readIn(text).matchAll(theirs)) left.push(`${where}: ${found}`)
    }
    const textOf = async ({ raw }: { raw: Buffer }) => {
      const { subject, from, headerLines, text, html } = await simpleParser(raw)
      return [subject, from?.text, ...headerLines.map(({ line }) => line), text, html].join('\n')
    }

    // Whoever confirms is welcomed, and gets the next newsletter.
    const [confirmation] = smtp.mails.filter(({ to }) => to === email)
    await page.goto(/\/confirm\/[\w-]+/.exec(await textOf(confirmation!))?.[0] ?? '')
    await page.locator('main form button').first().click()
    await mailTo(email, 2)
    const { token } = await call('login', { username: tutor.Username, password: tutor.Password })
    const { id } = await call('newsletters', { title: 'June news', content: 'The choir sang.' }, { token })
    await call(`newsletters/${id}/status`, { status: 'sent' }, { token, method: 'PATCH' })
    await mailTo(email, 3)
    for (const mail of smtp.mails) read(`mail to ${mail.to}`, await textOf(mail))

    const seen = new Set<string>()
    const next = ['/', '/sitemap.xml', '/robots.txt', '/news/feed', '/events.ics', '/nowhere', '/portal', '/login']
    next.push('/unsubscribe', '/unsubscribe/nothing', '/confirm/nothing', '/manifest.webmanifest')
    /** Reads what the addresses in `next` answer, and all addresses of this website that they lead to. */
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
