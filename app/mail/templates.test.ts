import { describe, expect, it } from 'vitest'
import { readSettings } from '~/settings.server'
import {
  writeConfirmationMail,
  writeEnquiryMail,
  writeNewsletterMail,
  writeUnsubscribeLinkMail,
  writeWelcomeMail,
} from './templates'

const site = { origin: 'https://riverbank.example', centre: readSettings({}).centre }
const unsubscribeUrl = 'https://riverbank.example/unsubscribe/0123'
const newsletter = (title: string, content: string) =>
  writeNewsletterMail({ newsletter: { title, content, format: 'markdown' }, attachments: [], unsubscribeUrl, site })

describe('a newsletter', () => {
  it('keeps line breaks, links web addresses and shows HTML as text', () => {
    const { text, html } = newsletter(
      'June',
      'Hello,\nsee https://river.example/a?b=1&c=2. And <b>this</b>\n\n(https://x.example/).',
    )
    expect(text).toContain('Hello,\nsee https://river.example/a?b=1&c=2. And <b>this</b>\n\n(https://x.example/).')
    expect(html).toContain('Hello,<br/>see <a href="https://river.example/a?b=1&amp;c=2"')
    expect(html).toContain('</a>. And &lt;b&gt;this&lt;/b&gt;')
    expect(html).toContain('<a href="https://x.example/"')
  })

  it('uses its title without line breaks as the subject', () => {
    expect(newsletter('June\r\nBcc: everyone@x.example\u2028now', 'content').subject).toBe(
      'June Bcc: everyone@x.example now',
    )
  })

  it('names the centre and says how to unsubscribe, in both parts', () => {
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

  const file = {
    title: 'Photo',
    description: 'The choir',
    fileType: 'image/jpeg',
    size: 1_234_567,
    url: 'https://riverbank.example/files/newsletter/1-s',
    number: 1,
  }
  const photo = {
    ...file,
    picture: {
      alt: 'Twelve people sing.',
      caption: 'The choir',
      url: file.url,
      smallUrl: `${file.url}?inline&width=480`,
      width: 480,
    },
  }
  const menu = { ...file, title: 'Menu', fileType: 'application/pdf', number: null, picture: null }
  const withFiles = (content: string) =>
    writeNewsletterMail({
      newsletter: { title: 'June', content, format: 'markdown' },
      attachments: [photo, menu],
      unsubscribeUrl,
      site,
    })

  it('links its files and shows its pictures small', () => {
    const { text, html } = withFiles('content')
    expect(text).toContain(`Photo (Picture, 1.2 MB)\nThe choir\n${file.url}\n\nMenu (PDF, 1.2 MB)`)
    expect(html).toContain(`<img src="${file.url}?inline&amp;width=480" alt="Twelve people sing." width="480"`)
    expect(html.match(/<img/g)).toHaveLength(1)
  })

  it('shows a placed picture once, in both parts', () => {
    const { text, html } = withFiles('## Choir\nbefore\n[picture 1]\nafter')
    expect(text).toContain(`Choir\n\nbefore\n\nPicture: Twelve people sing.\nThe choir\n${file.url}\n\nafter\n\nMenu`)
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html).toMatch(/<h2 [^>]*>Choir<\/h2><p [^>]*>before<\/p>.*<img .*The choir.*<p [^>]*>after<\/p>.*Menu/)
    expect(html).not.toContain('[picture')
  })
})

it('subscribers are welcomed, asked to confirm and sent the unsubscribe link', () => {
  expect(writeWelcomeMail({ name: 'Niamh', unsubscribeUrl, site }).text).toMatch(
    /^Welcome to Riverbank News\n\nHello Niamh,/,
  )
  const confirmUrl = 'https://riverbank.example/confirm/4567'
  expect(writeConfirmationMail({ name: null, confirmUrl, site }).text).toContain(
    `Yes, send me the news:\n${confirmUrl}`,
  )
  expect(writeUnsubscribeLinkMail({ name: null, unsubscribeUrl, site }).html).toContain(`href="${unsubscribeUrl}"`)
})

it.each(['Win at https://spam.example', 'spam.example', 'Call 0871234567', 'a@x.example', 'x'.repeat(41)])(
  'a mail that anybody can have sent to anybody does not repeat a name like “%s”',
  (name) => {
    expect(writeConfirmationMail({ name, confirmUrl: 'https://riverbank.example/confirm/1', site }).text).toContain(
      '\n\nHello,\n',
    )
    expect(writeWelcomeMail({ name: 'Dr. Seán O’Brien-Ó Sé', unsubscribeUrl, site }).text).toContain(
      'Hello Dr. Seán O’Brien-Ó Sé,',
    )
  },
)

it('the office’s mail says who asks what, and whether it looks like spam', () => {
  const enquiry = {
    name: 'Maeve',
    email: 'maeve@x.example',
    phone: null,
    subject: 'visit',
    message: 'May we come?',
    suspected: 1,
  } as const
  const { subject, text } = writeEnquiryMail({ enquiry, site })
  expect(subject).toBe('Possible spam: Arrange a Visit from Maeve')
  expect(text).toContain('Name: Maeve\nEmail: maeve@x.example\nPhone: not given\nSubject: Arrange a Visit')
  expect(text).toContain('looks like spam')
  expect(text).toContain('> May we come?')
})

// Such a text once blocked the server for half a minute, and again at each start with its mail in the queue.
it('a long row of punctuation after an address is left out quickly', () => {
  const enquiry = { name: 'Maeve', email: 'm@x.example', phone: null, subject: 'visit', suspected: 0 } as const
  const linked = (message: string) => writeEnquiryMail({ enquiry: { ...enquiry, message }, site }).html
  const [dots, few] = ['.'.repeat(4970), '.'.repeat(1000)]
  expect(linked(`See http://${dots}a.).`)).toContain(`See http://${dots}a.).`)
  expect(linked(`See (http://a.ie)${few}`)).toContain(`">http://a.ie</a>)${few}`)
  expect(linked(`See http://a.ie/b(c) ${dots}`)).toContain(`">http://a.ie/b(c)</a> ${dots}`)
})
