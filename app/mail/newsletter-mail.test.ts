import PostalMime from 'postal-mime'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { addAttachments } from '~/domain/newsletters/attachments.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { newAttachments } from '~/domain/newsletters/schema'
import { sendTest } from '~/domain/newsletters/send.server'
import { parseNewsletter } from '~/domain/newsletters/text.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { subscribe } from '~/test/subscribers'
import { NewsletterText } from '~/ui/site/newsletter-text'
import { createMailComposer } from './compose.server'
import { MailText } from './mail-text'
import { createMessage } from './message.server'

const origin = 'https://riverbank.example'
const content =
  '## The choir\nWe **sang** at [the library](https://library.example/choir?a=1&b=2).\nIt was good.\n\n[picture 1]\n\n- tea\n- cake & “buns”'

const riverbank = setUpFreshRiverbank()

const wide = async (width: number, name: string) =>
  createUploadedFile(await createPicture(width, 300).jpeg().toBuffer(), name)
const twoPictures = () => Promise.all([wide(900, 'choir.jpg'), wide(300, 'art.jpg')])

/** The raw mails of a draft with pictures, the first placed in the text: a test mail, and one to a subscriber. */
async function createMails(files: Promise<File[]> = twoPictures()) {
  const { db, uploads, people, settings } = riverbank
  const { id } = await addNewsletter(db, people.aoife, { title: 'Féile & friends', content })
  const words = { alt: 'Twelve people sing.', description: 'On <stage>' }
  await addAttachments(db, uploads, people.aoife, id, newAttachments.parse({ ...words, file: await files }))
  await sendTest(db, people.aoife, id, 'aoife@example.ie')
  const { id: subscriberId, email } = await subscribe(db, 'maura', { token: 'a'.repeat(32) })
  const test = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
  const compose = createMailComposer(db, { settings, origin })
  const rawOf = async (delivery: typeof test) => {
    const mail = await compose(delivery)
    if ('undeliverable' in mail) throw new Error(mail.undeliverable)
    return (await createMessage(delivery, mail, { settings, origin })).raw
  }
  return {
    test: await rawOf(test),
    toReader: await rawOf({ ...test, kind: 'newsletter', subscriberId, email }),
  }
}

async function read(raw: Buffer) {
  const { subject, text = '', html = '', attachments } = await PostalMime.parse(raw)
  const pictures = attachments.map(({ contentId, mimeType, content, disposition }) => ({
    cid: contentId?.replace(/[<>]/g, '') ?? '',
    type: mimeType,
    bytes: (content as ArrayBuffer).byteLength,
    inline: disposition === 'inline',
  }))
  return { subject, text, html, pictures }
}

it.each([
  [
    'First line\n\n\n\n\n- one\n\n- two\nand more',
    '<p>First line</p><div><br/><br/><br/></div><ul><li>one<div><br/></div></li><li>two</li></ul><p>and more</p>',
  ],
  ['1. one\n\n   more\n2. two', '<ol><li>one<div><br/></div><p>more</p></li><li>two</li></ol>'],
  ['a\nb\n\n\n\n## c', '<p>a<br/>b</p><div><br/><br/></div><h2>c</h2>'],
])('a page and a mail have the same lines: %j', (content, html) => {
  const blocks = parseNewsletter({ content })
  const withoutAttributes = (node: ReactElement) =>
    renderToStaticMarkup(node).replace(/(<[a-z]+\d?) [^>]*?(?=\/?>)/g, '$1')
  const page = withoutAttributes(createElement(NewsletterText, { blocks, attachments: [], top: 2 }))
  expect(page).toBe(`<div>${html}</div>`)
  expect(withoutAttributes(createElement(MailText, { blocks }))).toBe(html)
})

it('a test mail embeds its pictures and shows each in its place', async () => {
  const { subject, html, pictures } = await read((await createMails()).test)
  expect(subject).toBe('[Test] Féile & friends')
  expect(pictures.map(({ type, inline }) => [type, inline])).toEqual([
    ['image/jpeg', true],
    ['image/jpeg', true],
  ])
  const shown = [...html.matchAll(/<img src="cid:([^"]+)" alt="([^"]*)" width="(\d+)"/g)]
  expect(shown.map(([, cid]) => cid)).toEqual(pictures.map(({ cid }) => cid))
  expect(shown.map(([, , alt, width]) => [alt, width])).toEqual([
    ['Twelve people sing.', '480'],
    ['Twelve people sing.', '300'],
  ])
  for (const { bytes } of pictures) expect(bytes).toBeGreaterThan(500)
  expect(html).toMatch(/<h2[^>]*>The choir<\/h2>.*<img .*On &lt;stage&gt;.*<ul.*<li[^>]*>tea<\/li>/)
  expect(html).not.toMatch(/\*\*|##|\[picture/)
})

it('a newsletter links its pictures, and says the same in both parts', async () => {
  const { subject, text, html, pictures } = await read((await createMails()).toReader)
  expect(subject).toBe('Féile & friends')
  expect(pictures).toEqual([])
  expect(html).toMatch(new RegExp(`<img src="${origin}/files/newsletter/\\d+-[0-9a-f]{32}\\?inline&amp;width=480"`))
  expect(html).toContain('<strong>sang</strong> at <a href="https://library.example/choir?a=1&amp;b=2"')
  expect(text).toMatch(
    /^Féile & friends\n\nThe choir\n\nWe sang at the library \(https:\/\/library\.example\/choir\?a=1&b=2\)\.\nIt was good\.\n\nPicture: Twelve people sing\.\nOn <stage>\nhttps:\/\/riverbank\.example\/files\/newsletter\/\d+-[0-9a-f]{32}\n\n- tea\n- cake & “buns”\n\nPicture: Twelve people sing\.\nart \(Picture, /,
  )
})
