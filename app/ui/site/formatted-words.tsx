import type { CSSProperties, ReactNode } from 'react'
import type { InlineText } from '~/domain/newsletters/blocks'

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
