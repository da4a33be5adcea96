import { type CSSProperties, createElement, type ReactNode } from 'react'
import type { Attachment } from '~/domain/newsletters/attachments.server'
import type { InlineText, TextBlock } from '~/domain/newsletters/blocks'
import { Lines } from '~/ui/lines'
import { FileImage } from '~/ui/portal/file-image'

export function NewsletterPicture({ picture }: { picture: Attachment }) {
  return (
    <figure>
      <FileImage file={picture} />{' '}
      {picture.description && (
        <figcaption className="mt-2 break-words text-small text-ink-soft">
          <Lines text={picture.description} />
        </figcaption>
      )}
    </figure>
  )
}

interface TextProps {
  blocks: TextBlock[]
  attachments: Attachment[]
  top: number
}

function NewsletterBlock({ block, ...rest }: Omit<TextProps, 'blocks'> & { block: TextBlock }) {
  if (block.is === 'paragraph') return <p className="break-words">{renderFormattedText(block.words)}</p>
  if (block.is === 'space') return <EmptyLines lines={block.lines} />
  if (block.is === 'heading') {
    const Heading = `h${Math.min(rest.top + block.depth, 6)}` as 'h2'
    return <Heading className="break-words">{renderFormattedText(block.words)}</Heading>
  }
  if (block.is === 'picture') {
    const picture = rest.attachments.find((attachment) => attachment.picture === block.number)
    return picture ? <NewsletterPicture picture={picture} /> : null
  }
  const items = block.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a newsletter never change order
    <li key={index} className="break-words">
      {item.map((part, partIndex) =>
        part.is === 'paragraph' && partIndex === 0 ? (
          renderFormattedText(part.words)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <NewsletterBlock key={partIndex} block={part} {...rest} />
        ),
      )}
    </li>
  ))
  return block.first === null ? <ul>{items}</ul> : <ol start={block.first}>{items}</ol>
}

export function NewsletterText({ blocks, ...rest }: TextProps) {
  return (
    <div className="prose">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a newsletter never change order
        <NewsletterBlock key={index} block={block} {...rest} />
      ))}
    </div>
  )
}

/** Empty lines that a newsletter's writer typed. */
export function EmptyLines({ lines, style }: { lines: number; style?: CSSProperties }) {
  const breaks = Array.from({ length: lines }, (_, key) => createElement('br', { key }))
  return createElement('div', { className: style ? undefined : '!mt-0', style }, breaks)
}

/** Renders a newsletter's formatted text; `link` styles its links in mails, which have no style sheet. */
export function renderFormattedText(words: InlineText, link?: CSSProperties): ReactNode[] {
  return words.map((part, index) => {
    if (typeof part === 'string') return part
    // The parts of a newsletter never change order.
    const key = index
    if (part.is === 'break') return <br key={key} />
    const inside = renderFormattedText(part.words, link)
    if (part.is === 'bold') return <strong key={key}>{inside}</strong>
    return (
      <a key={key} href={part.url} style={link}>
        {inside}
      </a>
    )
  })
}
