// Marks that carry through mammoth what its HTML can't say: they begin a paragraph's text, and become attributes of its element.

/** Noncharacters: a mark is between the first two. */
const [BEGIN, END] = ['\ufdd3', '\ufdd4']
export const MARK_CHARACTERS = /[\ufdd0-\ufdef]/g
/** Within a table whose columns run from right to left, in one of its own paragraphs. */
export const TABLE_MARK = '\ufdd5'

/** A mark for a list item and a direction. */
export function createMark({ level, type = 'label', number = '', isBullet = false, isRightToLeft }) {
  const kind = level === undefined || isBullet ? '' : type
  return `${BEGIN}${isRightToLeft ? 'rtl' : ''};${kind};${number}${END}`
}

/** The elements that begin with a mark, and lists. */
const TAGS = /<(\/?)(ol|ul|li|p|h[1-6])((?: [^<>]*)?)>(?:\ufdd3(rtl|);(\w*);(\d*)\ufdd4)?/g

const writeDirection = (direction) => (direction ? ' dir="rtl"' : '')

/** The start tag of a list whose items have numbers of a type, or labels in their text. */
function writeList({ kind, number, direction }) {
  const dir = writeDirection(direction)
  if (kind === 'label') return `<ol class="labels"${dir}>`
  const type = kind && kind !== '1' ? ` type="${kind}"` : ''
  return kind ? `<ol${number === 1 ? '' : ` start="${number}"`}${type}${dir}>` : ''
}

/** Turns marks in HTML into attributes: where a list begins, what its numbers look like, and the direction of a paragraph. */
export function applyMarks(html) {
  const output = []
  const lists = []
  let from = 0
  for (const match of html.matchAll(TAGS)) {
    const [whole, slash, tag, rest, direction = '', kind = '', digits = ''] = match
    output.push(html.slice(from, match.index))
    from = match.index + whole.length
    const isMarked = match[4] !== undefined
    const number = Number(digits)
    if (tag === 'ol' || tag === 'ul') {
      // A list without items of its own has become an `ol`.
      const name = slash ? (lists.pop()?.tag ?? tag) : tag
      if (!slash) lists.push({ at: output.length, tag })
      output.push(slash ? `</${name}>` : whole)
      continue
    }
    const list = lists.at(-1)
    // An item that has only a deeper list.
    if (!slash && tag === 'li' && !isMarked && !rest && list && list.kind === undefined) {
      list.kind = 'label'
      output[list.at] = writeList(list)
      list.tag = 'ol'
    }
    if (!slash && tag === 'li' && isMarked) {
      if (list && list.kind === undefined) {
        Object.assign(list, { kind, next: number })
        const start = list.tag === 'ol' ? writeList({ kind, number, direction }) : `<ul${writeDirection(direction)}>`
        if (start) output[list.at] = start
      } else if (list?.tag === 'ol' && list.kind !== kind) {
        output.push(`</ol>${writeList({ kind, number, direction })}`)
        Object.assign(list, { kind, next: number })
      }
      const value = list?.tag === 'ol' && kind !== 'label' && number !== list.next ? ` value="${number}"` : ''
      if (list) list.next = number + 1
      output.push(`<li${value}${writeDirection(direction)}>`)
      continue
    }
    output.push(`<${slash}${tag}${rest}${isMarked ? writeDirection(direction) : ''}>`)
  }
  output.push(html.slice(from))
  return turnTables(output.join('')).replace(/\ufdd3[^\ufdd3\ufdd4]*\ufdd4/g, '')
}

/** Turns marks within tables into their direction. It is that of the columns: paragraphs and tables in its cells have their own. */
function turnTables(html) {
  const pieces = html.split(/(<table>|<\/table>|<t[dh](?: [^<>]*)?>|\ufdd5)/)
  const open = []
  for (const [index, piece] of pieces.entries()) {
    if (piece === '<table>') open.push({ start: index, cells: [], isRightToLeft: false })
    else if (/^<t[dh]/.test(piece)) open.at(-1)?.cells.push(index)
    else if (piece === TABLE_MARK) {
      pieces[index] = ''
      if (open.length > 0) open.at(-1).isRightToLeft = true
    } else if (piece === '</table>') {
      const { start, cells, isRightToLeft } = open.pop() ?? {}
      if (!isRightToLeft) continue
      pieces[start] = '<table dir="rtl">'
      for (const cell of cells) pieces[cell] = pieces[cell].replace(/^<t[dh]/, '$& dir="ltr"')
    }
  }
  return pieces.join('')
}
