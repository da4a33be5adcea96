/** A text field's words, and what of them is selected. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** Puts `words` in place of what stands between `start` and `end`; `select` is what of the new text is selected then. */
export interface Edit {
  start: number
  end: number
  words: string
  select: [number, number]
}

/** How a text is marked: as HTML or as Markdown. */
export type Marking = 'html' | 'markdown'
export type Mark = 'heading' | 'bold' | 'list' | 'link'

const around: Record<Marking, Record<'heading' | 'bold', [string, string]>> = {
  html: { heading: ['<h2>', '</h2>'], bold: ['<strong>', '</strong>'] },
  markdown: { heading: ['## ', ''], bold: ['**', '**'] },
}
const stead: Record<'heading' | 'bold' | 'link', string> = { heading: 'Heading', bold: 'bold words', link: 'words' }
const ADDRESS = /^(https?:\/\/|www\.)\S+$/i

/** What a button of the toolbar does to the selected words. Pressed again, it takes its marks away, but for a link's. */
export function editFor(mark: Mark, marking: Marking, selected: Selected): Edit {
  switch (mark) {
    case 'bold':
      return bold(around[marking].bold, selected)
    case 'heading':
      return lines(wholeLines(selected), (line) => toggled(line, around[marking].heading), stead.heading)
    case 'list':
      return list(wholeLines(selected))
    case 'link':
      return link(marking, selected)
  }
}

/** Puts a line of its own, such as a picture's, where the cursor is. */
export function lineAt({ text, start, end }: Selected, line: string): Edit {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const after = text[end] === '\n' ? '' : '\n'
  const words = `${before}${line}${after}`
  const cursor = start + before.length + line.length + 1
  return { start, end, words, select: [cursor, cursor] }
}

function toggled(words: string, [begin, end]: [string, string]): string {
  const isMarked = words.length > begin.length + end.length && words.startsWith(begin) && words.endsWith(end)
  return isMarked ? words.slice(begin.length, words.length - end.length) : `${begin}${words}${end}`
}

function bold(marks: [string, string], { text, start, end }: Selected): Edit {
  const [begin, close] = marks
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') {
    const select: Edit['select'] = [start + begin.length, start + begin.length + stead.bold.length]
    return { start, end: start, words: `${begin}${stead.bold}${close}`, select }
  }
  // Marks right around the selection belong to it.
  const isInside = text.slice(0, start).endsWith(begin) && text.slice(end).startsWith(close)
  if (isInside) {
    const from = start - begin.length
    return { start: from, end: end + close.length, words: chosen, select: [from, from + chosen.length] }
  }
  return lines({ text, start, end }, (line) => toggled(line, marks))
}

/** Changes each line that is not empty, but for the spaces around it. */
function lines(selected: Selected, change: (line: string) => string, instead?: string): Edit {
  const { text, start, end } = selected
  const chosen = text.slice(start, end)
  if (chosen.trim() === '' && instead) {
    const words = change(instead)
    const at = start + words.indexOf(instead)
    return { start, end, words, select: [at, at + instead.length] }
  }
  const words = chosen.replace(/[^\n]+/g, (line) => {
    const bare = line.trim()
    return bare === '' ? line : line.replace(bare, () => change(bare))
  })
  return { start, end, words, select: [start, start + words.length] }
}

function list(selected: Selected): Edit {
  const { text, start, end } = selected
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') return { start, end, words: '- ', select: [start + 2, start + 2] }
  const isList = chosen.split('\n').every((line) => line.trim() === '' || line.startsWith('- '))
  return lines(selected, (line) => (isList ? line.slice(2) : `- ${line}`))
}

function link(marking: Marking, { text, start, end }: Selected): Edit {
  const written = text.slice(start, end).split('\n')
  const chosen = written
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
  const isAddress = ADDRESS.test(chosen)
  const address = isAddress ? chosen.replace(/^www\./i, 'https://$&') : 'https://'
  const label = isAddress || chosen === '' ? stead.link : chosen
  const words = marking === 'html' ? `<a href="${address}">${label}</a>` : `[${label}](${address})`
  // What is still to be written is selected.
  const [wanted, from] = label === stead.link ? [label, marking === 'html' ? words.indexOf('>') : 0] : [address, 0]
  const at = start + words.indexOf(wanted, from)
  return { start, end, words, select: [at, at + wanted.length] }
}

/** The selection made as long as the lines that it begins and ends in. */
function wholeLines({ text, start, end }: Selected): Selected {
  const next = text.indexOf('\n', end)
  return { text, start: text.lastIndexOf('\n', start - 1) + 1, end: next < 0 ? text.length : next }
}
