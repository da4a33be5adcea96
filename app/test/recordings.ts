/** Sample recordings, as small as their formats allow. */

const box = (type: string, ...contents: Buffer[]) => {
  const content = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

const createTrack = (handler: string, codec?: string) => {
  const description = codec && box('stsd', Buffer.from('0000000000000001', 'hex'), box(codec))
  const media = description ? [box('minf', box('stbl', description))] : []
  return box('trak', box('mdia', box('hdlr', Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(12)), ...media))
}

interface Mp4Options {
  /** The type of the container: 'M4A ', 'isom', '3gp4', 'qt  '. */
  brand?: string
  /** 'soun' and 'vide'. */
  tracks?: string[]
  /** The codec: 'mp4a', 'alac', 'samr'. */
  codec?: string
  /** Bytes of sound. */
  size?: number
  isLong?: boolean
}

/** An MP4 container that claims a length. */
export function createMp4(
  seconds: number,
  { brand = 'M4A ', tracks = ['soun'], codec, size = 100, isLong = false }: Mp4Options = {},
) {
  const header = Buffer.alloc(isLong ? 112 : 100)
  header[0] = isLong ? 1 : 0
  header.writeUInt32BE(1000, isLong ? 20 : 12)
  if (isLong) header.writeBigUInt64BE(BigInt(seconds * 1000), 24)
  else header.writeUInt32BE(seconds * 1000, 16)
  const movie = box('moov', box('mvhd', header), ...tracks.map((track) => createTrack(track, codec)))
  // Phones write what the file contains after its sound.
  return Buffer.concat([box('ftyp', Buffer.from(brand), Buffer.alloc(4)), box('mdat', Buffer.alloc(size)), movie])
}

const WAV_RATE = 8000

/** Silence, which browsers can play; with another format also its number of `samples`. */
export function createWav(seconds: number, { format = 1, samples }: { format?: number; samples?: number } = {}) {
  const size = seconds * WAV_RATE
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(format, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(WAV_RATE, 24)
  head.writeUInt32LE(WAV_RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(size, 40)
  const fact = samples === undefined ? Buffer.alloc(0) : Buffer.from('fact\x04\0\0\0\0\0\0\0', 'latin1')
  if (samples !== undefined) fact.writeUInt32LE(samples, 8)
  return Buffer.concat([head.subarray(0, 36), fact, head.subarray(36), Buffer.alloc(size, 128)])
}

/** AMR at 12.2 kbit a second, as older Android phones record voices: 50 frames a second. */
export const createAmr = (seconds: number) => {
  const frame = Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31)])
  return Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(frame.length * seconds * 50, frame)])
}

/** An AIFF with 8 bits a sample. */
export function createAiff(seconds: number) {
  const rate = 8000
  const common = Buffer.alloc(18)
  common.writeUInt16BE(1)
  common.writeUInt32BE(rate * seconds, 2)
  common.writeUInt16BE(8, 6)
  // The rate as an 80-bit number: 8000 is 1.953125 x 2^12.
  common.writeUInt16BE(16_383 + 12, 8)
  common.writeUInt32BE(rate * 2 ** (31 - 12), 10)
  const chunk = (type: string, content: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(content.length)
    return Buffer.concat([Buffer.from(type), size, content])
  }
  const parts = [Buffer.from('AIFF'), chunk('COMM', common), chunk('SSND', Buffer.alloc(8 + 100))]
  return chunk('FORM', Buffer.concat(parts))
}

/** A CAF, as iPhones record: with a table of packets, or with samples of two bytes that end with the file. */
export function createCaf(seconds: number, { hasPackets = true } = {}) {
  const rate = 8000
  const chunk = (type: string, size: number, content: Buffer) => {
    const head = Buffer.alloc(12)
    head.write(type, 'latin1')
    head.writeBigInt64BE(BigInt(size), 4)
    return Buffer.concat([head, content])
  }
  const about = Buffer.alloc(32)
  about.writeDoubleBE(rate)
  about.write(hasPackets ? 'alac' : 'lpcm', 8, 'latin1')
  about.writeUInt32BE(hasPackets ? 0 : 2, 16)
  about.writeUInt32BE(hasPackets ? 4096 : 1, 20)
  const packets = Buffer.alloc(24)
  packets.writeBigInt64BE(BigInt(rate * seconds), 8)
  const samples = Buffer.alloc(4 + (hasPackets ? 100 : rate * seconds * 2))
  return Buffer.concat([
    Buffer.from('caff\0\x01\0\0', 'latin1'),
    chunk('desc', 32, about),
    ...(hasPackets ? [chunk('pakt', 24, packets)] : []),
    chunk('data', -1, samples),
  ])
}

/** A FLAC's beginning, with its rate and number of samples. */
export function createFlac(seconds: number) {
  const [rate, samples] = [44_100, 44_100 * seconds]
  const about = Buffer.alloc(34)
  about.writeUIntBE(rate << 4, 10, 3)
  about.writeUInt32BE(samples, 14)
  return Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), about, Buffer.alloc(100)])
}

/** An Ogg file with Opus. Its last page says how long it is. */
export function createOgg(seconds: number) {
  const createPage = (granule: bigint, content: Buffer) => {
    const head = Buffer.alloc(28)
    head.write('OggS', 0, 'latin1')
    head.writeBigInt64LE(granule, 6)
    head[26] = 1
    head[27] = content.length
    return Buffer.concat([head, content])
  }
  const first = createPage(0n, Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1'))
  return Buffer.concat([first, createPage(BigInt(seconds * 48_000), Buffer.alloc(200))])
}

/** A WebM of Opus, as Chrome records it; without a length it is as on Android. */
export function createWebm(seconds: number | null, { codec = 'A_OPUS', size = 100 } = {}) {
  const element = (id: string, content: Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content])
  const length = Buffer.alloc(8)
  length.writeDoubleBE((seconds ?? 0) * 1000)
  const information = element(
    '1549a966',
    Buffer.concat([
      element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
      seconds === null ? Buffer.alloc(0) : element('4489', length),
    ]),
  )
  const head = element('1a45dfa3', element('4282', Buffer.from('webm')))
  const track = element('86', Buffer.from(codec))
  return Buffer.concat([head, Buffer.from('1853806701ffffffffffffff', 'hex'), information, track, Buffer.alloc(size)])
}

/** Frames of MP3, without a length. */
export const createMp3 = (size: number) => {
  const frame = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])
  return Buffer.concat(Array.from({ length: Math.ceil(size / frame.length) }, () => frame)).subarray(0, size)
}

/** An MP4 container whose movie has only empty boxes of a type. */
export const createMp4OfBoxes = (type: string, count: number) =>
  Buffer.concat([box('ftyp', Buffer.from('M4A '), Buffer.alloc(4)), box('moov', Buffer.alloc(count * 8, box(type)))])
