import type { FileHandle } from 'node:fs/promises'
import {
  type FileType,
  MAIL_WIDTH,
  MAILED_NAMES,
  type MailedName,
  shownFormats,
  toStoredFileName,
} from '~/domain/files/kinds'
import { createMailImage } from '~/domain/files/picture.server'
import { LostBytes, openStored, openVersion, storeVersion } from '~/domain/files/store.server'
import { log } from '~/log.server'
import type { Row } from '~db/schema'

type Stored = Pick<Row<'newsletterAttachments'>, 'storageKey' | 'size' | 'fileType' | 'fileName'>

/** A picture's bytes for a mail, opened for the caller to close. */
export interface OpenedForMail extends Pick<Stored, 'fileType' | 'fileName'> {
  handle: FileHandle
}

/** Pictures being made, by storage key: many readers may open a new mail at once. */
const underWay = new Map<string, Promise<MailedName>>()

/**
 * Opens a newsletter's picture as mails show it, at most 480 px wide. Outlook on Windows shows no WebP: in its place comes a JPEG, or a
 * PNG where something is transparent, made the first time. Where it can't be made, the WebP itself. Throws LostBytes.
 */
export async function openForMail(uploads: string, row: Stored): Promise<OpenedForMail> {
  const { storageKey, fileType, fileName } = row
  const asStored = async () => ({ fileType, fileName, handle: await openStored(uploads, row, MAIL_WIDTH) })
  if (fileType !== 'image/webp') return asStored()
  for (const name of MAILED_NAMES) {
    const handle = await openVersion(uploads, storageKey, name).catch(() => null)
    if (handle) return opened(name, fileName, handle)
  }
  try {
    const name = await (underWay.get(storageKey) ?? begin(uploads, row))
    return opened(name, fileName, await openVersion(uploads, storageKey, name))
  } catch (error) {
    if (!(error instanceof LostBytes))
      log.warn({ err: error }, 'a picture could not be made for mails, which show its WebP')
    return asStored()
  }
}

function opened(name: MailedName, fileName: string, handle: FileHandle): OpenedForMail {
  const fileType: FileType = shownFormats[name.endsWith('.jpg') ? 'jpg' : 'png']
  return { fileType, fileName: toStoredFileName(fileName.replace(/\.webp$/i, ''), fileType), handle }
}

function begin(uploads: string, row: Stored): Promise<MailedName> {
  const making = make(uploads, row).finally(() => underWay.delete(row.storageKey))
  underWay.set(row.storageKey, making)
  return making
}

async function make(uploads: string, row: Stored): Promise<MailedName> {
  const handle = await openStored(uploads, row)
  const whole = await handle.readFile().finally(() => handle.close())
  const made = await createMailImage(whole)
  await storeVersion(uploads, row.storageKey, made)
  return made.name
}
