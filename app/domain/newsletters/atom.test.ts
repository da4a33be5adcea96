import { expect, it } from 'vitest'
import { writeAtomFeed } from './atom'
import type { Newsletter } from './newsletters.server'

const june: Newsletter = {
  id: 7,
  title: 'June & July <soon>',
  easyRead: null,
  content: 'Dear families,\n\nTea & cake.\nAll welcome.\u0001\u001b\n\n\nBye',
  format: 'markdown',
  status: 'sent',
  audience: 'all',
  createdAt: '2026-06-01T09:00:00.000Z',
  sentAt: '2026-06-02T09:00:00.000Z',
  goesOutAt: '2026-06-02T09:01:00.000Z',
  publishedAt: '2026-06-03T09:00:00.000Z',
  leavesAt: null,
  leavesTo: null,
  leavesBy: null,
  version: 1,
  attachments: [],
}
const site = { origin: 'https://riverbank.example', name: 'Riverbank “News”' }

it('the feed has what RFC 4287 asks of a feed and of each entry, and nothing that XML forbids', () => {
  const feed = writeAtomFeed([june], site)
  for (const part of [
    '<id>https://riverbank.example/news/feed</id>',
    '<updated>2026-06-03T09:00:00.000Z</updated>',
    '<author><name>Riverbank “News”</name></author>',
    '<link rel="self" type="application/atom+xml" href="https://riverbank.example/news/feed"/>',
    '<title>June &amp; July &lt;soon&gt;</title>',
    '<id>https://riverbank.example/news/7</id>',
    '<published>2026-06-02T09:00:00.000Z</published>',
    '<content type="html">&lt;p&gt;Dear families,&lt;/p&gt;&lt;p&gt;Tea &amp;amp; cake.&lt;br/&gt;All welcome.&lt;/p&gt;',
  ])
    expect(feed).toContain(part)
  expect(feed).not.toMatch(/[^\P{Cc}\n]/u)
})

it('the feed is valid without entries', () => {
  const feed = writeAtomFeed([], site)
  expect(feed).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  expect(feed).not.toContain('<entry>')
})

it('the feed has the formatting and pictures of the text, and no other markup', () => {
  const choir = { ...june, content: '## A <b>\n**c** [d](https://a.ie/?e=1&f=2)\n- g\n\n[picture 1]' }
  const picture = { id: 1, title: 'The "choir"', alt: null, picture: 1, filePath: '/files/newsletter/1-a' }
  const feed = writeAtomFeed([{ ...choir, attachments: [picture as never] }], site)
  const html = /<content type="html">(.*)<\/content>/.exec(feed)?.[1]?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  expect(html?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toBe(
    '<h2>A &lt;b&gt;</h2><p><strong>c</strong> <a href="https://a.ie/?e=1&amp;f=2">d</a></p><ul><li><p>g</p></li></ul>' +
      '<p><img src="https://riverbank.example/files/newsletter/1-a?inline" alt="The &quot;choir&quot;"/></p>',
  )
})

it('the feed has the empty lines of the text', () => {
  const feed = writeAtomFeed([{ ...june, content: 'Tea\n\n\n- a\n\n- b\n\n\n\nBye' }], site)
  const html = '<p>Tea</p><br/><ul><li><p>a</p><br/></li><li><p>b</p></li></ul><br/><br/><p>Bye</p>'
  expect(feed).toContain(`>${html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</content>`)
})

it('the feed offers the attachments', () => {
  const menu = { title: 'The "choir"', fileType: 'application/pdf', size: 900, filePath: '/files/newsletter/1-a' }
  expect(writeAtomFeed([{ ...june, attachments: [menu as never] }], site)).toContain(
    '<link rel="enclosure" type="application/pdf" length="900" title="The &quot;choir&quot;" href="https://riverbank.example/files/newsletter/1-a"/>',
  )
})
