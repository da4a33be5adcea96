import { z } from 'zod'

/**
 * What a document has that its page does not show as it is, as the helper processes report it (app/processes/word.mjs, app/processes/pdf.mjs): how often,
 * and on which pages of a PDF.
 */
export const remarkSchema = z.object({
  kind: z.string().max(40),
  count: z.int().positive(),
  pages: z.array(z.int().positive()).max(60).optional(),
})
export type Remark = z.infer<typeof remarkSchema>

/** Most remarks on one document: there are fewer kinds. */
export const MAX_REMARKS = 20

const AS_PDF = 'To show everything, save it as a PDF, and upload that.'
const CAN_BE_READ = 'but they can still be read in the download'

/** For tutors: what to do with PDFs that are containers for something else. */
export const CONTAINER_NOTES = {
  xfa: 'This PDF is a form that only Adobe’s programs can show. Open it there, choose Print, and print it to a new PDF. Then upload that.',
  portfolio:
    'This PDF is a portfolio: a folder of other files, which students can’t open here. Take the files out in Adobe’s program, and upload each one.',
} as const

/** Sentences for kinds that are not just missing. */
const sentences: Record<string, (remark: Remark) => string> = {
  'hidden words': ({ pages }) =>
    `Students do not see its hidden words${onPages(pages)}, ${CAN_BE_READ}. Delete them there if they are not for students.`,
  'covered words': ({ pages }) =>
    `Students do not see words that are covered or have the colour of the paper${onPages(pages)}, ${CAN_BE_READ}. If they are private, delete them in the original, save it as a PDF again, and upload that.`,
  'undrawn words': ({ pages }) =>
    `We could not draw all words${onPages(pages)}, because a font is not in the PDF. Students can read them as text. To show the page as it is, save the PDF with its fonts (PDF/A), and upload that.`,
  note: ({ count }) => `Students can read the ${count === 1 ? 'note' : `${count} notes`} in it.`,
  'attached file': ({ count }) =>
    `Students do not see the ${count === 1 ? 'file' : `${count} files`} attached to it. Take ${count === 1 ? 'it' : 'them'} out, and upload ${count === 1 ? 'it' : 'each one'}.`,
  comment: () => `Students do not see its comments, ${CAN_BE_READ}.`,
  'deleted words': () => `Students do not see words that are marked as deleted, ${CAN_BE_READ}.`,
}

/** For tutors: what students will not see of a document, and what to do. Empty without remarks. */
export function describeRemarks(remarks: readonly Remark[]): string {
  const missing = remarks.filter(({ kind }) => !Object.hasOwn(sentences, kind))
  const others = remarks.filter((remark) => !missing.includes(remark))
  return [
    missing.length > 0 && `Students will not see this on its page: ${formatList(missing.map(formatCount))}. ${AS_PDF}`,
    ...others.map((remark) => sentences[remark.kind]?.(remark)),
  ]
    .filter(Boolean)
    .join(' ')
}

interface PageWords {
  words: Record<'hidden' | 'covered' | 'undrawn', number>
  notes: number
}

/** The remarks on a PDF by how its pages look. */
export function listPdfRemarks(pages: readonly PageWords[], attachments: number): Remark[] {
  const remarks: Remark[] = []
  for (const state of ['hidden', 'covered', 'undrawn'] as const) {
    const found = pages.flatMap(({ words }, index) => (words[state] > 0 ? index + 1 : []))
    const count = pages.reduce((sum, { words }) => sum + words[state], 0)
    if (count > 0) remarks.push({ kind: `${state} words`, count, pages: found })
  }
  const notes = pages.reduce((sum, page) => sum + page.notes, 0)
  if (notes > 0) remarks.push({ kind: 'note', count: notes })
  if (attachments > 0) remarks.push({ kind: 'attached file', count: attachments })
  return remarks
}

const formatCount = ({ kind, count }: Remark) =>
  kind === 'WordArt' ? kind : `${count} ${kind}${count === 1 ? '' : 's'}`

const formatList = (items: readonly (string | number)[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const onPages = (pages: readonly number[] = []) =>
  pages.length === 0
    ? ''
    : pages.length > 5
      ? ` on ${pages.length} pages`
      : ` on page${pages.length > 1 ? 's' : ''} ${formatList(pages)}`
