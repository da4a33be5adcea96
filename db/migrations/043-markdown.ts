import { type Kysely, sql } from 'kysely'

/**
 * Formatted texts are stored as they are typed, in Markdown. They were sanitised HTML, but for newsletters; of these, the ones from before
 * there was Markdown were plain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = { resources: ['content', 'easyRead'], strategicPlans: ['content', 'easyRead'], notices: ['easyRead'] }
  for (const [table, texts] of Object.entries({ ...columns, newsletters: ['easyRead'] }))
    for (const column of texts) await change(db, { table, column }, convertToMarkdown)
  const content = { table: 'newsletters', column: 'content' }
  await change(db, { ...content, where: sql`where format = 'markdown'` }, withLiteralBackslashes)
  await change(db, { ...content, where: sql`where format = 'plain'` }, plainInMarkdown)
  await sql`update newsletters set format = 'markdown'`.execute(db)
}

interface Place {
  table: string
  column: string
  where?: ReturnType<typeof sql>
}

async function change(db: Kysely<unknown>, { table, column, where = sql`` }: Place, to: (text: string) => string) {
  const [name, text] = [sql.table(table), sql.ref(column)]
  const rows = await sql<{ id: number; text: string | null }>`select id, ${text} as text from ${name} ${where}`.execute(
    db,
  )
  for (const row of rows.rows) {
    const changed = row.text && to(row.text)
    if (changed !== row.text) await sql`update ${name} set ${text} = ${changed} where id = ${row.id}`.execute(db)
  }
}

/** A backslash was a character like any other. */
const withLiteralBackslashes = (text: string) => text.replaceAll('\\', '\\\\')

