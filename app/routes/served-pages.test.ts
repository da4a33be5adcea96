import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareServer } from '~/test/built'
import type { Person } from '~/test/people'
import { saveState } from '~/test/running'
import { listRoutePlaces, resolveAddress } from '~/test/screens'
import { findForm, findLink, getPageText } from '~/test/served'

// What pages say and link to, as the server sends them.

const riverbank = shareServer()
let state: Awaited<ReturnType<typeof saveState>> | undefined
beforeAll(async () => {
  state = await saveState(riverbank)
})
beforeEach(() => state?.restore())
afterAll(() => state?.remove())

/** The headers of a browser with these cookies, or with none. */
const createHeaders = (...cookies: string[]) => ({
  Origin: riverbank.url,
  ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
})
const getCookies = (as?: Person) => (as ? [riverbank.sessions[as].cookie] : [])
async function readPage(answer: Response) {
  const html = await answer.text()
  const title = /<title[^>]*>(.*?)<\/title>/.exec(html)?.[1]
  const headings = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, heading = '']) => getPageText(heading))
  return { status: answer.status, html, text: getPageText(html), title, headings }
}
const open = async (path: string, as?: Person) =>
  readPage(await fetch(riverbank.url + path, { headers: createHeaders(...getCookies(as)) }))

/** Sends the form with a field, and follows the redirect with the cookies that it sets, if the browser has any. */
async function send(
  path: string,
  field: string,
  fields: Record<string, string>,
  { as, hasCookies = true }: { as?: Person; hasCookies?: boolean } = {},
) {
  const url = riverbank.url + path
  const { form, action } = findForm((await open(path, as)).html, field, url)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const headers = createHeaders(...getCookies(as))
  const answer = await fetch(new URL(action, url), { method: 'POST', body: form, redirect: 'manual', headers })
  const location = answer.headers.get('Location')
  if (!location) return readPage(answer)
  const set = hasCookies ? answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '') : []
  return readPage(await fetch(new URL(location, url), { headers: createHeaders(...getCookies(as), ...set) }))
}

test('titles name the record, the tab, the page of a list and the search', async () => {
  const { id } = riverbank.rows("select id from users where username = 'demo.student2'")[0] ?? {}
  for (let number = 1; number <= 60; number += 1)
    riverbank.change(
      "insert into newsletters (title, content, createdAt) select 'Issue', content, createdAt from newsletters limit 1",
    )
  for (const [path, title] of [
    [`/dashboard/profile/people/${id}`, 'Person: Niamh Walsh'],
    [`/dashboard/profile/people/${id}/close`, 'Close account: Niamh Walsh'],
    ['/dashboard/newsletter/subscribers?search=guardian', 'Subscribers: search for ‘guardian’'],
    ['/dashboard/newsletter?page=2', 'Newsletter Management: page 2 of 4'],
    ['/dashboard/calendar?day=2025-10-14', 'Calendar: Tuesday, 14 October 2025'],
    ['/board', 'Directors'],
    ['/board?tab=nonsense', 'Directors'],
    ['/board?tab=past', 'Directors: Past Members'],
    ['/board?tab=strategic', 'Directors: Strategic Plans'],
  ] as const)
    expect((await open(path, 'aoife')).title, path).toBe(`${title} - Riverbank`)
  expect(findLink((await open('/')).html, 'Directors')).toBe('/board')
  expect((await open('/board')).headings).toEqual(['Directors'])
})

test.each(['/no/such/page', '/news/99999', '/resources/99999'])('%s is not found, and links onwards', async (path) => {
  const { status, title, headings, html } = await open(path)
  expect([status, title, headings]).toEqual([404, 'Page Not Found - Riverbank', ['Page Not Found']])
  expect(html).toContain('aria-label="Main"')
  expect(findLink(html, 'Go to the home page')).toBe('/')
})

