import { truncate } from '~/domain/text'

/** Inline content: text, line breaks, bold text and links. */
export type InlineText = (
  | string
  | { is: 'break' }
  | { is: 'bold'; words: InlineText }
  | { is: 'link'; url: string; words: InlineText }
)[]

/** A block of a newsletter’s text. The highest heading’s `depth` is 0; `first` is a list’s first number, null for bullets. */
export type TextBlock =
  | { is: 'heading'; depth: number; words: InlineText }
  | { is: 'paragraph'; words: InlineText }
  | { is: 'list'; first: number | null; items: TextBlock[][] }
  | { is: 'picture'; number: number }

const SCHEME = /^(?:https?:\/\/|mailto:|tel:)/i

/** Inline content as plain text. A link's address follows its text unless they are the same. */
function toPlainInline(words: InlineText): string {
  return words
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.is === 'break') return '\n'
      const text = toPlainInline(part.words)
      if (part.is === 'bold' || part.url.replace(SCHEME, '') === text.replace(SCHEME, '')) return text
      return `${text} (${part.url.replace(/^(mailto|tel):/, '')})`
    })
    .join('')
}

/** Blocks as plain text with blank lines between them; `describePicture` returns the text for a picture. */
export function toPlainText(blocks: TextBlock[], describePicture: (number: number) => string = () => ''): string {
  return blocks
    .map((block) => {
      if (block.is === 'picture') return describePicture(block.number)
      if (block.is !== 'list') return toPlainInline(block.words)
      const { first, items } = block
      return items
        .map((item, place) => {
          const mark = first === null ? '- ' : `${first + place}. `
          const text = toPlainText(item, describePicture).replace(/\n{2,}/g, '\n')
          return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
        })
        .join('\n')
    })
    .filter(Boolean)
    .join('\n\n')
}

export function findPictures(blocks: TextBlock[]): number[] {
  return blocks.flatMap((block) => (block.is === 'picture' ? [block.number] : []))
}

const LONGEST_SUMMARY = 160

/** Start of a newsletter's paragraphs without the greeting, on one line of at most 160 characters, cut between words. */
export function summarize(blocks: TextBlock[]): string {
  const paragraphs = toPlainText(blocks.filter(({ is }) => is === 'paragraph' || is === 'list'))
  const lines = paragraphs.split('\n').filter((line) => /\p{Ll}/u.test(line))
  if (/^[^.!?]{1,60},\s*$/.test(lines[0] ?? '')) lines.shift()
  return truncate((lines.join(' ') || toPlainText(blocks)).replace(/\s+/g, ' ').trim(), LONGEST_SUMMARY)
}
