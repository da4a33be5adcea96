import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { IS_VIDEO, RECORDING_TOO_LONG, UNKNOWN_SOUND } from '~/domain/questions/recording-rules'
import { shareServer } from '~/test/built'
import { readFlashMessage } from '~/test/riverbank'
import { getPageText } from '~/test/served'

const run = promisify(execFile)

const HEARD = 'Your tutors can hear it now.'
const DOWNLOADED = 'Your tutors can download it.'

/** Recordings of two seconds by real encoders: the options of ffmpeg, and what the student reads. */
const kinds: [name: string, options: string, said: string][] = [
  ['iphone.m4a', '-c:a aac -f ipod', HEARD],
  ['whole.mp4', '-c:a aac -movflags frag_keyframe+empty_moov -f mp4', HEARD],
  ['android.3gp', '-c:a aac -f 3gp', HEARD],
  ['stream.aac', '-c:a aac -f adts', HEARD],
  ['player.mp3', '-c:a libmp3lame', HEARD],
  ['whatsapp.ogg', '-c:a libopus -f ogg', HEARD],
  ['old.ogg', '-c:a libvorbis -f ogg', HEARD],
  ['chrome.webm', '-c:a libopus -f webm', HEARD],
  ['live.webm', '-c:a libopus -f webm -live 1', HEARD],
  ['windows.wav', '-c:a pcm_s16le -f wav', HEARD],
  ['lossless.flac', '-c:a flac', HEARD],
  ['lossless.m4a', '-c:a alac -f ipod', DOWNLOADED],
  ['mac.aiff', '-c:a pcm_s16be -f aiff', DOWNLOADED],
  ['iphone.caf', '-c:a alac -f caf', DOWNLOADED],
  ['camera.mov', '-c:a pcm_s16le -f mov', DOWNLOADED],
  ['dictated.wav', '-c:a adpcm_ima_wav -f wav', DOWNLOADED],
  ['dictated.spx', '-c:a libspeex -ar 16000 -f ogg', DOWNLOADED],
  ['recorder.mka', '-c:a pcm_s16le -f matroska', DOWNLOADED],
  ['old.wma', '-c:a wmav2 -f asf', UNKNOWN_SOUND],
  ['unix.au', '-c:a pcm_mulaw -f au', UNKNOWN_SOUND],
  ['large.rf64', '-c:a pcm_s16le -f wav -rf64 always', UNKNOWN_SOUND],
  ['long.opus', '-t 70 -c:a libopus -b:a 12k -f ogg', RECORDING_TOO_LONG],
  ['film.mp4', '-map 1:v -c:a aac -c:v mpeg4', IS_VIDEO],
]

const riverbank = shareServer()

const hasEncoders = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
)

test.skipIf(!hasEncoders)(
  'recordings of real encoders arrive as they were sent, or are refused with the reason (needs ffmpeg)',
  async () => {
    const folder = join(dirname(inject('template').path), 'recordings')
    await mkdir(folder, { recursive: true })
    riverbank.change("update questions set allowsVoice = 1, until = '2099-12-31'")
    const [{ id }] = riverbank.rows('select max(id) as id from questions') as [{ id: number }]
    const results: [string, string][] = []
    const faults: string[] = []
    const [tone, film] = ['sine=frequency=300:sample_rate=48000', 'color=s=64x64']
    const inputs = [tone, film].flatMap((input) => ['-f', 'lavfi', '-i', input])
    // Every kind from one start of ffmpeg.
    const outputs = kinds.flatMap(([name, options]) => [...`-map 0:a -t 2 ${options}`.split(' '), join(folder, name)])
    await run('ffmpeg', ['-y', '-v', 'error', ...inputs, ...outputs])
    for (const [name] of kinds) {
      const bytes = await readFile(join(folder, name))
      const form = new FormData()
      form.set('recording', new File([new Uint8Array(bytes)], name))
      const headers = (as: 'daniel' | 'aoife') => ({ Cookie: riverbank.sessions[as].cookie, Origin: riverbank.url })
      const address = `${riverbank.url}/dashboard/notices/questions/${id}/voice`
      const sent = await fetch(address, { method: 'POST', headers: headers('daniel'), body: form, redirect: 'manual' })
      const isStored = sent.status === 303
      const said = isStored ? readFlashMessage(sent) : getPageText(await sent.text())
      // A refused page still shows the recording before.
      const texts = isStored ? [HEARD, DOWNLOADED] : [UNKNOWN_SOUND, RECORDING_TOO_LONG, IS_VIDEO]
      results.push([name, texts.find((text) => said.includes(text)) ?? `${sent.status} ${said.slice(0, 2000)}`])
      if (!isStored) continue
      const [stored] = riverbank.rows('select max(id) as id, seconds from spokenAnswers') as [
        { id: number; seconds: number | null },
      ]
      const download = await fetch(`${riverbank.url}/files/voice/${stored.id}`, { headers: headers('aoife') })
      if (!Buffer.from(await download.arrayBuffer()).equals(bytes)) faults.push(`${name} comes back changed`)
      if (stored.seconds !== null && stored.seconds !== 2) faults.push(`${name} is ${stored.seconds} seconds long`)
    }
    expect(results).toEqual(kinds.map(([name, , said]) => [name, said]))
    expect(faults).toEqual([])
  },
  60_000,
)
