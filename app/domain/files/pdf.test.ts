import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdf } from '~/test/samples'
import { runsNothing } from './pdf.server'

const holding = (...parts: (string | Buffer)[]) => Buffer.concat([pdf(), ...parts.map((part) => Buffer.from(part))])
const packed = (objects: string, dictionary = '/Type/ObjStm/Filter/FlateDecode') =>
  holding(`9 0 obj<<${dictionary}>>stream\r\n`, deflateSync(objects), '\nendstream endobj')

test.for<[string, boolean, Buffer]>([
  ['words alone', true, pdf()],
  ['a link to a website', true, holding('<</S/URI/URI(https://www.hse.ie)>>')],
  ['packed objects', true, packed('1 0 <</Type/Catalog>>')],
  ['a script', false, holding('<</S/JavaScript/JS(app.alert\\(1\\))>>')],
  ['a script by another spelling', false, holding('<</S/J#61vaScr#69pt/JS(1)>>')],
  ['a program to open', false, holding('<</S /Launch /F(a.exe)>>')],
  ['a form that is sent', false, holding('<</S/SubmitForm/F(https://evil.example)>>')],
  ['a script in packed objects', false, packed('1 0 <</S/JavaScript/JS(1)>>')],
  ['packed objects by another spelling', false, packed('1 0 <</S/JavaScript>>', '/Type/Obj#53tm')],
  ['packed objects that can’t be read', false, holding('<</Type/ObjStm/Filter/LZWDecode>>stream\nabc endstream')],
  ['packed objects without an end', false, holding('<</Type/ObjStm')],
  ['packed objects that unfold without measure', false, packed('0'.repeat(30 * 1024 * 1024))],
  ['an encryption', false, holding('trailer<</Encrypt 5 0 R>>')],
])('of a PDF with %s nothing runs: that is %s', async ([, expected, bytes]) => {
  expect(await runsNothing(bytes)).toBe(expected)
})