/** What makes a line a heading or an item of a list. */
const BEGINS_BLOCK = /^(\s*)(?:(\d{1,9})(?=[.)](?:\s|$))|(?=(?:#{1,6}|[-+*])(?:\s|$)))/
const withLiteralBeginning = (line: string) => line.replace(BEGINS_BLOCK, '$1$2\\')

function plainInMarkdown(text: string): string {
  const literal = withLiteralBackslashes(text)
    .replace(/\*(?=\*)|(?<=\*)\*|\](?=\()/g, '\\$&')
    .replace(/^([ \t]*)(?=\[picture \d)/gim, '$1\\')
  return literal.split('\n').map(withLiteralBeginning).join('\n')
}

const TAG = /(<\/?[a-z\d]+(?: [^<>]*)?>)/
const WITHIN_LINES = new Set(['strong', 'b', 'em', 'i', 'a', 'br'])
const SIGNS: Record<string, string> = { gt: '>', quot: '"', amp: '&', lt: '<' }

/**
 * Sanitised HTML in Markdown that is rendered as it was: paragraphs, headings, flat lists, bold words and links by their marks; anything
 * else stays HTML, which Markdown may hold.
 */
export function convertToMarkdown(html: string): string {
  const blocks = blocksIn(html).map((html) => ({ html, name: /^<([a-z]+\d?)/.exec(html)?.[1] ?? '' }))
  const headings = blocks.filter(({ name }) => /^h\d$/.test(name))
  // Marks begin at ##, unless a heading that stays HTML has its level next to them.
  const isMarked = headings.every(({ html }) => headingOf(html, 1) !== null)
  const highest = isMarked ? Math.min(...headings.map(({ name }) => Number(name[1]))) : 2
  return blocks
    .map(({ html, name }, place) => {
      // Two lists of a kind would be one.
      const isApart = !/^[uo]l$/.test(name) || blocks[place - 1]?.name !== name
      return (isApart && blockOf(html, name, highest - 2)) || html
    })
    .join('\n\n')
}

/** The blocks of sanitised HTML; words between them are blocks too. */
function blocksIn(html: string): string[] {
  const blocks = ['']
  let depth = 0
  for (const part of html.split(TAG)) {
    const [, end, name = ''] = /^<(\/?)([a-z\d]+)/.exec(part) ?? []
    const isBlock = name !== '' && !WITHIN_LINES.has(name)
    if (isBlock && !end && depth++ === 0) blocks.push('')
    blocks[blocks.length - 1] += part
    if (isBlock && end && --depth === 0) blocks.push('')
  }
  return blocks.map((block) => block.trim()).filter(Boolean)
}

const insideOf = (block: string) => block.replace(/^<[^<>]*>|<[^<>]*>$/g, '')

/** A block by its marks, a heading `raised` by some levels; null where it has to stay HTML. */
function blockOf(block: string, name: string, raised: number): string | null {
  if (name === 'ul' || name === 'ol') return listOf(insideOf(block).trim(), name)
  if (/^h\d$/.test(name)) return headingOf(block, raised)
  if (name === 'p') return paragraphOf(insideOf(block))
  return name === '' || WITHIN_LINES.has(name) ? paragraphOf(block) : null
}

function headingOf(block: string, raised: number): string | null {
  const words = wordsOf(insideOf(block))
  return words === '' || /\n|#$/.test(words) ? null : `${'#'.repeat(Number(block[2]) - raised)} ${words}`
}

function listOf(inner: string, name: 'ul' | 'ol'): string | null {
  if (!/^<li>.*<\/li>$/s.test(inner)) return null
  const items = inner.slice('<li>'.length, -'</li>'.length).split(/<\/li>\s*<li>/)
  const lines = items.map((item) => (/<\/?(?:li|p|h\d|[uo]l|blockquote|table)\b/.test(item) ? null : paragraphOf(item)))
  const markOf = (place: number) => (name === 'ul' ? '- ' : `${place + 1}. `)
  const typed = lines.map(
    (line, place) => line && markOf(place) + line.replaceAll('\n', `\n${' '.repeat(markOf(place).length)}`),
  )
  return typed.every(Boolean) ? typed.join('\n') : null
}

/** Words as the lines of a paragraph; null where one would be empty. */
function paragraphOf(html: string): string | null {
  const lines = wordsOf(html).split('\n')
  return lines.includes('') ? null : lines.map(withLiteralBeginning).join('\n')
}

interface Element {
  tag: string
  typed: string
}

/** Words within a block as they are typed, a line for each line break. */
function wordsOf(html: string): string {
  const parts = html
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/ ?<br \/> ?/g, '<br />')
    .trim()
    .split(TAG)
    .filter(Boolean)
  const isBold = /<(?:strong|b)>/.test(html)
  const open: Element[] = [{ tag: '', typed: '' }]
  for (const [place, part] of parts.entries()) {
    const into = open.at(-1) as Element
    if (part === '<br />') into.typed += '\n'
    else if (part.startsWith('</') && open.length > 1) {
      open.pop()
      const outer = open.at(-1) as Element
      outer.typed += marked(into, part, { before: outer.typed, after: parts[place + 1] ?? '' })
    } else if (part.startsWith('<')) open.push({ tag: part, typed: '' })
    else into.typed += literal(part, { isBold, isLink: open.some(({ tag }) => tag.startsWith('<a')) })
  }
  return open[0]?.typed
    .split('\n')
    .map((line) =>
      line
        .replace(/^•(?=\s)/, '&bull;')
        .replace(/^·(?=\s)/, '&middot;')
        .replace(/^\u00a0|\u00a0$/g, '&nbsp;'),
    )
    .join('\n') as string
}

const decoded = (text: string) => text.replace(/&(gt|quot|amp|lt);/g, (_, name: string) => SIGNS[name] ?? '')

/** The characters of a text, none of which is a mark. */
function literal(text: string, { isBold, isLink }: { isBold: boolean; isLink: boolean }): string {
  const plain = withLiteralBackslashes(decoded(text)).replace(/<(?=[a-z/!?])|&(?=#?\w{1,31};)|\](?=\()/gi, '\\$&')
  const unbold = isBold ? plain.replace(/[*_]/g, '\\$&') : plain.replace(/\*(?=\*)|(?<=\*)\*/g, '\\*')
  return isLink ? unbold.replace(/(?<!\\)[[\]]/g, '\\$&') : unbold
}

/** Bold words and links by their marks where these are read as such between `before` and `after`; else their HTML. */
function marked({ tag, typed }: Element, end: string, { before, after }: { before: string; after: string }): string {
  const isApart = /(?:^|\s)$/.test(before) && /^(?:\s|$)/.test(after)
  if (/^<(?:strong|b)>$/.test(tag)) {
    const isRead = /^\S/.test(typed) && /\S$/.test(typed) && !/\*\*|<strong>|<b>/.test(typed) && !/[*\\]$/.test(before)
    const isWord = /^[\p{L}\p{N}]/u.test(typed) && /[\p{L}\p{N}]$/u.test(typed)
    if (isRead && (isWord || isApart) && !after.startsWith('<strong>')) return `**${typed}**`
  }
  const [, href] = /^<a href="([^"]*)">$/.exec(tag) ?? []
  if (href === undefined) return tag + typed + end
  const address = decoded(href)
  const isBare = [typed, `https://${typed}`, `mailto:${typed}`].includes(address) && BARE.test(typed)
  if (isBare && /(?:^|[\s(<])$/.test(before) && /^[.,;:!?)>]*(?:\s|$)/.test(after)) return typed
  const canBeMarked =
    /^[^\s()<>\\]+$/.test(address) && !/&#?\w+;/.test(address) && !/<a /.test(typed) && typed.trim() !== ''
  return canBeMarked ? `[${typed}](${address})` : tag + typed + end
}

/** What is a link without marks. */
const BARE = /^(?:(?:https?:\/\/|www\.)[\w./?=%#-]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/