test('every page of the sitemap exists and may be indexed', async () => {
  const robots = await fetch(`${riverbank.url}/robots.txt`)
  expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const [, sitemap = ''] = /^Sitemap: (.*)$/m.exec(await robots.text()) ?? []
  const map = await fetch(sitemap)
  expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const addresses = [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(10)
  for (const address of addresses) {
    const page = await fetch(address)
    await page.text()
    const headers = ['content-type', 'x-robots-tag'].map((name) => page.headers.get(name))
    expect([page.status, ...headers], address).toEqual([200, 'text/html; charset=utf-8', null])
  }
})

test('the footer helps to unsubscribe, and is short where visitors do one thing', async () => {
  const readFooter = async (path: string) => /<footer.*<\/footer>/s.exec((await open(path)).html)?.[0] ?? ''
  const whole = await readFooter('/about')
  expect(findLink(whole, 'Unsubscribe')).toBe('/unsubscribe')
  expect(whole).toContain('<nav')
  for (const path of ['/unsubscribe', '/portal', '/card', '/settings', '/away/unknown']) {
    const footer = await readFooter(path)
    expect(findLink(footer, '020 910 0100'), path).toBe('tel:0209100100')
    expect(findLink(footer, 'Accessibility'), path).toBe('/accessibility')
    expect(footer, path).not.toMatch(/<button|<nav/)
  }
})

test('the address only chooses between fixed thank-you messages', async () => {
  const { text } = await open('/contact?sent=You+won+a+prize&title=Prize&constructor')
  expect(text).toContain("Thank you for your message. We'll get back to you soon!")
  expect(text).not.toMatch(/prize/i)
})

test('without events What’s on says so, and suggests the newsletter', async () => {
  riverbank.change('delete from events')
  const { text, html } = await open('/events')
  expect(text).toContain('No events are planned yet.')
  expect(findLink(html, 'Get our newsletter by email')).toBe('/contact#news')
})

test('addresses in the portal without a page redirect to one', async () => {
  for (const [, { path, leadsTo }] of listRoutePlaces('dashboard')) {
    if (!leadsTo) continue
    const sent = { redirect: 'manual', headers: createHeaders(...getCookies('aoife')) } as const
    const answer = await fetch(riverbank.url + resolveAddress(riverbank, path), sent)
    expect([answer.status, answer.headers.get('Location')], path).toEqual([303, resolveAddress(riverbank, leadsTo)])
  }
})

test('the portal greets a tutor, and ends with the help', async () => {
  const { text, html } = await open('/dashboard', 'aoife')
  expect(text).toContain('Welcome, Aoife')
  expect(text).toContain('1 enquiry to answer')
  const tabs = [...html.matchAll(/<a [^>]*role="tab"[^>]*>(.*?)<\/a>/g)].map(([, tab = '']) => getPageText(tab).trim())
  const ofStudents = ['My Files', 'Riverbank Timetable', 'Calendar', 'Notices']
  expect(tabs.slice(0, 8)).toEqual([...ofStudents, 'Newsletter', 'Resources', 'Board', 'Profile'])
  const footer = /<footer.*<\/footer>/s.exec((await open('/dashboard/timetable', 'daniel')).html)?.[0] ?? ''
  expect(footer).toMatch(/^<footer class="no-print/)
  expect([...footer.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, link = '']) => getPageText(link).trim())).toEqual([
    '020 910 0100',
    'Not happy with something?',
    'Accessibility',
    'Text size and colours',
    'Privacy Policy',
  ])
})

