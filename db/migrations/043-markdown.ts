import { type Kysely, sql } from 'kysely'

/**
 * Converts formatted texts to Markdown, which is stored as typed from now on. They were sanitised HTML, except newsletters, which
 * were Markdown or, if older, plain text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = { resources: ['content', 'easyRead'], strategicPlans: ['content', 'easyRead'], notices: ['easyRead'] }
  for (const [table, texts] of Object.entries({ ...columns, newsletters: ['easyRead'] }))
    for (const column of texts) await convertColumn(db, { table, column }, convertToMarkdown)
  const content = { table: 'newsletters', column: 'content' }
  await convertColumn(db, { ...content, where: sql`where format = 'markdown'` }, escapeBackslashes)
  await convertColumn(db, { ...content, where: sql`where format = 'plain'` }, convertPlainText)
  await sql`update newsletters set format = 'markdown'`.execute(db)
}

interface Place {
  table: string
  column: string
  where?: ReturnType<typeof sql>
}

async function convertColumn(
  db: Kysely<unknown>,
  { table, column, where = sql`` }: Place,
  convert: (text: string) => string,
) {
  const [name, text] = [sql.table(table), sql.ref(column)]
  const rows = await sql<{ id: number; text: string | null }>`select id, ${text} as text from ${name} ${where}`.execute(
    db,
  )
  for (const row of rows.rows) {
    const changed = row.text && convert(row.text)
    if (changed !== row.text) await sql`update ${name} set ${text} = ${changed} where id = ${row.id}`.execute(db)
  }
}

/** Newsletters had no escapes, so a backslash was an ordinary character. */
const escapeBackslashes = (text: string) => text.replaceAll('\\', '\\\\')

