import { createElement, Fragment, type ReactNode } from 'react'
import type { TextBlock } from '~/domain/newsletters/blocks'
import { EmptyLines, renderFormattedText } from '~/ui/site/formatted-text'

/** Inline styles, since mail programs ignore style sheets. The colours are those of tailwind.config.ts. */
export const paperColour = '#FCF9F3'
export const inkColour = '#10292D'
export const riverColour = '#0A5160'
export const ruleColour = '#D9D2C2'
export const mailFont = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Arial, sans-serif"
export const paragraphStyle = { margin: '0 0 20px', fontSize: '18px', lineHeight: '1.6' }
export const linkStyle = { color: riverColour, textDecoration: 'underline' }
const pictureStyle = { display: 'block', width: '100%', height: 'auto' } as const

/** A picture in a mail; both addresses are absolute or `cid:`. */
export interface MailedPicture {
  alt: string
  caption: string | null
  url: string
  smallUrl: string
  /** In CSS pixels. */
  width: number
}

/** A picture in its own width, but no wider than the mail. */
export function MailPicture({ alt, url, smallUrl, width }: Omit<MailedPicture, 'caption'>) {
  return (
    <a href={url}>
      <img src={smallUrl} alt={alt} width={width} style={{ ...pictureStyle, maxWidth: `${width}px` }} />
    </a>
  )
}

interface TextProps {
  blocks: TextBlock[]
  pictures?: Map<number, MailedPicture>
}

/** Further paragraphs and empty lines of a list item are as far apart as typed. */
const itemTextStyle = { ...paragraphStyle, margin: 0 }
const itemStyle = { margin: '0 0 6px' }
const listStyle = { ...paragraphStyle, paddingLeft: '28px' }
const headingSizes = ['23px', '20px', '18px']

/** Blocks as the HTML of a mail. List items omit the first paragraph's margin, which would pull short lists apart. */
export function MailText({ blocks, pictures, isItem = false }: TextProps & { isItem?: boolean }): ReactNode {
  const parts = blocks.map((block, index): ReactNode => {
    if (block.is === 'paragraph') {
      const words = renderFormattedText(block.words, linkStyle)
      if (isItem && index === 0) return words
      return createElement('p', { style: isItem ? itemTextStyle : paragraphStyle }, ...words)
    }
    if (block.is === 'space') return <EmptyLines lines={block.lines} style={itemTextStyle} />
    if (block.is === 'heading') {
      const style = { margin: '28px 0 8px', fontSize: headingSizes[block.depth] ?? '18px', lineHeight: '1.3' }
      return createElement(
        `h${Math.min(block.depth + 2, 6)}`,
        { style },
        ...renderFormattedText(block.words, linkStyle),
      )
    }
    if (block.is === 'list') {
      const itemOf = (blocks: TextBlock[]) => <MailText blocks={blocks} pictures={pictures} isItem />
      const items = block.items.map((blocks) => createElement('li', { style: itemStyle }, itemOf(blocks)))
      const style = isItem ? { ...listStyle, margin: 0 } : listStyle
      if (block.first === null) return createElement('ul', { style }, ...items)
      return createElement('ol', { style, start: block.first }, ...items)
    }
    const shown = pictures?.get(block.number)
    return (
      shown && (
        <div style={{ margin: '0 0 20px' }}>
          <MailPicture {...shown} />
          {shown.caption && <p style={{ ...paragraphStyle, margin: '8px 0 0', fontSize: '16px' }}>{shown.caption}</p>}
        </div>
      )
    )
  })
  return createElement(Fragment, null, ...parts)
}
