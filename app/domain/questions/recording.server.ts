import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '~/domain/refused'
import { measureAiff, measureAmr, measureCaf, measureFlac } from './recording-lengths.server'
import {
  EMPTY_RECORDING,
  IS_VIDEO,
  MAX_SECONDS,
  NO_SOUND,
  RECORDING_LIMIT,
  RECORDING_TOO_LARGE,
  RECORDING_TOO_LONG,
  UNKNOWN_SOUND,
} from './recording-rules'

/** The types that we store and serve, with their extensions. Not all browsers play the others: people download them. */
export const recordingTypes = {
  'audio/mp4': { extension: 'm4a', isPlayable: true },
  'audio/wav': { extension: 'wav', isPlayable: true },
  'audio/ogg': { extension: 'ogg', isPlayable: true },
  'audio/webm': { extension: 'webm', isPlayable: true },
  'audio/mpeg': { extension: 'mp3', isPlayable: true },
  'audio/aac': { extension: 'aac', isPlayable: true },
  'audio/flac': { extension: 'flac', isPlayable: true },
  'audio/3gpp': { extension: '3gp', isPlayable: false },
  'audio/amr': { extension: 'amr', isPlayable: false },
  'audio/aiff': { extension: 'aiff', isPlayable: false },
  'audio/x-caf': { extension: 'caf', isPlayable: false },
  'audio/matroska': { extension: 'mka', isPlayable: false },
  'audio/x-speex': { extension: 'spx', isPlayable: false },
  // MP4, QuickTime and WAV with sound that browsers do not decode, such as ALAC.
  'audio/x-m4a': { extension: 'm4a', isPlayable: false },
  'video/quicktime': { extension: 'mov', isPlayable: false },
  'audio/vnd.wave': { extension: 'wav', isPlayable: false },
} as const satisfies Record<string, { extension: string; isPlayable: boolean }>
export type RecordingType = keyof typeof recordingTypes

/** True for a stored type that browsers play. */
export const isPlayable = (fileType: string): boolean =>
  Object.hasOwn(recordingTypes, fileType) && recordingTypes[fileType as RecordingType].isPlayable

/** Our type for each that file-type reports. Phones also record voices into containers of videos. */
const typesByMime: Record<string, RecordingType> = {
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'video/quicktime': 'video/quicktime',
  'video/3gpp': 'audio/3gpp',
  'video/3gpp2': 'audio/3gpp',
  'audio/wav': 'audio/wav',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'video/webm': 'audio/webm',
  'audio/webm': 'audio/webm',
  'video/matroska': 'audio/webm',
  'audio/mpeg': 'audio/mpeg',
  'audio/aac': 'audio/aac',
  'audio/flac': 'audio/flac',
  'audio/x-flac': 'audio/flac',
  'audio/amr': 'audio/amr',
  'audio/aiff': 'audio/aiff',
  'audio/x-caf': 'audio/x-caf',
}

/** Most bytes of a recording whose length can't be read: about a minute at the usual 128 kbit a second. */
const UNMEASURED_LIMIT = 1_000_000

/** Types of sound that we do not take, by file-type: Windows Media, MIDI and others. */
const OTHER_SOUND = /^audio\/|ms-asf/
/** The beginnings of sounds that file-type does not know: Sun's .au, and WAV for large files. */
const UNNAMED_SOUND = /^(?:\.snd|RF64|RIFX)/

/** Bytes that file-type needs. */
const SAMPLE_SIZE = 4100

/** Most boxes of an MP4 and chunks of a WAV that are read: phones write some dozens. */
export const MAX_RECORDING_PARTS = 1000

export interface InspectedRecording {
  bytes: Buffer
  fileType: RecordingType
  size: number
  seconds: number | null
}

/**
 * Detects a recording's type and length from its bytes alone; it is stored as it is. Throws Refused, invalid, about `recording`, for
 * other files and for those longer than a minute. The length of MP3, AAC, and of MP4 or WebM without a duration, is limited by
 * bytes.
 */
export async function inspectRecording(file: Blob): Promise<InspectedRecording> {
  if (file.size === 0) throw refuse(EMPTY_RECORDING)
  if (file.size > RECORDING_LIMIT) throw refuse(RECORDING_TOO_LARGE)
  const bytes = Buffer.from(await file.arrayBuffer())
  const { seconds, hasSound, hasPicture, fileType } = await readRecording(bytes)
  if (hasPicture) throw refuse(IS_VIDEO)
  if (!hasSound) throw refuse(EMPTY_RECORDING)
  // Phones stop a moment after the minute.
  if (seconds === null ? bytes.length > UNMEASURED_LIMIT : seconds >= MAX_SECONDS + 1) throw refuse(RECORDING_TOO_LONG)
  return { bytes, fileType, size: bytes.length, seconds: seconds === null ? null : Math.max(1, Math.round(seconds)) }
}

