import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, it } from 'vitest'
import type { AbsenceMail } from '~/domain/absences/absence-mail.server'
import { readSettings } from '~/settings.server'
import type { MailContent } from './render'
import * as templates from './templates'

const origin = 'https://riverbank.example'
const site = { origin, centre: { ...readSettings({}).centre, logo: `${'a'.repeat(24)}-400x200.png` } }
const unsubscribeUrl = `${origin}/unsubscribe/0123`
const enquiry = {
  name: 'Maeve O’Brien',
  email: 'maeve@x.example',
  phone: '087 555 0101',
  subject: 'visit',
  message: 'May we come?\r\nSee https://x.example/us?a=1&b=2.\n\nThank you.',
} as const

function attached(number: number | null, title: string, description: string | null, alt?: string) {
  const url = `${origin}/files/newsletter/${title.length}-s`
  const picture = alt ? { alt, caption: description, url, smallUrl: `${url}?inline&width=480`, width: 480 } : null
  return {
    title,
    description,
    fileType: picture ? 'image/webp' : 'application/pdf',
    size: 12_000,
    url,
    number,
    picture,
  }
}
const attachments = [
  attached(1, 'choir', 'On stage\nin June', 'Twelve people sing.'),
  attached(2, 'Art in the hall', null, 'A yellow painting.'),
  attached(3, 'Tea', 'Tea for all.', 'Tea for all.'),
  attached(null, 'The menu', 'What we cook'),
]
const content = `## The choir & friends

We **sang** at [the library](https://library.example/choir?a=1&b=2), www.hse.ie/help and a@b.ie.
Read [help](https://www.hse.ie/help), [www.hse.ie](https://www.hse.ie/elsewhere) or ring [the office](tel:020-910-0100).

[picture 1]

- tea, see [our page](https://riverbank.example/tea)
- cake

  with “cream”

1. first
2. **second** [mail us](mailto:office@a.ie)`

const newsletter = (content: string, format: 'markdown' | 'plain') =>
  templates.writeNewsletterMail({
    newsletter: { title: 'June & July', content, format },
    attachments,
    unsubscribeUrl,
    site,
  })
const line = { action: 'changed', noun: 'person', at: '2026-11-20T10:05:00.000Z', actorName: 'Aoife', title: 'Niamh' }

const mails: Record<string, MailContent[]> = {
  writeNewsletterMail: [
    newsletter(content, 'markdown'),
    newsletter(content, 'plain'),
    newsletter('One line.', 'markdown'),
  ],
  writeWelcomeMail: [templates.writeWelcomeMail({ name: 'Niamh', unsubscribeUrl, site })],
  writeConfirmationMail: [templates.writeConfirmationMail({ name: null, confirmUrl: `${origin}/confirm/4567`, site })],
  writeUnsubscribeLinkMail: [templates.writeUnsubscribeLinkMail({ name: 'Niamh', unsubscribeUrl, site })],
  writeEnquiryMail: [0, 1].map((suspected) =>
    templates.writeEnquiryMail({ enquiry: { ...enquiry, suspected: suspected as 0 }, site }),
  ),
  writeAccessMail: [templates.writeAccessMail({ line: line as never, site })],
  writeAbsencesMail: [
    templates.writeAbsencesMail({
      absences: [
        { studentName: 'Daniel Okafor', endDate: '2026-11-20' },
        { studentName: 'Niamh Kelly', endDate: '2026-11-24' },
      ] as AbsenceMail['absences'],
      day: '2026-11-20',
      until: '16:30',
      site,
    }),
    templates.writeAbsencesMail({ absences: [], day: '2026-11-20', until: '16:30', remark: 'off', site }),
  ],
  writeOperatorMail: [
    templates.writeOperatorMail({
      lasting: [{ words: 'The disk is full. Free up space.', since: '2026-11-20T10:05:00.000Z' }],
      site,
      timeZone: 'Europe/Dublin',
    }),
  ],
}

const tidy = (text: string) => text.replace(/^> ?/gm, '').replace(/\s+/g, ' ').trim()
/** The HTML's words, links and alt texts. */
function listParts(html: string) {
  const body = DomUtils.getElementsByTagName('body', parseDocument(html))
  const texts = DomUtils.find((node) => node.type === 'text', body, true, Number.POSITIVE_INFINITY)
  const links = DomUtils.getElementsByTagName('a', body).map(({ attribs }) => String(attribs.href))
  const pictures = DomUtils.getElementsByTagName('img', body).map(({ attribs }) => String(attribs.alt))
  return { words: texts.map((node) => tidy(DomUtils.textContent(node))).filter(Boolean), links, pictures }
}

it('covers every template', () => {
  expect(Object.keys(mails)).toEqual(Object.keys(templates).filter((name) => name.endsWith('Mail')))
})

it.each(Object.entries(mails))('the text of %s contains every word and link of its HTML', (_, all) => {
  for (const { text, html } of all) {
    const { words, links, pictures } = listParts(html)
    expect(words.length).toBeGreaterThan(5)
    for (const said of words) expect(tidy(text)).toContain(said)
    for (const link of links)
      if (link.startsWith('tel:')) expect(text.replace(/\D/g, '')).toContain(link.slice('tel:'.length))
      else expect(text).toContain(link.replace(/^mailto:/, ''))
    for (const said of pictures) expect(tidy(text)).toContain(said)
    expect(text).toContain(`\n${origin}\n`)
    expect(text).toContain(site.centre.phone)
    expect(text).not.toMatch(/<\/?[a-z]|&[a-z]+;|undefined|null|\n{3}/)
    expect(text.split('\n').filter((line) => / $/.test(line) && line !== '-- ')).toEqual([])
  }
})

it('each newsletter ends with how to unsubscribe', () => {
  for (const { text } of [...mails.writeNewsletterMail!, ...mails.writeWelcomeMail!])
    expect(text).toMatch(/\nUnsubscribe from our news:\nhttps:\/\/riverbank.example\/unsubscribe\/0123\n$/)
})
