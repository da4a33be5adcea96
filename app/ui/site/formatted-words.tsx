import type { CSSProperties, ReactNode } from 'react'
import type { Words } from '~/domain/newsletters/blocks'

/** The words of a newsletter as elements; `link` is how its links look in a mail, which has no style sheet. */
export function formattedWords(words: Words, link?: CSSProperties): ReactNode[] {
  return words.map((part, place) => {
    if (typeof part === 'string') return part
    // The parts of a newsletter never change places.
    const key = place
    if (part.is === 'break') return <br key={key} />
    const inside = formattedWords(part.words, link)
    if (part.is === 'bold') return <strong key={key}>{inside}</strong>
    return (
      <a key={key} href={part.url} style={link}>
        {inside}
      </a>
    )
  })
}
