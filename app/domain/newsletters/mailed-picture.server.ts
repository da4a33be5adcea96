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

type StoredPictureRow = Pick<Row<'newsletterAttachments'>, 'storageKey' | 'size' | 'fileType' | 'fileName'>

/** A picture for an email, opened for the caller to close. */
export interface OpenedForMail extends Pick<StoredPictureRow, 'fileType' | 'fileName'> {
  handle: FileHandle
}

/** Conversions in progress, by storage key: many readers may open a new email at once. */
const pendingConversions = new Map<string, Promise<MailedName>>()

/**
 * Opens a newsletter's picture for emails, at most 480 px wide. Outlook on Windows shows no WebP, so it is converted on first use
 * to JPEG, or to PNG if it has transparency. If the conversion fails, returns the WebP. Throws LostBytes.
 */
export async function openForMail(uploads: string, row: StoredPictureRow): Promise<OpenedForMail> {
  const { storageKey, fileType, fileName } = row
  const openOriginal = async () => ({ fileType, fileName, handle: await openStored(uploads, row, MAIL_WIDTH) })
  if (fileType !== 'image/webp') return openOriginal()
  for (const name of MAILED_NAMES) {
    const handle = await openVersion(uploads, storageKey, name).catch(() => null)
    if (handle) return toOpenedForMail(name, fileName, handle)
  }
  try {
    const name = await (pendingConversions.get(storageKey) ?? startConversion(uploads, row))
    return toOpenedForMail(name, fileName, await openVersion(uploads, storageKey, name))
  } catch (error) {
    if (!(error instanceof LostBytes))
      log.warn({ err: error }, 'a picture could not be converted for emails, which show its WebP')
    return openOriginal()
  }
}

function toOpenedForMail(name: MailedName, fileName: string, handle: FileHandle): OpenedForMail {
  const fileType: FileType = shownFormats[name.endsWith('.jpg') ? 'jpg' : 'png']
  return { fileType, fileName: toStoredFileName(fileName.replace(/\.webp$/i, ''), fileType), handle }
}

function startConversion(uploads: string, row: StoredPictureRow): Promise<MailedName> {
  const conversion = convertPicture(uploads, row).finally(() => pendingConversions.delete(row.storageKey))
  pendingConversions.set(row.storageKey, conversion)
  return conversion
}

async function convertPicture(uploads: string, row: StoredPictureRow): Promise<MailedName> {
  const handle = await openStored(uploads, row)
  const whole = await handle.readFile().finally(() => handle.close())
  const version = await createMailImage(whole)
  await storeVersion(uploads, row.storageKey, version)
  return version.name
}