describe('a reader of the newsletter', () => {
  const email = 'reader.of.news@example.ie'
  beforeEach(() =>
    riverbank.change(
      "insert into subscribers (email, active, createdAt, token, confirmToken) values (?, 0, '2026-11-01', 'a', 'b')",
      email,
    ),
  )

  test('gets the link to unsubscribe by email address', async () => {
    riverbank.change('update subscribers set active = 1, confirmToken = null where email = ?', email)
    const unknown = await open('/unsubscribe/a-link-that-nobody-was-sent')
    expect([unknown.status, unknown.headings]).toEqual([404, ['This link does not work']])
    const path = findLink(unknown.html, 'Unsubscribe by email address')
    const refused = await send(path, 'email', { email: 'reader' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Please enter a valid email address')
    expect(refused.html).toContain('value="reader"')
    const { text } = await send(path, 'email', { email: email.toUpperCase() })
    expect(text).toContain('This is a demonstration, so no email will come.')
    expect(riverbank.rows("select email from deliveries where kind = 'unsubscribe'")).toEqual([{ email }])
  })

  test('unsubscribes by the button on the link’s page, and may change their mind', async () => {
    riverbank.change('update subscribers set active = 1 where email = ?', email)
    const isActive = () => riverbank.rows('select active from subscribers where email = ?', email)[0]?.active === 1
    expect((await open('/unsubscribe/a')).text).toContain(email)
    expect(isActive()).toBe(true)
    expect((await send('/unsubscribe/a', 'idempotencyKey', {})).headings).toEqual(['You are unsubscribed'])
    expect(isActive()).toBe(false)
    await send('/unsubscribe/a', 'idempotencyKey', {})
    expect(isActive()).toBe(true)
  })

  test('confirms a sign-up once, by the button on the link’s page', async () => {
    const confirmed = await send('/confirm/b', 'idempotencyKey', {})
    expect(confirmed.headings).toEqual(['You are subscribed'])
    expect(riverbank.rows('select active from subscribers where email = ?', email)).toEqual([{ active: 1 }])
    expect((await open('/confirm/b')).headings).toEqual(['This link no longer works'])
  })
})

describe('in a browser that blocks cookies', () => {
  test('an enquiry and a sign-up are thanked for', async () => {
    const words = { name: 'Maura', email: 'maura@example.ie', subject: 'visit', message: 'May my brother visit you?' }
    const enquiry = await send('/contact', 'message', words, { hasCookies: false })
    expect(enquiry.text).toContain("Thank you for your message. We'll get back to you soon!")
    const signUp = await send('/about', 'email', { email: 'liam@example.ie' }, { hasCookies: false })
    expect(signUp.text).toContain('Subscription successful')
  })

  test('the settings say that they could not be saved', async () => {
    const { text } = await send('/settings', 'text', { text: '200' }, { hasCookies: false })
    expect(text).toContain('This browser blocks cookies')
    expect(text).not.toContain('Every page looks like this now.')
  })

  test('a scanned card says what is wrong', async () => {
    const { text } = await open('/card?check-cookies')
    expect(text).toContain('This browser blocks cookies')
    expect(text).not.toContain('Your six numbers')
  })

  test('one form’s message does not appear on the next refused form', async () => {
    const path = `${resolveAddress(riverbank, '/away/:away')}?saved-already`
    const words = 'This was saved the first time you sent it.'
    expect((await open(path)).text).toContain(words)
    const refused = await send(path, 'startDate', { startDate: 'some day' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('aria-invalid="true"')
    expect(refused.text).not.toContain(words)
  })
})

test('a tutor records a phone call about an absence', async () => {
  const { text } = await send('/dashboard/timetable/away', 'studentId', { studentId: '2' }, { as: 'aoife' })
  expect(text).toContain('Absence recorded')
  expect(text).toContain('Recorded by a tutor')
  expect(riverbank.rows('select userId from absences where userId = 2')).toEqual([{ userId: 2 }])
})

test('a tutor makes a family link, which is shown once', async () => {
  const path = '/dashboard/profile/people/2/family'
  const made = await send(path, 'label', { label: 'Father' }, { as: 'aoife' })
  expect(made.text).toContain('The link is ready')
  expect(made.html).toContain('QR code')
  const again = await open(path, 'aoife')
  expect(again.text).toContain('Father')
  expect(again.text).not.toContain('The link is ready')
  expect(riverbank.rows('select label from familyLinks where userId = 2')).toEqual([{ label: 'Father' }])
})

describe('a form that a page does not take', () => {
  const post = (path: string, as?: Person) =>
    fetch(riverbank.url + path, {
      method: 'POST',
      body: new URLSearchParams({ title: 'Heron', password: 'secret' }),
      redirect: 'manual',
      headers: createHeaders(...getCookies(as)),
    })

  test.each([
    ['/about', undefined],
    ['/steps/no-such-code', undefined],
    ['/away/no-such-code/home', undefined],
    ['/dashboard/steps', undefined],
    ['/dashboard/calendar', undefined],
    ['/dashboard/more', 'daniel'],
    ['/dashboard/profile/activity', 'aoife'],
  ] as const)('is answered 405 with Allow and what was typed: %s', async (path, as) => {
    const answer = await post(path, as)
    const { html, text } = await readPage(answer)
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    expect(text).toContain('Nothing was saved: this page takes no forms.')
    expect(text).toContain('What you typedTitleHeron')
    expect(html).not.toContain('secret')
    const data = await post(`${path}.data`, as)
    expect([data.status, data.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each(['/robots.txt', '/card/no-such-code'])('is answered 405 by %s too', async (path) => {
    const answer = await post(path)
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    expect(await answer.text()).toBe('This address can’t be used that way.')
  })

  test.each([
    ['/nothing', undefined],
    ['/setup/no-such-secret', undefined],
    ['/dashboard/nothing', 'daniel'],
  ] as const)('is answered 404 at an unknown address: %s', async (path, as) => {
    const { status, text } = await readPage(await post(path, as))
    expect(status).toBe(404)
    expect(text).toContain(
      'Page Not FoundThere is no page at this address, so nothing was saved.What you typedTitleHeron',
    )
  })

  test.each(['/contact', '/portal', '/unsubscribe/no-such-code', '/away/no-such-code', '/dashboard/password'])(
    'is answered 405 if it is no POST: %s',
    async (path) => {
      const answer = await fetch(riverbank.url + path, {
        method: 'PUT',
        body: new URLSearchParams(),
        headers: createHeaders(),
      })
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
      expect((await readPage(answer)).text).toContain('This address can’t be used that way.')
    },
  )

  test('is given back to a student who may not send it', async () => {
    const { status, text, html } = await readPage(await post('/dashboard/resources/new', 'daniel'))
    expect(status).toBe(403)
    expect(text).toContain('Only tutors can do this.')
    expect(text).toContain('What you typedTitleHeron')
    expect(html).not.toMatch(/secret|Open the page again/)
  })
})

test.each([
  ['/contact', 'text/html; charset=utf-8'],
  ['/contact.data', 'text/x-script; charset=utf-8'],
  ['/dashboard/resources/new.data', 'text/x-script; charset=utf-8'],
])('a body above all limits is refused in words that the page can show: %s', async (path, type) => {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(17 * 1024 * 1024)], 'film.mp4'))
  const headers = createHeaders(...getCookies('aoife'))
  const answer = await fetch(riverbank.url + path, { method: 'POST', body, headers })
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([413, type])
  expect(await answer.text()).toContain('That is too large to send.')
})

test('a HEAD request leads to the log-in and back, as a GET does', async () => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${riverbank.url}/dashboard/calendar?month=2026-12`, { method, redirect: 'manual' })
    expect([method, answer.headers.get('Location')]).toEqual([
      method,
      '/portal?next=%2Fdashboard%2Fcalendar%3Fmonth%3D2026-12',
    ])
  }
})
