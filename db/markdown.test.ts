import { expect, test } from 'vitest'
import { toPlainText } from '~/domain/newsletters/blocks'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { parseNewsletter } from '~/domain/newsletters/text.server'
import { listPublicResources } from '~/domain/resources/resources.server'
import { renderMarkdown, toSafeHtml } from '~/domain/rich-text.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { convertToMarkdown, up } from './migrations/043-markdown'

setUpFreshRiverbank()

/** HTML without differences that readers do not see. */
const read = (html: string) =>
  html
    .replace(/\u00a0/g, ' ')
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/ ?(<(?:br \/|\/?(?!a\b|em|i\b|strong|b\b)[a-z\d]+(?: [^<>]*)?)>) ?/g, '$1')
    .replace(/<(\/?)b>/g, '<$1strong>')
    .replace(/<p><\/p>/g, '')
    // A plain address has become a link.
    .replace(/<a href="(?:https:\/\/|mailto:)?([^"]*)">(?:https:\/\/)?\1<\/a>/g, (link) =>
      link.replace(/<[^<>]*>/g, ''),
    )
    .trim()
/** The same, but text outside blocks may have become a paragraph. */
const words = (html: string) => read(html).replace(/<\/?p>/g, '')

const stored = [
  '<p>One<br />two</p>\n<p>Three <strong>four</strong> five</p>',
  '<h3>Heading</h3>\n<p>words</p>\n<h4>Lower</h4>\n<ul><li>a</li><li>b <a href="https://a.ie/?b=1&amp;c=2">c</a></li></ul>\n<ol><li>d</li><li>e</li></ol>',
  '<p>See <a href="https://www.hse.ie">www.hse.ie</a>, <a href="https://a.ie/b">https://a.ie/b</a> or ring <a href="mailto:a@b.ie">a@b.ie</a>.</p>\n<p><a href="tel:0209100100">Ring</a> us</p>',
  '<p>2 &lt; 3 &amp; 4 &gt; 1, AT&amp;T, “quoted” and "quoted"</p>',
  '<table><tr><th scope="row">a</th></tr></table>',
  '<ul><li>a<ul><li>b</li></ul></li></ul>',
  '<ul><li>a<br />b</li><li><p>c</p></li></ul>',
  '<ul><li></li></ul>',
  '<ul><li>a</li></ul><ul><li>b</li></ul>',
  '<blockquote>**a**</blockquote>',
  '<p>**a** [b](https://c.ie) - 1. ## d</p><p>- e</p><p>## f</p><p>1. g</p><p>2026. h</p><p>• i</p><p>\\- j \\</p>',
  '<p>&lt;b&gt; &amp;lt; &amp;amp; &amp;copy; &amp;copy 3 &lt;/p&gt;</p>',
  '<p><a href="https://a.ie/(b">c</a> <a href="https://a.ie/d e">f]</a><a href="https://a.ie">**</a></p>',
  '<p><strong>a<strong>b</strong></strong><strong>c</strong>d_e_f*g*</p><p></p><p><br /></p><p>a<br /><br />b</p>',
  '<h3></h3><h4>**</h4>a<h3>b #</h3><p>a\u00a0 b</p>',
  '<p>snake_case *x* __y__ and <strong>z_1</strong></p>',
  '<p>a <em>b <strong>c</strong></em>, <strong>(d)</strong> e<strong>.</strong>f</p>',
]
const parts = stored.flatMap((text) => text.split(/(?<=>)|\b/))
const mixed = Array.from({ length: 600 }, (_, seed) =>
  Array.from({ length: 3 + (seed % 40) }, (_, index) => parts[((seed + 7) * (index + 3) * 7919) % parts.length]).join(
    '',
  ),
)

test('an older text says the same in Markdown, with the same blocks', () => {
  for (const html of stored.map((one) => toSafeHtml(one)))
    expect(read(renderMarkdown(convertToMarkdown(html)))).toBe(read(html.replace('>a<h3>', '><p>a</p><h3>')))
})

test('no mixture of elements and marks loses or changes a word', () => {
  for (const html of mixed.map((one) => toSafeHtml(one)))
    expect(words(renderMarkdown(convertToMarkdown(html))), JSON.stringify(html)).toBe(words(html))
})

test('texts of an older database look as they did', async ({ db, people }) => {
  const content = '<h2>Hours</h2>\n<p>Ring <strong>us</strong>.<br />We are in.</p>\n<ul><li>Tea</li></ul>'
  const easyRead = '<p>There is <strong>no bus</strong>.</p>'
  const resource = { title: 'a', content, easyRead, category: 'support', isPublic: 1, createdAt: '' } as const
  await db.insertInto('resources').values(resource).execute()
  const plan = { title: 'a', content, easyRead: null, startYear: 2024, endYear: 2027, isActive: 1 } as const
  await db.insertInto('strategicPlans').values(plan).execute()
  const plain = '# NEWS\n* tea\n- **cake**\n\n1. a\n[picture 1]\n[b](https://a.ie) \\* ***\n2026. c\n+353 1 + 1'
  const marked = '## A\n\\o/ \\* **b** ¯\\_(a)_/¯'
  const letter = { title: 'a', createdAt: '' } as const
  const letters = [
    { ...letter, content: plain, format: 'plain', easyRead },
    { ...letter, content: marked, format: 'markdown' },
  ] as const
  const ids = await db.insertInto('newsletters').values(letters).returning('id').execute()
  await up(db as never)
  const [converted] = await db.selectFrom('resources').selectAll().execute()
  expect(converted).toMatchObject({
    content: '## Hours\n\nRing **us**.\nWe are in.\n\n- Tea',
    easyRead: 'There is **no bus**.',
  })
  expect(read((await listPublicResources(db)).items[0]?.content ?? '')).toBe(read(content))
  expect(await db.selectFrom('strategicPlans').select('easyRead').executeTakeFirst()).toEqual({ easyRead: null })
  const [one, other] = await Promise.all(ids.map(({ id }) => findNewsletter(db, people.aoife, id)))
  expect([one?.format, other?.format]).toEqual(['markdown', 'markdown'])
  expect(one?.easyRead).toBe(easyRead)
  expect(toPlainText(parseNewsletter(one!, [1]))).toBe(plain)
  expect(parseNewsletter(one!, [1]).every(({ is }) => is === 'paragraph')).toBe(true)
  expect(toPlainText(parseNewsletter(other!))).toBe('A\n\n\\o/ \\* b ¯\\_(a)_/¯')
})
