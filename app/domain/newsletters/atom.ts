import type { Newsletter } from './newsletters.server'
import { paragraphsOf, summaryOf } from './paragraphs'

// Characters that XML 1.0 does not allow, not even escaped.
const FORBIDDEN = /[\p{Cs}\ufffe\uffff]|[^\P{Cc}\t\n\r]/gu
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (letter) => escapes[letter] ?? '')

/** The published newsletters as an Atom feed (RFC 4287), newest first. `origin` is the site's address without a trailing slash. */
export function atomFeed(newsletters: Newsletter[], { origin, name }: { origin: string; name: string }): string {
  const updated = newsletters.map(({ publishedAt }) => publishedAt ?? '').sort()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IE">',
    `<title>${escaped(name)}</title>`,
    `<id>${escaped(origin)}/news/feed</id>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(origin)}/news/feed"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(origin)}/news"/>`,
    `<updated>${updated.at(-1) ?? new Date(0).toISOString()}</updated>`,
    `<author><name>${escaped(name)}</name></author>`,
    ...newsletters.map((newsletter) => entry(newsletter, origin)),
    '</feed>',
    '',
  ].join('\n')
}

function entry({ id, title, content, sentAt, publishedAt, attachments }: Newsletter, origin: string): string {
  const address = `${escaped(origin)}/news/${id}`
  const html = paragraphsOf(content)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br/>')}</p>`)
    .join('')
  return [
    '<entry>',
    `<title>${escaped(title)}</title>`,
    `<id>${address}</id>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    ...attachments.map(
      ({ filePath, fileType, size, title }) =>
        `<link rel="enclosure" type="${fileType}" length="${size}" title="${escaped(title)}" href="${escaped(origin + filePath)}"/>`,
    ),
    `<published>${sentAt}</published>`,
    `<updated>${publishedAt}</updated>`,
    `<summary>${escaped(summaryOf(content))}</summary>`,
    `<content type="html">${escaped(html)}</content>`,
    '</entry>',
  ].join('\n')
}
