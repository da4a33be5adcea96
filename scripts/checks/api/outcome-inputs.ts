import iconv from 'iconv-lite'
import { createAmr, createMp4, createWav } from '../../../app/test/recordings'
import * as samples from '../../../app/test/samples'
import { createRun, createWordDocument } from '../../../app/test/word'
import type { OutcomeInput } from './outcome-kinds'

export interface SampleInput extends OutcomeInput {
  says: RegExp[]
}

const encodeText = (text: string, encoding: string) => iconv.encode(text, encoding)

/** Small inputs of kinds known from other projects' bug reports. */
export async function createOwnInputs(): Promise<SampleInput[]> {
  const jpeg = await samples.createNoisyPicture().jpeg().toBuffer()
  const given = (name: string, bytes: Buffer | string, ...says: RegExp[]): SampleInput => ({
    name,
    bytes: Buffer.from(bytes as Buffer),
    says,
  })
  return [
    given('photo-half.jpg', jpeg.subarray(0, jpeg.length / 2), /The lower part of this photo is missing/),
    given('photo-without-end.jpg', jpeg.subarray(0, -2), /The file of this photo is incomplete/),
    given('from-windows.jfif', jpeg, /from-windows\.jpg, image\/jpeg/),
    given('moving.gif', await samples.createAnimation('gif', 201), /^400 .*too many frames: 201/),
    given('scan.png', samples.createSquarePng(9000), /^400 .*about 81 million/),
    given('picture.tif', await samples.createPicture().tiff().toBuffer(), /^400 .*a TIFF picture/),
    given('bom.pdf', Buffer.concat([Buffer.from('\ufeff'), samples.createSamplePdf()]), /application\/pdf/),
    given('half.pdf', samples.createSamplePdf('x'.repeat(999)).subarray(0, 500), /This PDF is incomplete/),
    given('to-open.pdf', samples.createEncryptedPdf(4, 'secret'), /^400 .*has a password/),
    given('to-change.pdf', samples.createEncryptedPdf(4), /application\/pdf/),
    given('word-online.docx', samples.createOfficeFile('word/document2.xml'), /wordprocessingml/),
    given('word.docx', samples.createCompoundFile(['EncryptedPackage']), /^400 .*has a password/),
    given('note.txt', encodeText('\ufeffBring a coat.\r\nSeán', 'utf-16le'), /note\.txt, text\/plain/),
    given('picture.webp', await samples.createPicture(600, 400).webp().toBuffer(), /in the mail image\/jpeg/),
    given('list-curly.csv', 'Email,Name\nmaire.o’brien@example.ie,Máire\n', /maire\.o'brien@example\.ie, Máire/),
    given('list-outlook.csv', 'Email,Name\nOla [mailto:ola@bücher.example],\n', /ola@xn--bcher-kva\.example/),
    given('list-mac.csv', encodeText('Email,Name\rseamus@example.ie,Séamus Ó Sé\r', 'macroman'), /Séamus Ó Sé/),
    given('list-left.csv', 'Email,Name,Status\nleft@example.ie,Left,unsubscribed\n', /says unsubscribed.* nothing$/),
    given('names.txt', 'Nora O’Shea\nNORA O‘SHEA', /is listed twice/),
    given('names-of-one-word.txt', 'Đorđe\nŁukasz Żółć', /dorde.*lukasz\.z/),
    given('telephone.txt', '+353 (0)20 910 0111\n01 234 5678 ext 12', /tel:\+353209100111.*tel:012345678;ext=12/s),
    given('telephone-unsure.txt', '01 234 5678\nRoom 12, ask for Mary', /no link/),
    given(
      'link.txt',
      'Book at https://www.example.ie/bus_(a).\nAsk <mary@example.ie>.',
      /bus_\(a\) \[https:\/\/www\.example\.ie\/bus_\(a\)\]\..*mary@example\.ie \[mailto:mary@example\.ie\]/s,
    ),
    given(
      'brackets.txt',
      'Bring <a coat> & <Tom>.\n#\n**Note:**be early',
      /Bring <a coat> & <Tom>\./,
      /\[b\]Note:\[\/b\]be early/,
    ),
    given('crossed-out.html', '<p>Bus <del>38</del> 39</p>', /\[s\]38\[\/s\] 39/, /\(crossed out: 38\) 39/),
    given('header.txt', 'X-Forwarded-For: [2001:db8::1]:443', /2001:db8:0:0::\/64/),
    given(
      'listen-newsletter.txt',
      'Please bring:\n\n- For lunch:\n  - bread\n- A coat\n',
      /• For lunch:\s+• bread\s+• A coat/,
    ),
    given('listen-notice.txt', 'Monday: choir\nTuesday: art', /Monday: choir \/ Tuesday: art/),
    given(
      'crossed-out.docx',
      await createWordDocument(
        `<w:p>${createRun('Bring ')}${createRun('a coat', '<w:strike/>')}${createRun(' a hat')}</w:p>`,
      ),
      /\[s\]a coat\[\/s\]/,
      /Crossed out: a coat/,
    ),
    given('voice.wav', createWav(2), /Your tutors can hear it now\..*the same bytes/),
    given('voice.amr', createAmr(2), /Your tutors can download it\..*may not play.*the same bytes/),
    given('voice-long.m4a', createMp4(75), /^400 .*That is too long/),
    given(
      'week.csv',
      'Day,From,To,Activity,Room key\nMonday,1:30,3:00,Drama,12\nTuesday,09:75,11:00,Art,13\n',
      /13:30/,
      /Room key/,
      /Row 3/,
    ),
  ]
}