/** True for sound without a picture, whatever its container: phones record voices into .3gp and .mp4. */
export async function isSoundOnly(file: Blob): Promise<boolean> {
  const { hasSound, hasPicture } = await readRecording(Buffer.from(await file.arrayBuffer())).catch(
    (error: unknown) => {
      if (error instanceof Refused) return { hasSound: error.message === UNKNOWN_SOUND, hasPicture: false }
      throw error
    },
  )
  return hasSound && !hasPicture
}

async function readRecording(bytes: Buffer): Promise<Measured & { fileType: RecordingType }> {
  const beginning = bytes.subarray(0, SAMPLE_SIZE)
  const { mime = '' } = (await fileTypeFromBuffer(beginning).catch(() => undefined)) ?? {}
  const container = Object.hasOwn(typesByMime, mime) ? typesByMime[mime] : undefined
  if (!container) throw refuse(isOtherSound(mime, beginning) ? UNKNOWN_SOUND : NO_SOUND)
  const measured = measure(bytes, container)
  return { ...measured, fileType: measured.fileType ?? container }
}

const isOtherSound = (mime: string, beginning: Buffer) =>
  OTHER_SOUND.test(mime) || UNNAMED_SOUND.test(beginning.toString('latin1', 0, 4))

const refuse = (words: string) => new Refused('invalid', words, { field: 'recording' })

interface Measured {
  seconds: number | null
  hasSound: boolean
  hasPicture: boolean
  /** The type, if it is another than its container's. */
  fileType?: RecordingType
}

const sound = (seconds: number | null): Measured => ({ seconds, hasSound: seconds !== 0, hasPicture: false })

function measure(bytes: Buffer, container: RecordingType): Measured {
  switch (container) {
    case 'audio/mp4':
    case 'audio/3gpp':
    case 'video/quicktime':
      return measureMp4(bytes, container)
    case 'audio/wav':
      return measureWav(bytes)
    case 'audio/ogg':
      return { ...sound(measureOgg(bytes)), fileType: isSpeex(bytes) ? 'audio/x-speex' : undefined }
    case 'audio/webm':
      return measureWebm(bytes)
    case 'audio/amr':
      return sound(measureAmr(bytes, MAX_SECONDS + 1))
    case 'audio/aiff':
      return sound(measureAiff(bytes, createPartCounter()))
    case 'audio/x-caf':
      return sound(measureCaf(bytes, createPartCounter()))
    case 'audio/flac':
      return sound(measureFlac(bytes))
    default:
      return sound(null)
  }
}

const SPEEX = 'Speex   '
const isSpeex = (bytes: Buffer) => bytes.subarray(0, SAMPLE_SIZE).includes(SPEEX, 0, 'latin1')

interface Box {
  type: string
  start: number
  end: number
}

/** Counts the parts that are read of one file. Throws Refused, invalid, beyond MAX_RECORDING_PARTS: no recorder writes so many before the end. */
function createPartCounter(): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > MAX_RECORDING_PARTS) throw refuse(NO_SOUND)
  }
}

/** The boxes of an MP4 container between two places (ISO/IEC 14496-12, 4.2), with the places of their contents. */
function* readBoxes(
  bytes: Buffer,
  { start: from, end: to }: Pick<Box, 'start' | 'end'>,
  countPart: () => void,
): Generator<Box> {
  for (let index = from; index + 8 <= to; ) {
    countPart()
    const short = bytes.readUInt32BE(index)
    const isLarge = short === 1 && index + 16 <= to
    const size = isLarge ? Number(bytes.readBigUInt64BE(index + 8)) : short === 0 ? to - index : short
    const start = index + (isLarge ? 16 : 8)
    const end = index + size
    if (end < start || end > to) return
    yield { type: bytes.toString('latin1', index + 4, index + 8), start, end }
    index = end
  }
}

/** Codecs in MP4 that all browsers play, by their names in the sample description. */
const PLAYED_CODECS = ['mp4a', 'Opus', 'fLaC', '.mp3']

/**
 * The length by the movie header, the kinds of tracks by their handlers, and whether browsers play the codec. A fragmented file has no
 * length there.
 */
function measureMp4(bytes: Buffer, container: RecordingType): Measured {
  const countPart = createPartCounter()
  const findBox = (within: Pick<Box, 'start' | 'end'> | undefined, type: string): Box | undefined => {
    if (within) for (const box of readBoxes(bytes, within, countPart)) if (box.type === type) return box
    return undefined
  }
  const measured: Measured = { seconds: null, hasSound: false, hasPicture: false }
  const movie = findBox({ start: 0, end: bytes.length }, 'moov')
  if (!movie) return measured
  for (const box of readBoxes(bytes, movie, countPart)) {
    if (box.type === 'mvhd') measured.seconds ??= readMovieLength(bytes.subarray(box.start, box.end)) || null
    if (box.type !== 'trak') continue
    const media = findBox(box, 'mdia')
    const handler = findBox(media, 'hdlr')
    const kind = handler && bytes.toString('latin1', handler.start + 8, handler.start + 12)
    if (kind === 'soun' && !measured.hasSound) {
      measured.hasSound = true
      const description = findBox(findBox(findBox(media, 'minf'), 'stbl'), 'stsd')
      // After the version, the count of entries and the size of the first.
      const codec = description && bytes.toString('latin1', description.start + 12, description.start + 16)
      measured.fileType = getMp4Type(container, codec)
    }
    measured.hasPicture ||= kind === 'vide'
  }
  return measured
}

