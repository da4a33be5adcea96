import { expect, test } from 'vitest'
import {
  createAiff,
  createAmr,
  createCaf,
  createFlac,
  createMp3,
  createMp4,
  createMp4OfBoxes,
  createOgg,
  createWav,
  createWebm,
} from '~/test/recordings'
import { inspectRecording, MAX_RECORDING_PARTS } from './recording.server'
import {
  EMPTY_RECORDING,
  IS_VIDEO,
  NO_SOUND,
  RECORDING_TOO_LARGE,
  RECORDING_TOO_LONG,
  UNKNOWN_SOUND,
} from './recording-rules'

const inspect = (bytes: Buffer, name = 'voice') => inspectRecording(new File([new Uint8Array(bytes)], name))

test.each([
  ['m4a', createMp4(12), 'audio/mp4', 12],
  ['m4a of a minute, as phones cut it', createMp4(60.4), 'audio/mp4', 60],
  ['QuickTime', createMp4(12, { brand: 'qt  ' }), 'audio/mp4', 12],
  ['3gp', createMp4(12, { brand: '3gp4' }), 'audio/3gpp', 12],
  [
    'mp4 with hundreds of boxes before its sound',
    createMp4(12, { tracks: [...Array(300).fill('text'), 'soun'] }),
    'audio/mp4',
    12,
  ],
  ['fragmented mp4', createMp4(0), 'audio/mp4', null],
  ['wav', createWav(30), 'audio/wav', 30],
  ['ogg', createOgg(45), 'audio/ogg', 45],
  ['webm', createWebm(20), 'audio/webm', 20],
  ['webm without a length', createWebm(null), 'audio/webm', null],
  ['mp3', createMp3(40_000), 'audio/mpeg', null],
  ['m4a of AAC', createMp4(12, { codec: 'mp4a' }), 'audio/mp4', 12],
  ['3gp of AAC', createMp4(12, { brand: '3gp4', codec: 'mp4a' }), 'audio/mp4', 12],
  ['3gp of AMR', createMp4(12, { brand: '3gp4', codec: 'samr' }), 'audio/3gpp', 12],
  ['m4a of ALAC', createMp4(12, { codec: 'alac' }), 'audio/x-m4a', 12],
  ['QuickTime of PCM', createMp4(12, { brand: 'qt  ', codec: 'lpcm' }), 'video/quicktime', 12],
  ['wav of a dictating machine', createWav(30, { format: 0x11 }), 'audio/vnd.wave', 30],
  [
    'wav of a dictating machine with its number of samples',
    createWav(30, { format: 0x11, samples: 96_000 }),
    'audio/vnd.wave',
    12,
  ],
  ['mka of PCM', createWebm(20, { codec: 'A_PCM/INT/LIT' }), 'audio/matroska', 20],
  ['amr', createAmr(5), 'audio/amr', 5],
  ['aiff', createAiff(40), 'audio/aiff', 40],
  ['caf with packets', createCaf(40), 'audio/x-caf', 40],
  ['caf of samples', createCaf(4, { hasPackets: false }), 'audio/x-caf', 4],
  ['flac', createFlac(40), 'audio/flac', 40],
])('%s is accepted as it is, with its length', async (_, bytes, fileType, seconds) => {
  expect(await inspect(bytes)).toEqual({ bytes, fileType, size: bytes.length, seconds })
})

test.each([
  ['m4a of 61 seconds', createMp4(61), RECORDING_TOO_LONG],
  ['webm of 61 seconds', createWebm(61), RECORDING_TOO_LONG],
  ['amr of 61 seconds', createAmr(62), RECORDING_TOO_LONG],
  ['aiff of 61 seconds', createAiff(61), RECORDING_TOO_LONG],
  ['caf of 61 seconds', createCaf(61), RECORDING_TOO_LONG],
  ['flac of 61 seconds', createFlac(61), RECORDING_TOO_LONG],
  ['film’s sound (AC-3)', Buffer.from('0b77'.padEnd(200, '0'), 'hex'), UNKNOWN_SOUND],
  ['MIDI file', Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk', 'latin1'), UNKNOWN_SOUND],
  ['recording of an old computer', Buffer.from(`.snd${'\0'.repeat(200)}`, 'latin1'), UNKNOWN_SOUND],
  ['WAV for large files', Buffer.from(`RF64${'\xff'.repeat(4)}WAVEds64${'\0'.repeat(200)}`, 'latin1'), UNKNOWN_SOUND],
  ['picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), NO_SOUND],
  ['amr without frames', createAmr(0), EMPTY_RECORDING],
  ['aiff of empty chunks', Buffer.concat([createAiff(1).subarray(0, 12), Buffer.alloc(3_900_000)]), NO_SOUND],
  ['mp3 of over 1 MB', createMp3(1_000_001), RECORDING_TOO_LONG],
  ['webm of over 1 MB without a length', createWebm(null, { size: 1_000_001 }), RECORDING_TOO_LONG],
  ['file of 5 MB', createMp4(12, { size: 5_000_000 }), RECORDING_TOO_LARGE],
  ['video', createMp4(12, { brand: 'isom', tracks: ['vide', 'soun'] }), IS_VIDEO],
  ['video in webm', createWebm(12, { codec: 'V_VP8' }), IS_VIDEO],
  ['mp4 without sound', createMp4(12, { tracks: [] }), EMPTY_RECORDING],
  ['empty file', Buffer.alloc(0), EMPTY_RECORDING],
  ['web page', Buffer.from('<!doctype html><script>alert(1)</script>'), NO_SOUND],
  ['mp4 of empty tracks', createMp4OfBoxes('trak', 490_000), NO_SOUND],
  ['wav of empty chunks', Buffer.concat([Buffer.from('RIFFxxxxWAVE'), Buffer.alloc(3_900_000)]), NO_SOUND],
  ['box that is larger than its file', createMp4(12).subarray(0, 200), EMPTY_RECORDING],
])('a %s is refused, whatever it is called', async (_, bytes, message) => {
  await expect(inspect(bytes, '../voice.m4a')).rejects.toMatchObject({
    kind: 'invalid',
    errors: { recording: [message] },
  })
})

test('any beginning of a file is refused or bounded, never an error of ours', async () => {
  for (const whole of [
    createMp4(12, { codec: 'mp4a' }),
    createMp4(12, { isLong: true }),
    createWav(1),
    createOgg(1),
    createWebm(1),
    createAmr(1),
    createAiff(1),
    createCaf(1),
    createFlac(1),
  ])
    for (let length = 0; length < Math.min(whole.length, 600); length += 7)
      await inspect(whole.subarray(0, length)).catch((error) =>
        expect(error, String(length)).toMatchObject({ kind: 'invalid' }),
      )
})

test('a thousand boxes are read, and no more', async () => {
  expect(MAX_RECORDING_PARTS).toBe(1000)
  // Two of them are around the others.
  await expect(inspect(createMp4OfBoxes('free', 998))).rejects.toThrow(EMPTY_RECORDING)
  await expect(inspect(createMp4OfBoxes('free', 999))).rejects.toThrow(NO_SOUND)
})
