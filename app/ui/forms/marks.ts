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

export type Mark = 'heading' | 'bold' | 'list' | 'link'

const stead: Record<'heading' | 'bold' | 'link', string> = { heading: 'Heading', bold: 'bold words', link: 'words' }
const ADDRESS = /^(https?:\/\/|www\.)\S+$/i

/** What a button of the toolbar does to the selected words. Pressed again, it takes its marks away, but for a link's. */
export function editFor(mark: Mark, selected: Selected): Edit {
  switch (mark) {
    case 'bold':
      return bold(selected)
    case 'heading':
      return lines(wholeLines(selected), (line) => toggled(line, '## ', ''), stead.heading)
    case 'list':
      return list(wholeLines(selected))
    case 'link':
      return link(selected)
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

function toggled(words: string, begin: string, end: string): string {
  const isMarked = words.length > begin.length + end.length && words.startsWith(begin) && words.endsWith(end)
  return isMarked ? words.slice(begin.length, words.length - end.length) : `${begin}${words}${end}`
}

function bold({ text, start, end }: Selected): Edit {
  const mark = '**'
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') {
    const select: Edit['select'] = [start + mark.length, start + mark.length + stead.bold.length]
    return { start, end: start, words: `${mark}${stead.bold}${mark}`, select }
  }
  // Marks right around the selection belong to it.
  const isInside = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark)
  if (isInside) {
    const from = start - mark.length
    return { start: from, end: end + mark.length, words: chosen, select: [from, from + chosen.length] }
  }
  return lines({ text, start, end }, (line) => toggled(line, mark, mark))
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

function link({ text, start, end }: Selected): Edit {
  const written = text.slice(start, end).split('\n')
  const chosen = written
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
  const isAddress = ADDRESS.test(chosen)
  const address = isAddress ? chosen.replace(/^www\./i, 'https://$&') : 'https://'
  const label = isAddress || chosen === '' ? stead.link : chosen
  const words = `[${label}](${address})`
  // What is still to be written is selected.
  const wanted = label === stead.link ? label : address
  const at = start + words.indexOf(wanted)
  return { start, end, words, select: [at, at + wanted.length] }
}

/** The selection made as long as the lines that it begins and ends in. */
function wholeLines({ text, start, end }: Selected): Selected {
  const next = text.indexOf('\n', end)
  return { text, start: text.lastIndexOf('\n', start - 1) + 1, end: next < 0 ? text.length : next }
}
