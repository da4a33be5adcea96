import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createAnimation, createPicture, createUploadedFile } from '~/test/samples'
import { addAttachments, openAttachment, removeAttachment } from './attachments.server'
import { openForMail } from './mailed-picture.server'
import { addNewsletter, copyNewsletter } from './newsletters.server'
import { newAttachments } from './schema'

const riverbank = setUpFreshRiverbank()

const photo = createPicture(900, 60)
const webp = await photo.clone().webp().toBuffer()
const background = { r: 10, g: 81, b: 96, alpha: 0.5 }
const seeThrough = sharp({ create: { width: 1200, height: 60, channels: 4, background } })

async function attach(bytes: Uint8Array = webp, name = 'choir.webp') {
  const { db, uploads, people } = riverbank
  const { id } = await addNewsletter(db, people.aoife, { title: 'June', content: '[picture 1]' })
  await addAttachments(db, uploads, people.aoife, id, newAttachments.parse({ file: [createUploadedFile(bytes, name)] }))
  return findAttached(id)
}

const findAttached = (id: number) =>
  riverbank.db.selectFrom('newsletterAttachments').selectAll().where('newsletterId', '=', id).executeTakeFirstOrThrow()
type Attached = Awaited<ReturnType<typeof attach>>

async function mailed(row: Attached) {
  const { handle, ...said } = await openForMail(riverbank.uploads, row)
  const bytes = await handle.readFile().finally(() => handle.close())
  return { ...said, bytes, ...(await sharp(bytes).metadata()) }
}

it.each([
  ['a photo', await photo.clone().webp().toBuffer(), 'image/jpeg', 'choir.jpg', 'jpeg', 480, 32],
  ['a see-through one', await seeThrough.webp().toBuffer(), 'image/png', 'choir.png', 'png', 480, 24],
  ['a moving one', await createAnimation('webp'), 'image/jpeg', 'choir.jpg', 'jpeg', 20, 10],
])('a mail has a WebP, %s, in a format that Outlook can show', async (_, bytes, type, name, format, width, height) => {
  const row = await attach(bytes)
  expect(row.fileType).toBe('image/webp')
  const sent = await mailed(row)
  expect(sent).toMatchObject({ fileType: type, fileName: name, format, width, height })
  if (format !== 'png') return
  const alpha = (await sharp(sent.bytes).raw().toBuffer())[3]
  expect(alpha).toBeGreaterThan(100)
  expect(alpha).toBeLessThan(150)
})

it.each([
  ['image/jpeg', await photo.clone().jpeg().toBuffer(), 'a.jpg', 480],
  ['image/png', await createPicture().png().toBuffer(), 'a.png', 60],
])('a mail has the small version of other pictures (%s)', async (type, bytes, name, width) => {
  const row = await attach(bytes, name)
  expect(await mailed(row)).toMatchObject({ fileType: type, fileName: name, width })
  expect(await readdir(riverbank.uploads)).not.toContain(`${row.storageKey}-480.jpg`)
})

it('it is converted once, even after a kill, and is deleted with the picture', async ({ db, uploads, people }) => {
  const row = await attach()
  await writeFile(join(uploads, `${row.storageKey}-480.jpg.part`), 'half')
  const all = await Promise.all(Array.from({ length: 3 }, () => mailed(row)))
  for (const { bytes } of all) expect(bytes.equals(all[0]!.bytes)).toBe(true)
  const made = (await readdir(uploads)).filter((name) => /jpg|png/.test(name))
  expect(made).toEqual([`${row.storageKey}-480.jpg`])
  // A mail sent by an earlier version has none yet.
  await rm(join(uploads, made[0]!))
  expect((await mailed(row)).format).toBe('jpeg')
  const copy = await findAttached((await copyNewsletter(db, uploads, people.aoife, row.newsletterId))!.id)
  expect((await mailed(copy)).format).toBe('jpeg')
  for (const { newsletterId, id } of [row, copy]) await removeAttachment(db, uploads, people.aoife, newsletterId, id)
  expect(await readdir(uploads)).toEqual([])
})

it('if the conversion fails, the mail has the WebP', async () => {
  const row = await attach()
  await writeFile(join(riverbank.uploads, row.storageKey), Buffer.alloc(row.size))
  const { handle, ...said } = await openForMail(riverbank.uploads, row)
  await handle.close()
  expect(said).toEqual({ fileType: 'image/webp', fileName: 'choir.webp' })
})

it('addresses in new and old mails give it, other addresses give the original', async ({ db, uploads }) => {
  const row = await attach()
  const typeAt = async (width?: 480 | 960) => {
    const opened = (await openAttachment(db, uploads, `${row.id}-${row.secret}`, {
      tutor: riverbank.people.aoife,
      width,
    }))!
    const { format } = await sharp(await opened.handle.readFile().finally(() => opened.handle.close())).metadata()
    return [opened.file.fileType, opened.file.fileName, format]
  }
  expect(await typeAt(480)).toEqual(['image/jpeg', 'choir.jpg', 'jpeg'])
  expect(await typeAt(960)).toEqual(['image/webp', 'choir.webp', 'webp'])
  expect(await typeAt()).toEqual(['image/webp', 'choir.webp', 'webp'])
})
