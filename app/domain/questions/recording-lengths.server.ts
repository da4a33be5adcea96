/** Bytes of an AMR frame by its type (RFC 4867, 5.3), with its head; each frame is 20 ms. */
const NARROW_FRAMES = [13, 14, 16, 18, 20, 21, 27, 32, 6]
const WIDE_FRAMES = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6]
const [NARROW_HEAD, WIDE_HEAD] = ['#!AMR\n', '#!AMR-WB\n']
const FRAMES_A_SECOND = 50

/** Counts the frames of an AMR file, and stops after `maxSeconds`. Returns its length in seconds. */
export function measureAmr(bytes: Buffer, maxSeconds: number): number {
  const isWide = bytes.toString('latin1', 0, WIDE_HEAD.length) === WIDE_HEAD
  const sizes = isWide ? WIDE_FRAMES : NARROW_FRAMES
  let index = isWide ? WIDE_HEAD.length : NARROW_HEAD.length
  let frames = 0
  for (; index < bytes.length && frames <= maxSeconds * FRAMES_A_SECOND; frames++) {
    // Other types have no data.
    index += sizes[((bytes[index] ?? 0) >> 3) & 15] ?? 1
  }
  return frames / FRAMES_A_SECOND
}

/** A part of an AIFF or CAF file, with the place of its content. */
interface Chunk {
  type: string
  start: number
  size: number
}

/** The chunks after a head of `from` bytes, whose sizes have `sizeLength` bytes. `countPart` bounds them. */
function* readChunks(
  bytes: Buffer,
  { from, sizeLength }: { from: number; sizeLength: 4 | 8 },
  countPart: () => void,
): Generator<Chunk> {
  const head = 4 + sizeLength
  for (let index = from; index + head <= bytes.length; ) {
    countPart()
    const size = sizeLength === 4 ? bytes.readUInt32BE(index + 4) : Number(bytes.readBigInt64BE(index + 4))
    const start = index + head
    yield { type: bytes.toString('latin1', index, index + 4), start, size }
    // A CAF still being written has data of unknown size, to the end.
    if (size < 0) return
    index = start + size + (sizeLength === 4 ? size % 2 : 0)
  }
}

/** The length of an AIFF: frames by its sample rate, an 80-bit number. */
export function measureAiff(bytes: Buffer, countPart: () => void): number | null {
  for (const { type, start } of readChunks(bytes, { from: 12, sizeLength: 4 }, countPart)) {
    if (type !== 'COMM' || start + 18 > bytes.length) continue
    const exponent = (bytes.readUInt16BE(start + 8) & 0x7fff) - 16_383
    const rate = Number(bytes.readBigUInt64BE(start + 10)) * 2 ** (exponent - 63)
    return divide(bytes.readUInt32BE(start + 2), rate)
  }
  return null
}

/** The length of a CAF: its valid frames, or its bytes if each packet has as many, by its sample rate. */
export function measureCaf(bytes: Buffer, countPart: () => void): number | null {
  let rate = 0
  let frames: number | null = null
  let framesAByte = 0
  for (const { type, start, size } of readChunks(bytes, { from: 8, sizeLength: 8 }, countPart)) {
    if (type === 'desc' && start + 24 <= bytes.length) {
      rate = bytes.readDoubleBE(start)
      const [packetBytes, packetFrames] = [bytes.readUInt32BE(start + 16), bytes.readUInt32BE(start + 20)]
      framesAByte = packetBytes > 0 ? packetFrames / packetBytes : 0
    }
    if (type === 'pakt' && start + 16 <= bytes.length) return divide(Number(bytes.readBigInt64BE(start + 8)), rate)
    // Four bytes count edits.
    if (type === 'data' && framesAByte > 0)
      frames = (size < 0 ? bytes.length - start - 4 : Math.min(size, bytes.length - start) - 4) * framesAByte
  }
  return frames === null ? null : divide(frames, rate)
}

/** The length of a FLAC, by its first block: 20 bits of rate, and 36 of samples, which are 0 if they are not known. */
export function measureFlac(bytes: Buffer): number | null {
  const start = bytes.indexOf('fLaC', 0, 'latin1') + 8
  if (start < 8 || start + 18 > bytes.length) return null
  const rate = bytes.readUIntBE(start + 10, 3) >> 4
  const samples = (bytes.readUInt8(start + 13) & 15) * 2 ** 32 + bytes.readUInt32BE(start + 14)
  return samples === 0 ? null : divide(samples, rate)
}

/** Seconds; null for a rate that is no rate. */
const divide = (frames: number, rate: number) => (rate > 0 && Number.isFinite(rate) ? Math.max(0, frames) / rate : null)
