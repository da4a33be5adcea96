import type { Remark } from '~/domain/documents/remarks'
import { openForeign } from '~/domain/foreign/helper.server'
import { pdfBounds, pictureBounds, wordBounds } from '~/domain/foreign/registry'
import type { ExceededLimit, MissingPart, ReducedSize, UploadFault } from './faults.server'
import {
  type FileType,
  MAIL_WIDTH,
  type MailedName,
  type PageWidth,
  SHOWN_WIDTHS,
  SMALL_WIDTHS,
  type SmallWidth,
  type VersionName,
} from './kinds'

/** An image as it is stored: re-encoded from its pixels, without metadata. */
export interface StoredImage {
  bytes: Buffer
  width: number
  height: number
  small: { width: SmallWidth; bytes: Buffer }[]
}

/** The answer to an order about a picture. */
const make = async <Made>(order: { work: string } & Record<string, unknown>): Promise<Made> =>
  (await openForeign<Made>({ kind: 'picture', ...order })).made

/**
 * Re-encodes an image upright, reduced (app/processes/reduction.mjs), without metadata, with small versions. Returns `excess` if it is too large,
 * and `reduced` if its words may have become too small. Throws for a broken one.
 */
export function reencodeImage(
  bytes: Blob,
  fileType: string,
): Promise<(StoredImage & { missing?: MissingPart; reduced?: ReducedSize }) | { excess: ExceededLimit }> {
  return make({ work: 'redraw', bytes, fileType, widths: SMALL_WIDTHS, bounds: pictureBounds })
}

/**
 * Returns why an encrypted PDF cannot be opened, or what its pages say. `pages` are those that could be read in a few seconds. Throws what
 * openForeign throws.
 */
export function examinePdf(bytes: Blob): Promise<{
  lock?: 'password' | 'locked' | null
  container?: PdfContainer | null
  attachments?: number
  pages?: PdfWords[]
}> {
  const bounds = { maxPages: pdfBounds.pages, maxText: pdfBounds.pageText, time: pdfBounds.examination }
  return make({ work: 'examinePdf', kind: 'pdf', bytes, ...bounds })
}

/** Returns the type of a Word document by the contents of its zip, or the fault. Throws what openForeign throws. */
export function examineZip(bytes: Blob): Promise<FileType | UploadFault> {
  return make({ work: 'examineZip', kind: 'word', bytes })
}

/** A document page in one width, as WebP. */
export interface PagePicture {
  width: PageWidth
  bytes: Buffer
}

/** A PDF that is only a container, whose pages say nothing of what is inside (app/processes/pdf/container.mjs). */
export type PdfContainer = 'xfa' | 'portfolio'

/** How many words of a page a reader sees, does not see, sees covered, or can't see for want of a font; and how many notes it has. */
export interface PdfWords {
  words: Record<'shown' | 'hidden' | 'covered' | 'undrawn', number>
  notes: number
}

/** A page of a PDF: the size of its largest picture, its text, cut if `isTextCut`, and the numbers of pages and of files in the PDF. */
interface PdfPage extends PdfWords {
  container?: undefined
  count: number
  attachments: number
  width: number
  height: number
  text: string
  isTextCut: boolean
  pictures: PagePicture[]
}

/** A document at `path`. `patience` limits the wait for each answer, in ms. */
export interface DocumentOrder {
  path: string
  patience?: number
}

/** Renders a page of a PDF, counted from 1, with at most `maxText` characters of its text; or says that it is a container. Throws what openForeign throws. */
export function renderPdfPage(
  order: DocumentOrder & { number: number; widths: readonly PageWidth[]; maxText: number },
) {
  return openForeign<PdfPage | { container: PdfContainer }>({ work: 'pageOfPdf', kind: 'pdf', ...order })
}

/** A picture from a Word document, with the size of its largest version. */
type WordPicture = Pick<PdfPage, 'width' | 'height' | 'pictures'>

/**
 * The HTML of a Word document, not sanitised, cut if `isCut`, with marks for its pictures (app/processes/word.mjs), their alt texts, and
 * what it leaves out.
 */
export interface WordHtml {
  html: string
  isCut: boolean
  remarks: Remark[]
  alts: string[]
}

/** Throws what openForeign throws. */
export function readWordHtml(order: DocumentOrder) {
  return openForeign<WordHtml>({ work: 'htmlOfWord', kind: 'word', bounds: wordBounds, ...order })
}

/** Returns what the page of a Word document will not show. Throws what openForeign throws. */
export function findWordRemarks(bytes: Blob): Promise<Remark[]> {
  return make({ work: 'remarksOnWord', kind: 'word', bytes, bounds: wordBounds })
}

/** Renders picture `number` of a Word document, counted from 1; null if it can't be drawn. Throws what openForeign throws. */
export function readWordPicture(order: DocumentOrder & { number: number; widths: readonly PageWidth[] }) {
  return openForeign<WordPicture | null>({ work: 'pictureOfWord', kind: 'word', bounds: wordBounds, ...order })
}

/** Versions of a picture for the website, with the size of the largest. */
export interface ImageVersions {
  width: number
  height: number
  fallback: 'jpg' | 'png'
  versions: { name: VersionName; bytes: Buffer }[]
}

/** Converts a re-encoded picture to the widths and formats of the website. Throws what openForeign throws. */
export function createWebsiteVersions(bytes: Buffer | Blob): Promise<ImageVersions> {
  return make({ work: 'versions', bytes, widths: SHOWN_WIDTHS })
}

/** Converts a picture for emails, at most 480 px wide: to JPEG, or to PNG if it has transparency. Throws what openForeign throws. */
export function createMailImage(bytes: Buffer): Promise<{ name: MailedName; bytes: Buffer }> {
  return make({ work: 'mailed', bytes, width: MAIL_WIDTH })
}

/** Creates the website's icon, a PNG of 180 px, from a logo. Throws what openForeign throws. */
export function createIcon(bytes: Buffer): Promise<Buffer> {
  return make({ work: 'icon', bytes })
}

/** The same from one of our SVG drawings. */
export function createIconOfDrawing(svg: Buffer): Promise<Buffer> {
  return make({ work: 'iconOfDrawing', svg })
}

/** Renders one of our SVG drawings as a JPEG; a `density` of 72 is its own size. Throws what openForeign throws. */
export function renderDrawing(svg: Buffer, density = 72): Promise<Buffer> {
  return make({ work: 'photograph', svg, density })
}
