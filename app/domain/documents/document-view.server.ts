import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { PageWidth } from '~/domain/files/kinds'
import { parseStorageKey } from '~/domain/files/lost-uploads.server'
import { MAX_STORED_RESULT } from '~/domain/foreign/registry'
import type { SafeHtml } from '~/domain/rich-text.server'
import { MAX_REMARKS, type Remark, remarkSchema } from './remarks'

/** A page image of a PDF, or a picture within a Word document; numbers start at 1. */
export interface PageImageRequest {
  of: 'page' | 'picture'
  number: number
  width: PageWidth
}

/** Why a document could not be converted; 'ended' if it ended a process twice, 'xfa' and 'portfolio' if its pages say nothing of it. */
const reasons = ['damaged', 'password', 'too much', 'empty', 'ended', 'xfa', 'portfolio'] as const

/** For tutors: what the page does not show as the document has it. */
const remarks = z.array(remarkSchema).max(MAX_REMARKS).optional()

const size = { width: z.int().positive(), height: z.int().positive() }

const shownSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('pages'),
    /** The number of pages in the document; those after the last of `pages` are only in the download. */
    count: z.int().positive(),
    /** The size of the largest image, in pixels; `undrawn` if words are missing in it for want of a font. */
    pages: z.array(z.object({ ...size, text: z.string(), undrawn: z.enum(['some', 'most']).optional() })),
    /** The rest of the text is only in the download. */
    isTextCut: z.boolean().optional(),
    remarks,
  }),
  z.object({
    state: z.literal('text'),
    /** Sanitised, with marks for pictures until withPictures places them (pictures.server.ts). */
    html: z.custom<SafeHtml>((html) => typeof html === 'string'),
    /** The rest is only in the download. */
    isCut: z.boolean(),
    /** Null if it could not be drawn. */
    pictures: z.array(z.object({ ...size, alt: z.string() }).nullable()),
    remarks,
  }),
  z.object({ state: z.literal('failed'), reason: z.enum(reasons) }),
])

/** What the browser shows of a document, or why it can't show it. */
export type DocumentViewData = z.infer<typeof shownSchema>
export type DocumentPages = Extract<DocumentViewData, { state: 'pages' }>
/** A document that the browser can show. */
export type OpenDocument = Exclude<DocumentViewData, { state: 'failed' }>
export type DocumentText = Extract<DocumentViewData, { state: 'text' }>
export type FailureReason = (typeof reasons)[number]

/**
 * This file is written last: if it exists, all pages do. Its number is raised when pages are made differently, so that all documents are
 * converted again.
 */
export const PAGE_LIST_NAME = 'document-6.json'

/** Ending of a file next to a document's pages with a character for each conversion that has begun and not ended (strikes.server.ts). */
export const STRIKES = '.strikes'

/** The folder of all converted documents. They can be converted again, so backups leave it out. */
export const getPagesFolder = (uploads: string) => join(dirname(uploads), 'pages')
export const getDocumentFolder = (uploads: string, storageKey: string) =>
  join(getPagesFolder(uploads), parseStorageKey(storageKey))
export const getPageFileName = (number: number, width: PageWidth, of: PageImageRequest['of'] = 'page') =>
  `${of === 'page' ? '' : 'picture-'}${number}-${width}.webp`

/** A stored document as the browser shows it; null until it is converted, and for a result that is too large to read. */
export async function readDocumentView(uploads: string, storageKey: string): Promise<DocumentViewData | null> {
  const handle = await openIfPresent(join(getDocumentFolder(uploads, storageKey), PAGE_LIST_NAME))
  if (!handle) return null
  try {
    const { size: bytes } = await handle.stat()
    return bytes > MAX_STORED_RESULT ? null : shownSchema.parse(JSON.parse(await handle.readFile('utf8')))
  } finally {
    await handle.close()
  }
}

/** Remarks on a stored document, for tutors; none until it is converted. */
export async function readRemarks(uploads: string, storageKey: string): Promise<Remark[]> {
  const view = await readDocumentView(uploads, storageKey)
  return (view?.state !== 'failed' && view?.remarks) || []
}

/** Opens a file; null if there is none. */
function openIfPresent(path: string): Promise<FileHandle | null> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Opens a page image, or a picture within a document; null if there is none. */
export async function openPage(
  uploads: string,
  storageKey: string,
  { of, number, width }: PageImageRequest,
): Promise<FileHandle | null> {
  return openIfPresent(join(getDocumentFolder(uploads, storageKey), getPageFileName(number, width, of)))
}

/** Removes a document's converted pages, and the count of its conversions. */
export async function discardDocumentView(uploads: string, storageKey: string): Promise<void> {
  const folder = getDocumentFolder(uploads, storageKey)
  for (const path of [folder, `${folder}${STRIKES}`]) await rm(path, { recursive: true, force: true })
}
