import { simpleParser } from 'mailparser'
import { expect, type Page, test } from '~/test/browser'
import { WHOLE } from '~/test/modes'
import { startRiverbank } from '~/test/running'
import { picture } from '~/test/samples'
import { startSmtp } from '~/test/smtp'
import { type Focused, walk } from '~/test/walked'

test.setTimeout(300_000)

const website = '/dashboard/profile/website'
const EXAMPLES = 'Some words on this page are examples.'
const theirs = /.{0,60}(?:riverbank|dublin|luas).{0,60}/gi

const details: Record<string, string> = {
  'Name of the centre': 'Hazelwood Day Service',
  Name: 'Hazelwood Day Service',
  'Short name': 'Hazelwood',
  'Learning centre': 'Hazelwood, Galway',
  Telephone: '091 555 010',
  Email: 'office@hazelwood.example',
  Address: 'Hazel Road, Galway, H91 X2Y3',
  'Days and hours': 'Monday to Thursday 10:00 - 16:00',
  'Charity number (CHY)': '12345',
  'Registered charity number (RCN)': '20012345',
  'Company number (CRO)': '654321',
  'Web addresses': 'https://social.example/hazelwood',
  'First name': 'Maeve',
  'Last name': 'Joyce',
  Username: 'maeve.j',
  Password: 'heron boat lamp',
}
const detailOf = ({ label }: Focused) =>
  Object.entries(details).find(([name]) => label === name || label.startsWith(`${name} (`))?.[1]

const hrefs = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** What somebody reads of an answer or hears of it, without the names of cookies, zones of time and files. */
const readIn = (text: string) =>
  text.replace(/Europe\/Dublin/g, '').replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/g, '')

// What the sources say: routes/own-name.test.ts.
test('a centre that fills everything in has nothing left of ours', { tag: ['@once', WHOLE] }, async ({ browser }) => {
  const smtp = await startSmtp()
  const own = await startRiverbank({
    DEMO: '0',
    DEMO_PASSWORD: '',
    NEWSLETTER_DOUBLE_OPT_IN: '1',
    NEWSLETTER_HOLD_SECONDS: '0',
    SMTP_URL: smtp.url,
  })
  const context = await browser.newContext({
    baseURL: own.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  try {
    const page = await context.newPage()
    await page.goto(/\/setup\/[\w-]{43}/.exec(own.output())?.[0] ?? '')
    await walk(page, '#set-up', 'Set up the website', detailOf)
    await expect(page).toHaveURL(/\/dashboard\/profile$/)
    // The first start logs in; the form of the portal does too.
    await context.clearCookies()
    await page.goto('/portal')
    await walk(page, '#log-in', 'Log In', detailOf)
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.goto(`${website}/centre`)
    await walk(page, '#centre', 'Save', detailOf)
    await expect(page.getByText('Details saved').first()).toBeVisible()

    await page.goto(website)
    const editors = await hrefs(page, '#pages + ul a.button')
    const publicPages = new Map<string, string[]>()
    let number = 0
    for (const editor of editors) {
      await page.goto(editor)
      const to = (await page.getByRole('link', { name: 'See the page' }).getAttribute('href')) ?? ''
      expect(await (await fetch(own.url + to)).text(), to).toContain(EXAMPLES)
      for (const part of await hrefs(page, 'main li a.button')) {
        await page.goto(part)
        const typed: string[] = []
        const file = page.getByLabel(/^New Picture/).first()
        if (part.endsWith('/about/intro')) {
          const buffer = await picture(1600, 800).jpeg().toBuffer()
          await file.setInputFiles({ name: 'us.jpg', mimeType: 'image/jpeg', buffer })
        }
        await walk(page, '#section', 'Publish', ({ kind, label, value, inputMode }) => {
          if (kind === 'tick') return /agree/i.test(label) ? 'yes' : undefined
          if (kind === 'choice' || inputMode === 'numeric' || /^\d{4}-|^\d{1,2} \w+ \d{4}$/.test(value)) return
          if (inputMode === 'url') return 'https://hazelwood.example/more'
          typed.push(`Ours ${++number}.`)
          return typed.at(-1)
        })
        expect(page.url(), `${part}: ${(await page.getByRole('alert').allInnerTexts()).join(' ')}`).toBe(
          own.url + part.replace(/\/[^/]+$/, ''),
        )
        publicPages.set(to, [...(publicPages.get(to) ?? []), ...typed])
      }
    }
    expect(number).toBeGreaterThan(100)

    const textAt = async (path: string) => (await fetch(own.url + path)).text()
    expect(await textAt('/contact')).toContain('Monday to Thursday 10:00 - 16:00')
    expect(await textAt('/about')).toMatch(/\/files\/website\/[\da-f]{24}-800\.avif/)

    for (const [to, typed] of publicPages) {
      const shown = await textAt(to)
      expect(shown, to).not.toContain(EXAMPLES)
      expect(typed.some((words) => shown.includes(words))).toBe(true)
    }

    await context.clearCookies()
    await page.goto('/contact')
    await walk(page, '#subscribe', /^Subscribe/, ({ label }) => (/^Email/.test(label) ? 'nora@home.example' : 'Nora'))
    const call = async (path: string, body: object, { token = '', method = 'POST' } = {}) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
      const answer = await fetch(`${own.url}/api/${path}`, { method, headers, body: JSON.stringify(body) })
      return answer.json()
    }
    const mailTo = (to: string, count: number) =>
      expect.poll(() => smtp.mails.filter((mail) => mail.to === to).length, { timeout: 30_000 }).toBe(count)
    // By the call: a form that is filled in this fast is kept apart as spam.
    await call('contact', {
      name: 'Nora',
      email: 'nora@home.example',
      subject: 'visit',
      message: 'May we come and see you?',
    })
    await mailTo(details.Email!, 1)
    await mailTo('nora@home.example', 1)

    const left: string[] = []
    const read = (where: string, text: string) => {
      for (const [found] of readIn(text).matchAll(theirs)) left.push(`${where}: ${found}`)
    }
    const textOf = async ({ raw }: { raw: Buffer }) => {
      const { subject, from, headerLines, text, html } = await simpleParser(raw)
      return [subject, from?.text, ...headerLines.map(({ line }) => line), text, html].join('\n')
    }

    // Whoever confirms is welcomed, and gets the next newsletter.
    const [confirmation] = smtp.mails.filter(({ to }) => to === 'nora@home.example')
    await page.goto(/\/confirm\/[\w-]+/.exec(await textOf(confirmation!))?.[0] ?? '')
    await page.locator('main form button').first().press('Enter')
    await mailTo('nora@home.example', 2)
    const { token } = await call('login', { username: details.Username, password: details.Password })
    const { id } = await call('newsletters', { title: 'June news', content: 'The choir sang.' }, { token })
    await call(`newsletters/${id}/status`, { status: 'sent' }, { token, method: 'PATCH' })
    await mailTo('nora@home.example', 3)
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
    console.log(`Read ${publicOnes} addresses, ${all - publicOnes} of the portal and ${smtp.mails.length} mails.`)
    expect(publicOnes).toBeGreaterThan(20)
    expect(all - publicOnes).toBeGreaterThan(80)
    expect([...new Set(left)]).toEqual([])
  } finally {
    await context.close()
    await own.stop()
    await smtp.stop()
  }
})
