import { z } from 'zod'

/**
 * What a document has that its page does not show as it is, as the helper processes report it (scripts/word.mjs, scripts/pdf.mjs): how often,
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

/** Sentences for kinds that are not just missing. */
const sentences: Record<string, (remark: Remark) => string> = {
  'hidden words': ({ pages }) =>
    `Students do not see its hidden words${onPages(pages)}, ${CAN_BE_READ}. Delete them there if they are not for students.`,
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
