import { cutShort } from '~/domain/text'

/** What stands within a line: text, a line break, bold words or a link. */
export type Words = (
  | string
  | { is: 'break' }
  | { is: 'bold'; words: Words }
  | { is: 'link'; url: string; words: Words }
)[]

/** A part of a newsletter’s text. The highest heading’s `depth` is 0; `first` is a list’s number, null for bullets. */
export type Block =
  | { is: 'heading'; depth: number; words: Words }
  | { is: 'paragraph'; words: Words }
  | { is: 'list'; first: number | null; items: Block[][] }
  | { is: 'picture'; number: number }

const SCHEME = /^(?:https?:\/\/|mailto:|tel:)/i

/** The text of words; a link whose words are not its address is followed by it. */
function plainWords(words: Words): string {
  return words
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.is === 'break') return '\n'
      const text = plainWords(part.words)
      if (part.is === 'bold' || part.url.replace(SCHEME, '') === text.replace(SCHEME, '')) return text
      return `${text} (${part.url.replace(/^(mailto|tel):/, '')})`
    })
    .join('')
}

/** Blocks as plain text, a blank line between them; `pictureInWords` says what stands for a picture. */
export function plainText(blocks: Block[], pictureInWords: (number: number) => string = () => ''): string {
  return blocks
    .map((block) => {
      if (block.is === 'picture') return pictureInWords(block.number)
      if (block.is !== 'list') return plainWords(block.words)
      const { first, items } = block
      return items
        .map((item, place) => {
          const mark = first === null ? '- ' : `${first + place}. `
          const text = plainText(item, pictureInWords).replace(/\n{2,}/g, '\n')
          return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
        })
        .join('\n')
    })
    .filter(Boolean)
    .join('\n\n')
}

export function picturesIn(blocks: Block[]): number[] {
  return blocks.flatMap((block) => (block.is === 'picture' ? [block.number] : []))
}

const LONGEST_SUMMARY = 160

/** The start of a newsletter's paragraphs, on one line of at most 160 characters, cut between words: without its greeting. */
export function summaryOf(blocks: Block[]): string {
  const paragraphs = plainText(blocks.filter(({ is }) => is === 'paragraph' || is === 'list'))
  const lines = paragraphs.split('\n').filter((line) => /\p{Ll}/u.test(line))
  if (/^[^.!?]{1,60},\s*$/.test(lines[0] ?? '')) lines.shift()
  return cutShort((lines.join(' ') || plainText(blocks)).replace(/\s+/g, ' ').trim(), LONGEST_SUMMARY)
}