function getMp4Type(container: RecordingType, codec: string | undefined): RecordingType {
  if (codec && PLAYED_CODECS.includes(codec)) return 'audio/mp4'
  if (container === 'audio/3gpp') return container
  return codec ? (container === 'audio/mp4' ? 'audio/x-m4a' : container) : 'audio/mp4'
}

function readMovieLength(header: Buffer): number | null {
  const isLong = header[0] === 1
  if (header.length < (isLong ? 32 : 20)) return null
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  // All bits are 1 for an unknown length.
  return scale > 0 && duration !== 0xffffffff ? duration / scale : null
}

/** Formats of WAV that browsers play: PCM, floating-point numbers, A-law, µ-law and the extensible format. */
const PLAYED_WAV = [1, 3, 6, 7, 0xfffe]

/** The length by the format's bytes a second, and the bytes that really follow; of compressed sound by its number of samples. */
function measureWav(bytes: Buffer): Measured {
  const countPart = createPartCounter()
  for (let index = 12; index + 8 <= bytes.length; ) {
    countPart()
    const size = bytes.readUInt32LE(index + 4)
    // Chunks begin at even places.
    const next = index + 8 + size + (size % 2)
    if (bytes.toString('latin1', index, index + 4) === 'fmt ' && index + 20 <= bytes.length) {
      const bytesPerSecond = bytes.readUInt32LE(index + 16)
      // The samples follow after the heads of this chunk and theirs.
      const seconds = bytesPerSecond > 0 ? Math.max(0, bytes.length - index - size - 16) / bytesPerSecond : null
      if (PLAYED_WAV.includes(bytes.readUInt16LE(index + 8))) return sound(seconds)
      return {
        ...sound(readSampleLength(bytes, next, bytes.readUInt32LE(index + 12)) ?? seconds),
        fileType: 'audio/vnd.wave',
      }
    }
    index = next
  }
  return sound(null)
}

/** The length by a chunk with the number of samples; null without one. Encoders write any bytes a second for compressed sound. */
function readSampleLength(bytes: Buffer, index: number, rate: number): number | null {
  const isThere = index + 12 <= bytes.length && bytes.toString('latin1', index, index + 4) === 'fact'
  return isThere && rate > 0 ? bytes.readUInt32LE(index + 8) / rate : null
}

/** The length by the last page's granule position (RFC 3533): samples at 48 kHz for Opus, else at the rate that Vorbis or Speex declares. */
function measureOgg(bytes: Buffer): number | null {
  const beginning = bytes.subarray(0, SAMPLE_SIZE)
  const vorbis = beginning.indexOf('\x01vorbis', 0, 'latin1')
  const index = vorbis < 0 ? beginning.indexOf(SPEEX, 0, 'latin1') + 36 : vorbis + 12
  const rate = index < 36 && vorbis < 0 ? 48_000 : index + 4 <= bytes.length ? bytes.readUInt32LE(index) : 0
  const page = bytes.lastIndexOf('OggS', undefined, 'latin1')
  if (rate === 0 || page < 0 || page + 14 > bytes.length) return null
  const samples = bytes.readBigInt64LE(page + 6)
  return samples < 0n ? null : Number(samples) / rate
}

/** The Duration element of the segment's information, in its time scale (RFC 8794, RFC 9559), within the first bytes. */
function measureWebm(bytes: Buffer): Measured {
  const beginning = bytes.subarray(0, SAMPLE_SIZE)
  const names = beginning.toString('latin1')
  const hasPicture = /V_(?:VP[89]|AV1|MPEG|MS|THEORA|UNCOMPRESSED)/.test(names)
  const isPlayed = /A_(?:OPUS|VORBIS)/.test(names) || !/A_[A-Z]/.test(names)
  const about = { hasPicture, fileType: isPlayed ? undefined : ('audio/matroska' as const) }
  const information = beginning.indexOf('1549a966', 0, 'hex')
  const length = information < 0 ? -1 : beginning.indexOf('4489', information, 'hex')
  if (length < 0 || length + 11 > beginning.length) return { ...sound(null), ...about }
  const isDouble = beginning[length + 2] === 0x88
  const ticks = isDouble ? beginning.readDoubleBE(length + 3) : beginning.readFloatBE(length + 3)
  const scale = beginning.indexOf('2ad7b183', information, 'hex')
  const nanoseconds = scale < 0 || scale + 7 > beginning.length ? 1_000_000 : beginning.readUIntBE(scale + 4, 3)
  const seconds = (ticks * nanoseconds) / 1e9
  return { ...sound(Number.isFinite(seconds) && seconds > 0 ? seconds : null), ...about }
}
