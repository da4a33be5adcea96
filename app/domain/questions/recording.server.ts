import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '~/domain/refused'
import {
  EMPTY_RECORDING,
  IS_VIDEO,
  MAX_SECONDS,
  NO_SOUND,
  RECORDING_LIMIT,
  RECORDING_TOO_LARGE,
  RECORDING_TOO_LONG,
} from './recording-rules'

/** The types that we store and serve, with their extensions. */
export const recordingTypes = {
  'audio/mp4': 'm4a',
  'audio/3gpp': '3gp',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
} as const
export type RecordingType = keyof typeof recordingTypes

/** Our type for each that file-type reports. Phones also record voices into containers of videos. */
const typesByMime: Record<string, RecordingType> = {
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'video/quicktime': 'audio/mp4',
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
}

/** Most bytes of a recording whose length can't be read: about a minute at the usual 128 kbit a second. */
const UNMEASURED_LIMIT = 1_000_000

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
 * Detects a recording's type and length from its bytes alone; it is stored as it is. Throws Refused, 400, about `recording`, for
 * other files and for those longer than a minute. The length of MP3, AAC, and of MP4 or WebM without a duration, is limited by
 * bytes.
 */
export async function inspectRecording(file: Blob): Promise<InspectedRecording> {
  if (file.size === 0) throw refuse(EMPTY_RECORDING)
  if (file.size > RECORDING_LIMIT) throw refuse(RECORDING_TOO_LARGE)
  const bytes = Buffer.from(await file.arrayBuffer())
  const { mime = '' } = (await fileTypeFromBuffer(bytes.subarray(0, SAMPLE_SIZE)).catch(() => undefined)) ?? {}
  const fileType = Object.hasOwn(typesByMime, mime) ? typesByMime[mime] : undefined
  if (!fileType) throw refuse(NO_SOUND)
  const { seconds, hasSound, hasPicture } = measure(bytes, fileType)
  if (hasPicture) throw refuse(IS_VIDEO)
  if (!hasSound) throw refuse(EMPTY_RECORDING)
  // Phones stop a moment after the minute.
  if (seconds === null ? bytes.length > UNMEASURED_LIMIT : seconds >= MAX_SECONDS + 1) throw refuse(RECORDING_TOO_LONG)
  return { bytes, fileType, size: bytes.length, seconds: seconds === null ? null : Math.max(1, Math.round(seconds)) }
}

const refuse = (words: string) => new Refused(400, words, { field: 'recording' })

interface Measured {
  seconds: number | null
  hasSound: boolean
  hasPicture: boolean
}

const sound = (seconds: number | null): Measured => ({ seconds, hasSound: seconds !== 0, hasPicture: false })

function measure(bytes: Buffer, fileType: RecordingType): Measured {
  switch (fileType) {
    case 'audio/mp4':
    case 'audio/3gpp':
      return measureMp4(bytes)
    case 'audio/wav':
      return sound(measureWav(bytes))
    case 'audio/ogg':
      return sound(measureOgg(bytes))
    case 'audio/webm':
      return measureWebm(bytes)
    default:
      return sound(null)
  }
}

interface Box {
  type: string
  start: number
  end: number
}

/** Counts the parts that are read of one file. Throws Refused, 400, beyond MAX_RECORDING_PARTS: no recorder writes so many before the end. */
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
  for (let place = from; place + 8 <= to; ) {
    countPart()
    const short = bytes.readUInt32BE(place)
    const isLarge = short === 1 && place + 16 <= to
    const size = isLarge ? Number(bytes.readBigUInt64BE(place + 8)) : short === 0 ? to - place : short
    const start = place + (isLarge ? 16 : 8)
    const end = place + size
    if (end < start || end > to) return
    yield { type: bytes.toString('latin1', place + 4, place + 8), start, end }
    place = end
  }
}

/** The length by the movie header, and the kinds of tracks by their handlers. A fragmented file has no length there. */
function measureMp4(bytes: Buffer): Measured {
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
    const handler = findBox(findBox(box, 'mdia'), 'hdlr')
    const kind = handler && bytes.toString('latin1', handler.start + 8, handler.start + 12)
    measured.hasSound ||= kind === 'soun'
    measured.hasPicture ||= kind === 'vide'
  }
  return measured
}

function readMovieLength(header: Buffer): number | null {
  const isLong = header[0] === 1
  if (header.length < (isLong ? 32 : 20)) return null
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  // All bits are 1 for an unknown length.
  return scale > 0 && duration !== 0xffffffff ? duration / scale : null
}

/** The length by the format's bytes a second, and the bytes that really follow. */
function measureWav(bytes: Buffer): number | null {
  const countPart = createPartCounter()
  for (let place = 12; place + 8 <= bytes.length; ) {
    countPart()
    const size = bytes.readUInt32LE(place + 4)
    if (bytes.toString('latin1', place, place + 4) === 'fmt ' && place + 20 <= bytes.length) {
      const bytesPerSecond = bytes.readUInt32LE(place + 16)
      // The samples follow after the heads of this chunk and theirs.
      return bytesPerSecond > 0 ? Math.max(0, bytes.length - place - size - 16) / bytesPerSecond : null
    }
    // Chunks begin at even places.
    place += 8 + size + (size % 2)
  }
  return null
}

/** The length by the last page's granule position (RFC 3533): samples at 48 kHz for Opus, else at the rate that Vorbis declares. */
function measureOgg(bytes: Buffer): number | null {
  const vorbis = bytes.subarray(0, SAMPLE_SIZE).indexOf('\x01vorbis', 0, 'latin1')
  const rate = vorbis < 0 ? 48_000 : vorbis + 16 <= bytes.length ? bytes.readUInt32LE(vorbis + 12) : 0
  const page = bytes.lastIndexOf('OggS', undefined, 'latin1')
  if (rate === 0 || page < 0 || page + 14 > bytes.length) return null
  const samples = bytes.readBigInt64LE(page + 6)
  return samples < 0n ? null : Number(samples) / rate
}

/** The Duration element of the segment's information, in its time scale (RFC 8794, RFC 9559), within the first bytes. */
function measureWebm(bytes: Buffer): Measured {
  const beginning = bytes.subarray(0, SAMPLE_SIZE)
  const hasPicture = /V_(?:VP[89]|AV1|MPEG|MS|THEORA|UNCOMPRESSED)/.test(beginning.toString('latin1'))
  const information = beginning.indexOf('1549a966', 0, 'hex')
  const length = information < 0 ? -1 : beginning.indexOf('4489', information, 'hex')
  if (length < 0 || length + 11 > beginning.length) return { ...sound(null), hasPicture }
  const isDouble = beginning[length + 2] === 0x88
  const ticks = isDouble ? beginning.readDoubleBE(length + 3) : beginning.readFloatBE(length + 3)
  const scale = beginning.indexOf('2ad7b183', information, 'hex')
  const nanoseconds = scale < 0 || scale + 7 > beginning.length ? 1_000_000 : beginning.readUIntBE(scale + 4, 3)
  const seconds = (ticks * nanoseconds) / 1e9
  return { ...sound(Number.isFinite(seconds) && seconds > 0 ? seconds : null), hasPicture }
}
