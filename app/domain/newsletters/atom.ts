import { paths } from '~/paths'
import { type InlineText, summarize, type TextBlock } from './blocks'
import { getPictureNumbers, type Newsletter } from './newsletters.server'
import { parseNewsletter } from './text.server'

// Characters that XML 1.0 forbids even when escaped.
const FORBIDDEN = /[\p{Cs}\ufffe\uffff]|[^\P{Cc}\t\n\r]/gu
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (letter) => escapes[letter] ?? '')

/** The published newsletters as an Atom feed (RFC 4287), newest first. `origin` is the site's address without a trailing slash. */
export function writeAtomFeed(newsletters: Newsletter[], { origin, name }: { origin: string; name: string }): string {
  const updated = newsletters.map(({ publishedAt }) => publishedAt ?? '').sort()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IE">',
    `<title>${escapeXml(name)}</title>`,
    `<id>${escapeXml(origin)}${paths.news.feed}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin)}${paths.news.feed}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin)}${paths.news.list}"/>`,
    `<updated>${updated.at(-1) ?? new Date(0).toISOString()}</updated>`,
    `<author><name>${escapeXml(name)}</name></author>`,
    ...newsletters.map((newsletter) => writeEntry(newsletter, origin)),
    '</feed>',
    '',
  ].join('\n')
}

function renderInline(words: InlineText): string {
  return words
    .map((part) => {
      if (typeof part === 'string') return escapeXml(part)
      if (part.is === 'break') return '<br/>'
      const inside = renderInline(part.words)
      return part.is === 'bold' ? `<strong>${inside}</strong>` : `<a href="${escapeXml(part.url)}">${inside}</a>`
    })
    .join('')
}

function renderBlocks(blocks: TextBlock[], picture: (number: number) => string): string {
  return blocks
    .map((block) => {
      if (block.is === 'picture') return picture(block.number)
      if (block.is === 'paragraph') return `<p>${renderInline(block.words)}</p>`
      if (block.is === 'space') return '<br/>'.repeat(block.lines)
      if (block.is === 'heading') return `<h2>${renderInline(block.words)}</h2>`
      const items = block.items.map((item) => `<li>${renderBlocks(item, picture)}</li>`).join('')
      return block.first === null ? `<ul>${items}</ul>` : `<ol start="${block.first}">${items}</ol>`
    })
    .join('')
}

function writeEntry(newsletter: Newsletter, origin: string): string {
  const { id, title, sentAt, publishedAt, attachments } = newsletter
  const address = `${escapeXml(origin)}${paths.news.one(id)}`
  const blocks = parseNewsletter(newsletter, getPictureNumbers(newsletter))
  const html = renderBlocks(blocks, (number) => {
    const picture = attachments.find((each) => each.picture === number)
    if (!picture) return ''
    return `<p><img src="${escapeXml(`${origin}${picture.filePath}?inline`)}" alt="${escapeXml(picture.alt ?? picture.title)}"/></p>`
  })
  return [
    '<entry>',
    `<title>${escapeXml(title)}</title>`,
    `<id>${address}</id>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    ...attachments.map(
      ({ filePath, fileType, size, title }) =>
        `<link rel="enclosure" type="${fileType}" length="${size}" title="${escapeXml(title)}" href="${escapeXml(origin + filePath)}"/>`,
    ),
    `<published>${sentAt}</published>`,
    `<updated>${publishedAt}</updated>`,
    `<summary>${escapeXml(summarize(blocks))}</summary>`,
    `<content type="html">${escapeXml(html)}</content>`,
    '</entry>',
  ].join('\n')
}
