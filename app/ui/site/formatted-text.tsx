import { type CSSProperties, createElement, type ReactNode } from 'react'
import type { InlineText } from '~/domain/newsletters/blocks'

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
