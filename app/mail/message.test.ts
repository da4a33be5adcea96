import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { readSettings } from '~/settings.server'
import { type AddressedMail, createMessage, parseSender } from './message.server'

const origin = 'https://riverbank.example'
const settings = readSettings({ MAIL_FROM: 'Riverbank News <news@riverbank.example>' })
const delivery = { id: 7, createdAt: '2026-01-01T00:00:00.000Z' }
const plain: AddressedMail = {
  subject: 'June',
  text: 'Hello',
  html: '<p>Hello</p>',
  to: { name: '', address: 'maeve@x.example' },
  automatic: false,
}

async function parseMessage(change: Partial<AddressedMail>) {
  const { raw, envelope } = await createMessage(delivery, { ...plain, ...change }, { settings, origin })
  const mail = await PostalMime.parse(raw)
  const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
  return { mail, headers, envelope, source: raw.toString() }
}

describe('a finished mail', () => {
  it('contains both parts unchanged, whatever they contain', async () => {
    const text = `.\n.dot first\nFrom here\n${'long'.repeat(1000)}\nDún Laoghaire 🎉\n`
    const html = `<p>${'word '.repeat(2000)}é 🎉</p>`
    const { mail, headers } = await parseMessage({ text, html })
    expect(mail.text?.trimEnd()).toBe(text.trimEnd())
    expect(mail.html?.trim()).toBe(html)
    expect(headers['content-type']).toMatch(/^multipart\/alternative/)
  })

  it('has no line that begins with ‘From ’, and decodes unchanged', async () => {
    for (const letters of ['Áine', 'Anne']) {
      const text = `From here\nFrom ${'there to here '.repeat(9)}\n>From\nFrom\nfrom\n${'x'.repeat(75)}\nFrom ${letters}`
      const { mail, source } = await parseMessage({ text, html: `<pre>${text}</pre>` })
      expect(source).not.toMatch(/^From /m)
      expect(mail.text?.trimEnd()).toBe(text)
      expect(mail.html?.trim()).toBe(`<pre>${text}</pre>`)
      const body = source.slice(source.indexOf('\r\n\r\n'))
      expect(Math.max(...body.split(/\r?\n/).map((line) => line.length))).toBeLessThanOrEqual(76)
    }
  })

  it('has a List-Id only if it goes to the newsletter’s list (RFC 2919)', async () => {
    const { headers } = await parseMessage({ isOfList: true })
    expect(headers['list-id']).toMatch(/^"[\x20-\x7e]+ newsletter" <newsletter\.riverbank\.example>$/)
    expect((await parseMessage({})).headers).not.toHaveProperty('list-id')
    const named = readSettings({ CENTRE_NAME: 'Fáilte "Centre"\\ 🎉', MAIL_FROM: 'news@riverbank.example' })
    const { raw } = await createMessage(delivery, { ...plain, isOfList: true }, { settings: named, origin })
    expect(raw.toString()).toContain('List-ID: "Failte Centre newsletter" <newsletter.riverbank.example>\r\n')
  })

  it('allows one-click unsubscribing, and marks automatic mails', async () => {
    const oneClickUrl = `${origin}/unsubscribe/${'0123456789abcdef'.repeat(2)}`
    const { headers } = await parseMessage({ oneClickUrl, automatic: true })
    expect(headers).toMatchObject({
      'list-unsubscribe': `<${oneClickUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    })
    const { headers: others } = await parseMessage({})
    expect(Object.keys(others)).not.toContain('list-unsubscribe')
    expect(Object.keys(others)).not.toContain('auto-submitted')
  })

  it('has the same Message-ID for every retry, on the site’s host', async () => {
    const first = (await parseMessage({})).mail.messageId
    expect(first).toMatch(/^<7\.[a-z0-9]+@riverbank\.example>$/)
    expect((await parseMessage({ subject: 'Another' })).mail.messageId).toBe(first)
  })

  it.each(['Ó Súilleabháin, Máire "Mo" <mo>', 'a@b.example, c@d.example', "O'Brien (Seán) \\ the “second”"])(
    'has one recipient, named %s',
    async (name) => {
      const { mail, envelope } = await parseMessage({ to: { name, address: 'maeve@x.example' }, subject: name })
      expect(mail.to).toEqual([{ name, address: 'maeve@x.example' }])
      expect(mail.subject).toBe(name)
      expect(envelope).toEqual({ from: 'news@riverbank.example', to: 'maeve@x.example' })
    },
  )

  it('gets no extra header or recipient from a name, subject or address', async () => {
    const name = 'Eve\r\nBcc: everyone@x.example\r\n\r\nbody'
    const replyTo = { name, address: 'eve@x.example' }
    const { mail, headers } = await parseMessage({ to: { name, address: 'maeve@x.example' }, subject: name, replyTo })
    expect(headers).not.toHaveProperty('bcc')
    expect(mail.to).toHaveLength(1)
    expect(mail.replyTo).toEqual([{ name: 'Eve Bcc: everyone@x.example body', address: 'eve@x.example' }])
    expect(mail.text?.trim()).toBe('Hello')
  })
})

it('MAIL_FROM is an address, or a name and an address', () => {
  const { centre } = settings
  expect(parseSender({ mailFrom: 'news@x.example', centre })).toEqual({ name: centre.name, address: 'news@x.example' })
  expect(parseSender({ mailFrom: '"River, bank" <news@x.example>', centre })).toEqual({
    name: 'River, bank',
    address: 'news@x.example',
  })
})
