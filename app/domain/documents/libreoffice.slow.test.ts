import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wordBounds } from '~/domain/foreign/registry'
import { listTexts } from '~/test/reading'
import { createHyperlink, createParagraph, createRun, createTable, createWordDocument } from '~/test/word'
import { openPdf } from '../../processes/pdf.mjs'
import { openWord } from '../../processes/word.mjs'
import { writeDocumentText } from './word.server'

const run = promisify(execFile)

const hasOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'libreoffice-'))
})
afterAll(() => rm(folder, { recursive: true }))

const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const item = (text: string, numId: number, level = 0) =>
  paragraph(createRun(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`)
const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="7"/></w:num>`
const inserted = (content: string) => `<w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z">${content}</w:ins>`
const box = (checked: string, sign: string) =>
  `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${createRun(sign)}</w:sdtContent></w:sdt>`

interface Sample {
  body: string
  parts?: Parameters<typeof createWordDocument>[1]
  /** Words that only our page has, and words that only LibreOffice has, in order. */
  onlyOurs?: string
  onlyTheirs?: string
  /** Words of its text that LibreOffice does not print. */
  notPrinted?: string
  /** Words that only our text of its PDF has. */
  onlyInPdf?: string
}

const samples: Record<string, Sample> = {
  'headings and paragraphs': {
    body:
      createParagraph('Our trip', { style: 'Title' }) +
      createParagraph('What to bring', { style: 'Heading1' }) +
      createParagraph('A coat &amp; lunch for the self-advocacy group, from 9:30 to 16:00.') +
      createParagraph('It costs €5. Ring Siobhán Ó Sé on 020 910 0100.'),
  },
  'a table and a link': {
    body:
      createTable([
        ['Day', 'Bus'],
        ['Monday', '38'],
        ['Tuesday', '39a'],
      ]) + createHyperlink('map', 'the map'),
    parts: { links: { map: 'https://example.ie/map' } },
  },
  'crossed-out words': {
    body: paragraph(createRun('Bring ') + createRun('a coat', '<w:strike/>') + createRun(' a hat')),
    onlyOurs: 'crossed out end of crossed out',
    onlyInPdf: 'crossed out',
  },
  'hidden words': {
    body: paragraph(createRun('Quiz') + createRun(' answer', '<w:vanish/>') + createRun(' time')),
    // LibreOffice exports them to text, and does not print them.
    onlyTheirs: 'answer',
    notPrinted: 'answer',
  },
  'numbered lists that go on': {
    body: item('One', 7) + item('first', 7, 1) + createParagraph('Between') + item('Two', 7) + item('again', 7, 1),
    parts: { numbering },
    // Our page has the numbers as those of the lists.
    onlyTheirs: '1 a 2 a',
  },
  'ticked and empty boxes': {
    body: paragraph(box('1', '☒') + createRun(' Yes')) + paragraph(box('0', '☐') + createRun(' No')),
  },
  'changes that are marked': {
    body: paragraph(
      `${createRun('Meet at ')}<w:del w:id="2" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve">nine </w:delText></w:r></w:del>${inserted(createRun('ten'))}`,
    ),
    // LibreOffice exports both. Our page leaves deleted words out, and tutors are told.
    onlyInPdf: 'crossed out',
    onlyTheirs: 'nine',
  },
  'raised figures, tabs, breaks and hyphens': {
    body: paragraph(
      `${createRun('The 2')}${createRun('nd', '<w:vertAlign w:val="superscript"/>')}<w:r><w:t xml:space="preserve"> bus</w:t><w:tab/><w:t>leaves</w:t><w:br/><w:t>at drop</w:t><w:noBreakHyphen/><w:t>in</w:t></w:r>`,
    ),
  },
  'words from right to left': {
    body: paragraph(createRun('مرحبا بكم في المركز', '<w:rtl/>'), '<w:bidi/>') + createParagraph('Welcome'),
  },
}

interface PdfPage {
  text: (max: number) => { text: string }
}

/** The words of a text, in lower case, in their order. */
const listWords = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}☒☐]+/gu) ?? []

/** `words` without the words of `others`, each once. */
function subtract(words: string[], others: string[]): string[] {
  const left = [...others]
  return words.filter((word) => {
    const index = left.indexOf(word)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

async function convert(names: string[], to: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const files = names.map((name) => join(folder, name))
  await run('soffice', [profile, '--headless', '--convert-to', to, '--outdir', folder, ...files])
}

test.skipIf(!hasOffice)(
  'Word documents and the PDFs made of them say the words that LibreOffice exports (needs soffice)',
  async () => {
    const numbered = Object.entries(samples).map(([what, sample], index) => ({ what, ...sample, name: `${index}` }))
    for (const { name, body, parts } of numbered)
      await writeFile(join(folder, `${name}.docx`), await createWordDocument(body, parts))
    const names = numbered.map(({ name }) => `${name}.docx`)
    await convert(names, 'txt:Text (encoded):UTF8')
    await convert(names, 'pdf')
    const found: unknown[] = []
    for (const { what, name, onlyOurs = '', onlyTheirs = '' } of numbered) {
      const theirs = listWords(await readFile(join(folder, `${name}.txt`), 'utf8'))
      const { pictures: _, ...made } = await openWord(await readFile(join(folder, `${name}.docx`)), wordBounds)
      const shown = writeDocumentText({ ...made, alts: [] }, [])
      if (shown.state !== 'text') throw new Error(`${what}: ${shown.state}`)
      const ours = listWords(listTexts(shown.html.replace(/<br ?\/?>/g, '\n').replace(/<\/?su[bp]>/g, '')).join('\n'))
      const { withPage } = await openPdf(await readFile(join(folder, `${name}.pdf`)))
      const ofPdf = listWords(await withPage(1, ({ text }: PdfPage) => text(10_000).text))
      found.push({
        what,
        onlyOurs: subtract(ours, theirs).join(' '),
        onlyTheirs: subtract(theirs, ours).join(' '),
        isInOrder: subtract(ours, listWords(onlyOurs)).join(' ') === subtract(theirs, listWords(onlyTheirs)).join(' '),
        lostInPdf: subtract(theirs, ofPdf).join(' '),
        addedInPdf: subtract(ofPdf, theirs).join(' '),
      })
    }
    expect(found).toEqual(
      numbered.map(({ what, onlyOurs = '', onlyTheirs = '', notPrinted = '', onlyInPdf = '' }) => ({
        what,
        onlyOurs,
        onlyTheirs,
        isInOrder: true,
        lostInPdf: notPrinted,
        addedInPdf: onlyInPdf,
      })),
    )
  },
  // About 15 s on a quiet machine.
  180_000,
)
