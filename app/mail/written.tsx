import { createElement, Fragment, type ReactNode } from 'react'
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

interface TextProps {
  blocks: Block[]
  /** By number. */
  pictures?: Map<number, MailedPicture>
}

const itemStyle = { margin: '0 0 6px' }
const listStyle = { ...plain, paddingLeft: '28px' }
const sizes = ['23px', '20px', '18px']

/** A text of blocks as the HTML of a mail; in a list the first paragraph without its space, which would tear a short list apart. */
export function Written({ blocks, pictures, isItem = false }: TextProps & { isItem?: boolean }): ReactNode {
  const parts = blocks.map((block, place): ReactNode => {
    if (block.is === 'paragraph') {
      const words = formattedWords(block.words, link)
      return isItem && place === 0 ? words : createElement('p', { style: plain }, ...words)
    }
    if (block.is === 'heading') {
      const style = { margin: '28px 0 8px', fontSize: sizes[block.depth] ?? '18px', lineHeight: '1.3' }
      return createElement(`h${Math.min(block.depth + 2, 6)}`, { style }, ...formattedWords(block.words, link))
    }
    if (block.is === 'list') {
      const itemOf = (blocks: Block[]) => <Written blocks={blocks} pictures={pictures} isItem />
      const items = block.items.map((blocks) => createElement('li', { style: itemStyle }, itemOf(blocks)))
      if (block.first === null) return createElement('ul', { style: listStyle }, ...items)
      return createElement('ol', { style: listStyle, start: block.first }, ...items)
    }
    const shown = pictures?.get(block.number)
    return (
      shown && (
        <div style={{ margin: '0 0 20px' }}>
          <PictureInMail {...shown} />
          {shown.caption && <p style={{ ...plain, margin: '8px 0 0', fontSize: '16px' }}>{shown.caption}</p>}
        </div>
      )
    )
  })
  return createElement(Fragment, null, ...parts)
}
