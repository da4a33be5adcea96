/** The elements that stand within a line; every other one is a block of its own (formatting.ts). */
const WITHIN_LINES = new Set(['strong', 'b', 'em', 'i', 'a', 'br'])
const TAG = /(<\/?[a-z\d][^<>]*>)/
const BULLET = /^\s*[-*•]\s+(?=\S)/
const NUMBER = /^\s*(\d{1,3})[.)]\s+(?=\S)/

/**
 * What was typed without tags, as paragraphs and lists: an empty line ends a paragraph, a line break stays one, and lines that begin
 * with '-' or '1.' are a list. Blocks that were typed as HTML stay as they are, and words between them are treated the same. `html`
 * is sanitised, so that its tags match and every other < is escaped; what comes back has to be sanitised again.
 */
export function withParagraphs(html: string): string {
  let shaped = ''
  let words = ''
  let depth = 0
  for (const part of html.split(TAG)) {
    const [, end, name = ''] = /^<(\/?)([a-z\d]+)/.exec(part) ?? []
    const isBlock = name !== '' && !WITHIN_LINES.has(name)
    if (depth === 0 && !isBlock) {
      words += part
      continue
    }
    if (isBlock) depth += end ? -1 : 1
    shaped += inBlocks(words) + part
    words = ''
  }
  return (shaped + inBlocks(words)).trim()
}

/** Words that stand in no block, as blocks on lines of their own. The space between two blocks stays as it is. */
function inBlocks(words: string): string {
  return words.trim() === '' ? words : `\n${blocksOf(words).join('\n')}\n`
}

interface Group {
  kind: 'p' | 'ul' | 'ol'
  lines: string[]
}

function blocksOf(words: string): string[] {
  const groups: Group[] = []
  let isApart = true
  // A line break as an element and one in the text are one.
  for (const line of words.replace(/\n?<br \/>\n?/g, '<br />').split('\n')) {
    if (line.trim() === '') {
      isApart = true
      continue
    }
    const last = groups.at(-1)
    const kind = kindOf(line, last)
    const begins = kind === 'p' ? isApart : Number(NUMBER.exec(line)?.[1]) === 1
    if (last?.kind === kind && !begins) last.lines.push(line)
    else groups.push({ kind, lines: [line] })
    isApart = false
  }
  return groups.map(toHtml)
}

/** Only a list that begins with 1 counts: a line may begin with a year. */
function kindOf(line: string, last: Group | undefined): Group['kind'] {
  if (BULLET.test(line)) return 'ul'
  const number = Number(NUMBER.exec(line)?.[1])
  return number === 1 || (last?.kind === 'ol' && number === last.lines.length + 1) ? 'ol' : 'p'
}

function toHtml({ kind, lines }: Group): string {
  if (kind !== 'p') {
    const items = lines.map((line) => `<li>${line.replace(kind === 'ul' ? BULLET : NUMBER, '').trim()}</li>`)
    return `<${kind}>${items.join('')}</${kind}>`
  }
  const text = lines.map((line) => line.trim()).join('<br />')
  const isEmpty = text.replace(/<[^<>]*>/g, '').trim() === ''
  return isEmpty ? text : `<p>${text}</p>`
}
