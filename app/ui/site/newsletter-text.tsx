import type { Attachment } from '~/domain/newsletters/attachments.server'
import type { TextBlock } from '~/domain/newsletters/blocks'
import { Lines } from '~/ui/lines'
import { FileImage } from '~/ui/portal/file-image'
import { EmptyLines, renderFormattedText } from './formatted-text'

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
