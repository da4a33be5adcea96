import { describe, expect, it } from 'vitest'
import { atomFeed } from './atom'
import type { Newsletter } from './newsletters.server'
import { paragraphsOf, summaryOf } from './paragraphs'

const june: Newsletter = {
  id: 7,
  title: 'June & July <soon>',
  content: 'Dear families,\n\nTea & cake.\nAll welcome.\u0000\u001b\n\n\nBye',
  status: 'sent',
  audience: 'all',
  createdAt: '2026-06-01T09:00:00.000Z',
  sentAt: '2026-06-02T09:00:00.000Z',
  goesOutAt: '2026-06-02T09:01:00.000Z',
  publishedAt: '2026-06-03T09:00:00.000Z',
  version: 1,
  attachments: [],
}
const site = { origin: 'https://riverbank.example', name: 'Riverbank “News”' }

describe('the feed', () => {
  it('has what RFC 4287 asks of a feed and of each entry, and nothing that XML forbids', () => {
    const feed = atomFeed([june], site)
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

  it('is a feed without entries, too', () => {
    const feed = atomFeed([], site)
    expect(feed).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
    expect(feed).not.toContain('<entry>')
  })

  it('offers the attachments', () => {
    const file = {
      id: 1,
      title: 'The "choir"',
      description: null,
      fileName: 'a.pdf',
      fileSize: '1 kB',
      url: '',
      size: 900,
    }
    const attachment = {
      ...file,
      fileType: 'application/pdf',
      filePath: '/files/newsletter/1-a',
      width: null,
      height: null,
    }
    expect(atomFeed([{ ...june, attachments: [attachment] }], site)).toContain(
      '<link rel="enclosure" type="application/pdf" length="900" title="The &quot;choir&quot;" href="https://riverbank.example/files/newsletter/1-a"/>',
    )
  })
})

describe('a newsletter’s text', () => {
  it('has its paragraphs where empty lines are', () => {
    expect(paragraphsOf('One\ntwo\n \n\nthree\n')).toEqual(['One\ntwo', 'three'])
  })

  it('is summed up without its greeting and the headings in capitals', () => {
    expect(summaryOf('Dear families and friends,\n\nCHOIR\nWe sang.\nIt was good.')).toBe('We sang. It was good.')
    expect(summaryOf('NEWS')).toBe('NEWS')
  })

  it('is cut between words where it is long', () => {
    const summary = summaryOf('word '.repeat(60))
    expect(summary).toMatch(/ word…$/)
    expect(summary.length).toBeLessThanOrEqual(160)
  })
})
