import { describe, expect, it } from 'vitest'
import { readSettings } from '~/settings.server'
import { confirmMail, enquiryMail, newsletterMail, unsubscribeLinkMail, welcomeMail } from './templates'

const site = { origin: 'https://riverbank.example', centre: readSettings({}).centre }
const unsubscribeUrl = 'https://riverbank.example/unsubscribe/0123'
const newsletter = (title: string, content: string) =>
  newsletterMail({ newsletter: { title, content }, attachments: [], unsubscribeUrl, site })

describe('a newsletter', () => {
  it('keeps its line breaks, links its web addresses and shows HTML as the text it is', () => {
    const { text, html } = newsletter(
      'June',
      'Hello,\r\nsee https://river.example/a?b=1&c=2. And <b>this</b>\n\n(https://x.example/).',
    )
    expect(text).toContain('Hello,\nsee https://river.example/a?b=1&c=2. And <b>this</b>\n\n(https://x.example/).')
    expect(html).toContain('<span>Hello,</span><span><br/>see <a href="https://river.example/a?b=1&amp;c=2"')
    expect(html).toContain('</a>. And &lt;b&gt;this&lt;/b&gt;')
    expect(html).toContain('<a href="https://x.example/"')
  })

  it('keeps the brackets that belong to an address', () => {
    expect(newsletter('June', 'See https://x.example/Heron_(bird), please').html).toContain(
      'href="https://x.example/Heron_(bird)"',
    )
  })

  it('has its title without line breaks as its subject', () => {
    expect(newsletter('June\r\nBcc: everyone@x.example\u2028now', 'content').subject).toBe(
      'June Bcc: everyone@x.example now',
    )
  })

  it('names the centre and says in words how to unsubscribe, in both parts', () => {
    const { text, html } = newsletter('June', 'content')
    for (const part of [text, html])
      for (const words of [
        site.centre.name,
        site.centre.phone,
        'St Brigid’s Parish Centre, Quay Lane, Dublin 7',
        'Unsubscribe from our news',
        unsubscribeUrl,
      ])
        expect(part).toContain(words)
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/)
  })

  it('links its files and shows its pictures small', () => {
    const file = {
      description: 'The choir',
      fileName: 'a.jpg',
      size: 1_234_567,
      url: 'https://riverbank.example/files/newsletter/1-s',
    }
    const { text, html } = newsletterMail({
      newsletter: { title: 'June', content: 'content' },
      attachments: [
        { ...file, title: 'Photo', fileType: 'image/jpeg', isImage: true, smallUrl: `${file.url}?inline&width=480` },
        { ...file, title: 'Menu', fileType: 'application/pdf', isImage: false, smallUrl: null },
      ],
      unsubscribeUrl,
      site,
    })
    expect(text).toContain(`Photo (Picture, 1.2 MB)\nThe choir\n${file.url}\n\nMenu (PDF, 1.2 MB)`)
    expect(html).toContain(`<img src="${file.url}?inline&amp;width=480" alt="The choir"`)
    expect(html.match(/<img/g)).toHaveLength(1)
  })
})

it('a subscriber is welcomed, asked to confirm and given the link to unsubscribe', () => {
  expect(welcomeMail({ name: 'Niamh', unsubscribeUrl, site }).text).toMatch(
    /^Welcome to Riverbank News\n\nHello Niamh,/,
  )
  const confirmUrl = 'https://riverbank.example/confirm/4567'
  expect(confirmMail({ name: null, confirmUrl, site }).text).toContain(`Yes, send me the news:\n${confirmUrl}`)
  expect(unsubscribeLinkMail({ name: null, unsubscribeUrl, site }).html).toContain(`href="${unsubscribeUrl}"`)
})

it.each(['Win at https://spam.example', 'spam.example', 'Call 0871234567', 'a@x.example', 'x'.repeat(41)])(
  'a mail that anybody can have sent to anybody does not repeat a name like “%s”',
  (name) => {
    expect(confirmMail({ name, confirmUrl: 'https://riverbank.example/confirm/1', site }).text).toContain(
      '\n\nHello,\n',
    )
    expect(welcomeMail({ name: 'Dr. Seán O’Brien-Ó Sé', unsubscribeUrl, site }).text).toContain(
      'Hello Dr. Seán O’Brien-Ó Sé,',
    )
  },
)

it('the office reads who asks what, and whether it looks like spam', () => {
  const enquiry = {
    name: 'Maeve',
    email: 'maeve@x.example',
    phone: null,
    subject: 'visit',
    message: 'May we come?',
    suspected: 1,
  } as const
  const { subject, text } = enquiryMail({ enquiry, site })
  expect(subject).toBe('Possible spam: Arrange a Visit from Maeve')
  expect(text).toContain('Name: Maeve\nEmail: maeve@x.example\nPhone: not given\nSubject: Arrange a Visit')
  expect(text).toContain('looks like spam')
  expect(text).toContain('> May we come?')
})
