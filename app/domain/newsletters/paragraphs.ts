/** A newsletter's content split into paragraphs at empty lines; line breaks within one stay. */
export function paragraphsOf(content: string): string[] {
  return content
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
}

const LONGEST_SUMMARY = 160

/** The start of a newsletter, on one line of at most 160 characters, cut between words: without the greeting and without headings in capitals. */
export function summaryOf(content: string): string {
  const lines = content.split('\n').filter((line) => /\p{Ll}/u.test(line))
  if (/^[^.!?]{1,60},\s*$/.test(lines[0] ?? '')) lines.shift()
  const line = (lines.join(' ') || content).replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_SUMMARY) return line
  return `${line.slice(0, LONGEST_SUMMARY - 1).replace(/\s+\S*$/, '')}…`
}
