import { truncate } from '~/domain/text'

/** Inline content: text, line breaks, bold text and links. */
export type InlineText = (
  | string
  | { is: 'break' }
  | { is: 'bold'; words: InlineText }
  | { is: 'link'; url: string; words: InlineText }
)[]

/**
 * A block of a newsletter’s text. The highest heading’s `depth` is 0; `first` is a list’s first number, null for bullets. A `space` is
 * empty lines as typed, without the one that separates two blocks outside lists.
 */
export type TextBlock =
  | { is: 'heading'; depth: number; words: InlineText }
  | { is: 'paragraph'; words: InlineText }
  | { is: 'list'; first: number | null; items: TextBlock[][] }
  | { is: 'picture'; number: number }
  | { is: 'space'; lines: number }

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

/**
 * Blocks as plain text with empty lines between them, in list items only where they are typed; `describePicture` returns the text for
 * a picture.
 */
export function toPlainText(
  blocks: TextBlock[],
  describePicture: (number: number) => string = () => '',
  isItem = false,
): string {
  let text = ''
  for (const block of blocks) {
    if (block.is === 'space') {
      text += '\n'.repeat(block.lines)
      continue
    }
    const part = toPlainBlock(block, describePicture)
    if (part) text += (text && (isItem ? '\n' : '\n\n')) + part
  }
  return text
}

function toPlainBlock(block: Exclude<TextBlock, { is: 'space' }>, describePicture: (number: number) => string): string {
  if (block.is === 'picture') return describePicture(block.number)
  if (block.is !== 'list') return toPlainInline(block.words)
  const { first, items } = block
  return items
    .map((item, index) => {
      const mark = first === null ? '- ' : `${first + index}. `
      return mark + toPlainText(item, describePicture, true).replace(/\n(?!\n|$)/g, `\n${' '.repeat(mark.length)}`)
    })
    .join('\n')
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
