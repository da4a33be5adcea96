import { EMPTY, type FileType, HEIC, isImage, kinds, type Purpose, purposes } from './kinds'

/**
 * Why an upload can't be stored. `fileType` is its type by its bytes, if known; `ending` is the usual extension of a type that is
 * not accepted.
 */
export type UploadFault =
  | { fault: 'other kind'; ending?: string }
  | { fault: 'empty' | 'damaged' | 'password' | 'locked' | 'too large inside'; fileType?: FileType }
  | ({ fault: 'too much'; fileType: FileType } & ExceededLimit)

/** A limit that a picture exceeds: the number found, and the most we accept. */
export interface ExceededLimit {
  of: 'pixels' | 'frames'
  found: number
  max: number
  isMoving: boolean
}

/** The missing part of a truncated picture, as displayed; 'end' if only the end of the file is missing. */
export type MissingPart = 'lower part' | 'upper part' | 'left side' | 'right side' | 'end'

/** Common file types that we refuse, with the names people use and the extensions that file-type reports. */
const otherKinds: { name: string; endings: string; group?: keyof typeof alternatives }[] = [
  { name: 'a TIFF picture (.tif)', endings: 'tif', group: 'picture' },
  { name: 'a BMP picture (.bmp)', endings: 'bmp', group: 'picture' },
  { name: 'an AVIF picture (.avif)', endings: 'avif', group: 'picture' },
  { name: 'a drawing (.svg)', endings: 'svg', group: 'picture' },
  { name: 'a Photoshop picture (.psd)', endings: 'psd', group: 'picture' },
  { name: 'an icon (.ico)', endings: 'ico icns cur', group: 'picture' },
  { name: 'a camera’s raw picture', endings: 'arw cr2 cr3 dng nef orf raf rw2', group: 'picture' },
  {
    name: 'a picture in a format that few devices can show',
    endings: 'jxl jp2 jpx jpm j2c jxr jls bpg flif',
    group: 'picture',
  },
  { name: 'an Excel spreadsheet (.xlsx)', endings: 'xlsx xls xlsm xltx xltm', group: 'document' },
  { name: 'a PowerPoint presentation (.pptx)', endings: 'pptx ppt pptm ppsx ppsm potx potm', group: 'document' },
  { name: 'a Word template (.dotx)', endings: 'dotx', group: 'document' },
  { name: 'a Word document with macros (.docm)', endings: 'docm dotm', group: 'document' },
  { name: 'a Rich Text document (.rtf)', endings: 'rtf', group: 'document' },
  { name: 'a LibreOffice text (.odt)', endings: 'odt ott', group: 'document' },
  { name: 'a LibreOffice spreadsheet (.ods)', endings: 'ods ots', group: 'document' },
  { name: 'a LibreOffice presentation (.odp)', endings: 'odp otp', group: 'document' },
  { name: 'a LibreOffice drawing (.odg)', endings: 'odg otg', group: 'document' },
  { name: 'a Pages, Numbers or Keynote document', endings: 'pages numbers key', group: 'document' },
  { name: 'a Publisher document (.pub)', endings: 'pub', group: 'document' },
  { name: 'an XPS document (.xps)', endings: 'xps', group: 'document' },
  { name: 'a PostScript document (.ps)', endings: 'ps eps', group: 'document' },
  { name: 'an email (.msg)', endings: 'msg pst', group: 'document' },
  { name: 'a web page (.html)', endings: 'html', group: 'document' },
  { name: 'a text file (.txt)', endings: 'txt', group: 'document' },
  { name: 'an e-book (.epub)', endings: 'epub mobi' },
  { name: 'a video', endings: 'mp4 mxf asf rm swf' },
  { name: 'a sound recording', endings: 'mp3 ogx' },
  { name: 'a zip folder (.zip)', endings: 'zip', group: 'folder' },
  { name: 'a compressed folder', endings: 'rar 7z tar gz tar.gz bz2 xz zst cab lzh', group: 'folder' },
  { name: 'a program', endings: 'exe elf macho dmg deb rpm apk jar class' },
  { name: 'a shortcut to another file', endings: 'lnk alias' },
  { name: 'a PDF', endings: 'pdf' },
  { name: 'a Word document', endings: 'doc docx' },
]
/** Advice for types that can be converted to an accepted one. */
const alternatives = {
  picture: 'Please save it as a JPEG or PNG, and choose that.',
  document: 'Please save it as a PDF, and choose that.',
  folder: 'Please take the files out of it, and choose those.',
}

