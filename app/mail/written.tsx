import type { Block } from '~/domain/newsletters/blocks'
import { formattedWords } from '~/ui/site/formatted-words'

/** Mail programs ignore stylesheets, so styles are inline. The colours are those of tailwind.config.ts. */
export const paper = '#FCF9F3'
export const ink = '#10292D'
export const river = '#0A5160'
export const rule = '#D9D2C2'
export const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Arial, sans-serif"
export const plain = { margin: '0 0 20px', fontSize: '18px', lineHeight: '1.6' }
export const link = { color: river, textDecoration: 'underline' }
const picture = { display: 'block', width: '100%', height: 'auto' } as const

/** A picture as a mail shows it; both addresses are absolute, or of a part of the mail itself. */
export interface MailedPicture {
  /** What it shows, for people who can't see it. */
  alt: string
  /** The words below it. */
  caption: string | null
  url: string
  smallUrl: string
  /** In CSS pixels. */
  width: number
}

/** A picture as wide as it is, but no wider than the mail. */
export function PictureInMail({ alt, url, smallUrl, width }: Omit<MailedPicture, 'caption'>) {
  return (
    <a href={url}>
      <img src={smallUrl} alt={alt} width={width} style={{ ...picture, maxWidth: `${width}px` }} />
    </a>
  )
}

const item = { margin: '0 0 6px' }
const sizes = ['23px', '20px', '18px']

function List({ block, pictures }: { block: Extract<Block, { is: 'list' }>; pictures: Map<number, MailedPicture> }) {
  const items = block.items.map((blocks, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a mail never change places
    <li key={place} style={item}>
      {blocks.map((each, place) =>
        // Without a paragraph's space, which would tear a short list apart.
        each.is === 'paragraph' && place === 0 ? (
          formattedWords(each.words, link)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Part key={place} block={each} pictures={pictures} />
        ),
      )}
    </li>
  ))
  const style = { ...plain, paddingLeft: '28px' }
  return block.first === null ? (
    <ul style={style}>{items}</ul>
  ) : (
    <ol start={block.first} style={style}>
      {items}
    </ol>
  )
}

function Part({ block, pictures }: { block: Block; pictures: Map<number, MailedPicture> }) {
  if (block.is === 'paragraph') return <p style={plain}>{formattedWords(block.words, link)}</p>
  if (block.is === 'list') return <List block={block} pictures={pictures} />
  if (block.is === 'heading') {
    const Heading = `h${Math.min(block.depth + 2, 6)}` as 'h2'
    const fontSize = sizes[block.depth] ?? '18px'
    return (
      <Heading style={{ margin: '28px 0 8px', fontSize, lineHeight: '1.3' }}>
        {formattedWords(block.words, link)}
      </Heading>
    )
  }
  const shown = pictures.get(block.number)
  if (!shown) return null
  return (
    <div style={{ margin: '0 0 20px' }}>
      <PictureInMail {...shown} />
      {shown.caption && <p style={{ ...plain, margin: '8px 0 0', fontSize: '16px' }}>{shown.caption}</p>}
    </div>
  )
}

/** A newsletter's text as the HTML of its mail. */
export function Written({ blocks, pictures }: { blocks: Block[]; pictures: Map<number, MailedPicture> }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a mail never change places
  return blocks.map((block, place) => <Part key={place} block={block} pictures={pictures} />)
}