/** The start of a line that Markdown reads as a heading or a list item. */
const BLOCK_START = /^(\s*)(?:(\d{1,9})(?=[.)](?:\s|$))|(?=(?:#{1,6}|[-+*])(?:\s|$)))/
const escapeBlockStart = (line: string) => line.replace(BLOCK_START, '$1$2\\')

function convertPlainText(text: string): string {
  const literal = escapeBackslashes(text)
    .replace(/\*(?=\*)|(?<=\*)\*|\](?=\()/g, '\\$&')
    .replace(/^([ \t]*)(?=\[picture \d)/gim, '$1\\')
  return literal.split('\n').map(escapeBlockStart).join('\n')
}

const TAG = /(<\/?[a-z\d]+(?: [^<>]*)?>)/
const INLINE_TAGS = new Set(['strong', 'b', 'em', 'i', 'a', 'br'])
const ENTITIES: Record<string, string> = { gt: '>', quot: '"', amp: '&', lt: '<' }

/**
 * Converts sanitised HTML to Markdown that renders the same. Paragraphs, headings, flat lists, bold text and links become Markdown.
 * Anything else stays HTML, which Markdown may contain.
 */
export function convertToMarkdown(html: string): string {
  const blocks = splitBlocks(html).map((html) => ({ html, name: /^<([a-z]+\d?)/.exec(html)?.[1] ?? '' }))
  const headings = blocks.filter(({ name }) => /^h\d$/.test(name))
  // Headings start at ##, unless one of them stays HTML and keeps its level.
  const isMarked = headings.every(({ html }) => convertHeading(html, 1) !== null)
  const highest = isMarked ? Math.min(...headings.map(({ name }) => Number(name[1]))) : 2
  return blocks
    .map(({ html, name }, index) => {
      // Markdown would join two lists of the same kind.
      const isApart = !/^[uo]l$/.test(name) || blocks[index - 1]?.name !== name
      return (isApart && convertBlock(html, name, highest - 2)) || html
    })
    .join('\n\n')
}

/** Splits sanitised HTML into blocks. Text between elements is a block too. */
function splitBlocks(html: string): string[] {
  const blocks = ['']
  let depth = 0
  for (const part of html.split(TAG)) {
    const [, end, name = ''] = /^<(\/?)([a-z\d]+)/.exec(part) ?? []
    const isBlock = name !== '' && !INLINE_TAGS.has(name)
    if (isBlock && !end && depth++ === 0) blocks.push('')
    blocks[blocks.length - 1] += part
    if (isBlock && end && --depth === 0) blocks.push('')
  }
  return blocks.map((block) => block.trim()).filter(Boolean)
}

const getInnerHtml = (block: string) => block.replace(/^<[^<>]*>|<[^<>]*>$/g, '')

/** Converts a block, raising headings by `raised` levels; null if it must stay HTML. */
function convertBlock(block: string, name: string, raised: number): string | null {
  if (name === 'ul' || name === 'ol') return convertList(getInnerHtml(block).trim(), name)
  if (/^h\d$/.test(name)) return convertHeading(block, raised)
  if (name === 'p') return convertParagraph(getInnerHtml(block))
  return name === '' || INLINE_TAGS.has(name) ? convertParagraph(block) : null
}

function convertHeading(block: string, raised: number): string | null {
  const words = convertInline(getInnerHtml(block))
  return words === '' || /\n|#$/.test(words) ? null : `${'#'.repeat(Number(block[2]) - raised)} ${words}`
}

function convertList(inner: string, name: 'ul' | 'ol'): string | null {
  if (!/^<li>.*<\/li>$/s.test(inner)) return null
  const items = inner.slice('<li>'.length, -'</li>'.length).split(/<\/li>\s*<li>/)
  const lines = items.map((item) =>
    /<\/?(?:li|p|h\d|[uo]l|blockquote|table)\b/.test(item) ? null : convertParagraph(item),
  )
  const getMark = (index: number) => (name === 'ul' ? '- ' : `${index + 1}. `)
  const typed = lines.map(
    (line, index) => line && getMark(index) + line.replaceAll('\n', `\n${' '.repeat(getMark(index).length)}`),
  )
  return typed.every(Boolean) ? typed.join('\n') : null
}

/** Converts a paragraph; null if one of its lines would be empty. */
function convertParagraph(html: string): string | null {
  const lines = convertInline(html).split('\n')
  return lines.includes('') ? null : lines.map(escapeBlockStart).join('\n')
}

interface Element {
  tag: string
  typed: string
}

/** Converts the content of a block; each line break starts a line. */
function convertInline(html: string): string {
  const parts = html
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/ ?<br \/> ?/g, '<br />')
    .trim()
    .split(TAG)
    .filter(Boolean)
  const isBold = /<(?:strong|b)>/.test(html)
  const open: Element[] = [{ tag: '', typed: '' }]
  for (const [index, part] of parts.entries()) {
    const into = open.at(-1) as Element
    if (part === '<br />') into.typed += '\n'
    else if (part.startsWith('</') && open.length > 1) {
      open.pop()
      const outer = open.at(-1) as Element
      outer.typed += convertElement(into, part, { before: outer.typed, after: parts[index + 1] ?? '' })
    } else if (part.startsWith('<')) open.push({ tag: part, typed: '' })
    else into.typed += escapeText(part, { isBold, isLink: open.some(({ tag }) => tag.startsWith('<a')) })
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

const decodeEntities = (text: string) => text.replace(/&(gt|quot|amp|lt);/g, (_, name: string) => ENTITIES[name] ?? '')

/** Escapes text so that Markdown reads none of it as formatting. */
function escapeText(text: string, { isBold, isLink }: { isBold: boolean; isLink: boolean }): string {
  const plain = escapeBackslashes(decodeEntities(text)).replace(/<(?=[a-z/!?])|&(?=#?\w{1,31};)|\](?=\()/gi, '\\$&')
  const unbold = isBold ? plain.replace(/[*_]/g, '\\$&') : plain.replace(/\*(?=\*)|(?<=\*)\*/g, '\\*')
  return isLink ? unbold.replace(/(?<!\\)[[\]]/g, '\\$&') : unbold
}

/** Converts bold text and links if Markdown recognises them between `before` and `after`; otherwise keeps the HTML. */
function convertElement(
  { tag, typed }: Element,
  end: string,
  { before, after }: { before: string; after: string },
): string {
  const isApart = /(?:^|\s)$/.test(before) && /^(?:\s|$)/.test(after)
  if (/^<(?:strong|b)>$/.test(tag)) {
    const isRead = /^\S/.test(typed) && /\S$/.test(typed) && !/\*\*|<strong>|<b>/.test(typed) && !/[*\\]$/.test(before)
    const isWord = /^[\p{L}\p{N}]/u.test(typed) && /[\p{L}\p{N}]$/u.test(typed)
    if (isRead && (isWord || isApart) && !after.startsWith('<strong>')) return `**${typed}**`
  }
  const [, href] = /^<a href="([^"]*)">$/.exec(tag) ?? []
  if (href === undefined) return tag + typed + end
  const address = decodeEntities(href)
  const isBare = [typed, `https://${typed}`, `mailto:${typed}`].includes(address) && BARE_ADDRESS.test(typed)
  if (isBare && /(?:^|[\s(<])$/.test(before) && /^[.,;:!?)>]*(?:\s|$)/.test(after)) return typed
  const canBeMarked =
    /^[^\s()<>\\]+$/.test(address) && !/&#?\w+;/.test(address) && !/<a /.test(typed) && typed.trim() !== ''
  return canBeMarked ? `[${typed}](${address})` : tag + typed + end
}

/** Addresses that Markdown links on their own. */
const BARE_ADDRESS = /^(?:(?:https?:\/\/|www\.)[\w./?=%#-]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/