/** True if `otherKinds` has a name for the extension. */
export const isOtherKind = (ending: string): boolean => ending === 'heic' || findOtherKind(ending) !== undefined

const findOtherKind = (ending: string) => otherKinds.find(({ endings }) => endings.split(' ').includes(ending))

/** Returns the message for an upload that can't be stored. */
export function describeUploadFault(fault: UploadFault, purpose: Purpose): string {
  const { takes } = purposes[purpose]
  if (fault.fault === 'other kind') return describeOtherKind(fault.ending, purpose)
  if (fault.fileType && !takes(fault.fileType)) return describeOtherKind(kinds[fault.fileType].extensions[0], purpose)
  return fault.fault === 'too much' ? describeExceededLimit(fault) : faultDescriptions[fault.fault](fault.fileType)
}

function describeOtherKind(ending: string | undefined, purpose: Purpose): string {
  if (ending === 'heic') return HEIC
  const { takes, onlyThose } = purposes[purpose]
  const { name, group } = findOtherKind(ending ?? '') ?? {}
  if (!name) return onlyThose
  const isOfUse = group && (group !== 'document' || takes('application/pdf'))
  return [onlyThose, `This is ${name}.`, isOfUse && alternatives[group]].filter(Boolean).join(' ')
}

const getFaultNoun = (fileType?: FileType) =>
  !fileType ? 'file' : isImage(fileType) ? 'picture' : fileType === 'application/pdf' ? 'PDF' : 'document'

const faultDescriptions = {
  empty: () => EMPTY,
  damaged: (fileType?: FileType) =>
    `This ${getFaultNoun(fileType)} is damaged, and we can’t open it. Please choose another copy, or save it again and choose that.`,
  password: (fileType?: FileType) =>
    `This ${getFaultNoun(fileType)} has a password. Please save a copy without one, and choose that.`,
  locked: (fileType?: FileType) =>
    `This ${getFaultNoun(fileType)} is locked, so that only some people can open it. Please save an unlocked copy, and choose that.`,
  'too large inside': (fileType?: FileType) =>
    `This ${getFaultNoun(fileType)} is far too large once it is opened. Please save it as a PDF, and choose that.`,
}

function describeExceededLimit({ of, found, max, isMoving }: ExceededLimit): string {
  const inMillions = (pixels: number) => Math.ceil(pixels / 1_000_000)
  if (of === 'frames')
    return `This animated picture has too many frames: ${found}. The limit is ${max}. Please choose a shorter one.`
  const much = `too many pixels: about ${inMillions(found)} million. The limit is ${inMillions(max)} million.`
  return isMoving
    ? `The frames of this animated picture have ${much} Please make it smaller or shorter, and choose that.`
    : `This picture has ${much} Please make it smaller, or scan it at 300 dpi, and choose that.`
}

/** The note for a tutor about a truncated picture that was accepted. */
export function describeMissingPart(missing: MissingPart, fileType: FileType): string {
  const noun = fileType === 'image/jpeg' ? 'photo' : 'picture'
  return missing === 'end'
    ? `The file of this ${noun} is incomplete. Please check the ${noun}: it may be blurred, or part of it may be missing.`
    : `The ${missing} of this ${noun} is missing, because its file is incomplete. If you have the whole ${noun}, add that instead.`
}

/** The shorter side of a long picture after and before it was reduced, in pixels. */
export interface ReducedSize {
  to: number
  from: number
  isTall: boolean
}

/** The note for a tutor about a long picture that was accepted, but made narrow. */
export function describeReducedSize({ to, from, isTall }: ReducedSize): string {
  const [very, size, many] = isTall ? ['tall', 'wide', 'shorter'] : ['wide', 'high', 'narrower']
  return `This picture is very ${very}. We made it ${to} pixels ${size} instead of ${from}. Please check that you can read its words. If not, cut it into ${many} pictures, and add those.`
}

/** The note for a tutor about a PDF that was accepted without its end. */
export const TRUNCATED_PDF_NOTE =
  'This PDF is incomplete. Please open it to check: pages may be missing, or it may not open at all. If you have the whole PDF, add that instead.'
