import { paths } from '~/paths'
import { type InlineText, summarize, type TextBlock } from './blocks'
import { getPictureNumbers, type Newsletter } from './newsletters.server'
import { parseNewsletter } from './text.server'

// Characters that XML 1.0 does not allow, not even escaped.
const FORBIDDEN = /[\p{Cs}\ufffe\uffff]|[^\P{Cc}\t\n\r]/gu
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (letter) => escapes[letter] ?? '')

/** The published newsletters as an Atom feed (RFC 4287), newest first. `origin` is the site's address without a trailing slash. */
export function writeAtomFeed(newsletters: Newsletter[], { origin, name }: { origin: string; name: string }): string {
  const updated = newsletters.map(({ publishedAt }) => publishedAt ?? '').sort()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IE">',
    `<title>${escaped(name)}</title>`,
    `<id>${escaped(origin)}${paths.news.feed}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(origin)}${paths.news.feed}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(origin)}${paths.news.list}"/>`,
    `<updated>${updated.at(-1) ?? new Date(0).toISOString()}</updated>`,
    `<author><name>${escaped(name)}</name></author>`,
    ...newsletters.map((newsletter) => entry(newsletter, origin)),
    '</feed>',
    '',
  ].join('\n')
}

function inHtml(words: InlineText): string {
  return words
    .map((part) => {
      if (typeof part === 'string') return escaped(part)
      if (part.is === 'break') return '<br/>'
      const inside = inHtml(part.words)
      return part.is === 'bold' ? `<strong>${inside}</strong>` : `<a href="${escaped(part.url)}">${inside}</a>`
    })
    .join('')
}

function htmlOf(blocks: TextBlock[], picture: (number: number) => string): string {
  return blocks
    .map((block) => {
      if (block.is === 'picture') return picture(block.number)
      if (block.is === 'paragraph') return `<p>${inHtml(block.words)}</p>`
      if (block.is === 'heading') return `<h2>${inHtml(block.words)}</h2>`
      const items = block.items.map((item) => `<li>${htmlOf(item, picture)}</li>`).join('')
      return block.first === null ? `<ul>${items}</ul>` : `<ol start="${block.first}">${items}</ol>`
    })
    .join('')
}

function entry(newsletter: Newsletter, origin: string): string {
  const { id, title, sentAt, publishedAt, attachments } = newsletter
  const address = `${escaped(origin)}${paths.news.one(id)}`
  const blocks = parseNewsletter(newsletter, getPictureNumbers(newsletter))
  const html = htmlOf(blocks, (number) => {
    const picture = attachments.find((each) => each.picture === number)
    if (!picture) return ''
    return `<p><img src="${escaped(`${origin}${picture.filePath}?inline`)}" alt="${escaped(picture.alt ?? picture.title)}"/></p>`
  })
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
    `<summary>${escaped(summarize(blocks))}</summary>`,
    `<content type="html">${escaped(html)}</content>`,
    '</entry>',
  ].join('\n')
}
