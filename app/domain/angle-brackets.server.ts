/** Elements that are closed by what follows them, or mean the same unclosed. */
const CLOSED_BY_OTHERS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote table caption thead tbody tfoot tr th td div span font center dl dt dd'.split(
    ' ',
  ),
)
const EMPTY = new Set(['br', 'hr', 'wbr'])
/** Elements that count only if they are closed: their names may also be words. */
const CLOSED_BY_THEMSELVES = new Set(
  `a abbr acronym address article aside audio b bdi bdo big body button canvas cite code colgroup data datalist del details dfn
  dialog em fieldset figcaption figure footer form frameset g head header hgroup html i iframe ins kbd label legend main map mark
  marquee math menu meter nav nobr noframes noscript object optgroup option output picture pre progress q rp rt ruby s samp script
  search section select slot small strike strong style sub summary sup svg template textarea time title tt u var video xmp`.split(
    /\s+/,
  ),
)
/** The attributes that elements have without a value. */
const WITHOUT_VALUE = new Set(
  'async autoplay checked compact controls contenteditable default defer disabled download draggable hidden inert itemscope loop multiple muted noshade novalidate nowrap open playsinline readonly required reversed selected'.split(
    ' ',
  ),
)

/** A comment, a declaration, or an element with its attributes. */
const MARKUP =
  /<(?:!--[\s\S]*?-->|![a-z[][^<>]*>|\?[a-z][^<>]*>|(?<end>\/?)(?<name>[a-z][a-z\d]*(?:[:-][a-z\d]+)*)(?<attributes>(?:\s+[^\s"'<>/=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(?<slash>\/?)>)/iy
const ATTRIBUTE = /([^\s"'<>/=]+)(=(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?/g
const END_TAG = /<\/([a-z][a-z\d]*(?:[:-][a-z\d]+)*)\s*>/gi

/** Start of an address in angle brackets, as mail programs copy it. */
const ADDRESS = /<(?=[a-z\d][^\s<>"'=]*@|https?:|www\.)/iy
const ADDRESSES = /<(?=[a-z\d][^\s<>"'=]*@|https?:|www\.)/gi
/** Before a '<' that Markdown does not read as HTML: a backslash, or the start of a link's address. */
const BEFORE_TEXT = /(?:^|[^\\])(?:\\\\)*\\$|\]\($/

/** Escapes the addresses in angle brackets of an HTML block, where they would be elements. */
export const escapeBracketedAddresses = (html: string): string => html.replace(ADDRESSES, '&lt;')

/**
 * Escapes each '<' of a Markdown text that does not begin HTML, so that words in angle brackets stay: '<if you can>', '<Mary>',
 * 'a<b then'. An element counts by its name and attributes, and if the text closes it or others do. Other programs' elements, such as
 * Word's <o:p> and Google's <google-sheets-html-origin>, are removed.
 */
export function escapeAngleBrackets(text: string): string {
  if (!text.includes('<')) return text
  const lastEnds = new Map<string, number>()
  for (const { 1: name = '', index } of text.matchAll(END_TAG)) lastEnds.set(name.toLowerCase(), index)
  const lastComment = text.lastIndexOf('-->')
  let escaped = ''
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', from)) {
    escaped += text.slice(from, at)
    const [bracket, length] = readBracket(text, at, { lastEnds, lastComment })
    escaped += bracket
    from = at + length
  }
  return escaped + text.slice(from)
}

interface LastPlaces {
  lastEnds: ReadonlyMap<string, number>
  lastComment: number
}

/** What to write for the '<' at a place, and how many characters that replaces. */
function readBracket(text: string, at: number, last: LastPlaces): [written: string, length: number] {
  ADDRESS.lastIndex = at
  if (ADDRESS.test(text) || BEFORE_TEXT.test(text.slice(Math.max(0, at - 10), at))) return ['<', 1]
  MARKUP.lastIndex = at
  // Without its end, each start of a comment would be searched to the end of the text.
  const match = text.startsWith('<!--', at) && last.lastComment < at ? null : MARKUP.exec(text)
  if (!match) return ['&lt;', 1]
  const [markup] = match
  const name = match.groups?.name?.toLowerCase() ?? ''
  if (/:|^google-/.test(name)) return ['', markup.length]
  if (!name || isElement(name, match, last)) return [name.includes('-') ? ' ' : markup, markup.length]
  return ['&lt;', 1]
}

function isElement(name: string, { index, groups = {} }: RegExpExecArray, { lastEnds }: LastPlaces): boolean {
  const attributes = [...(groups.attributes ?? '').matchAll(ATTRIBUTE)]
  const hasOnlyAttributes = attributes.every(
    ([, attribute = '', value]) => value !== undefined || WITHOUT_VALUE.has(attribute.toLowerCase()),
  )
  if (!hasOnlyAttributes) return false
  if (EMPTY.has(name) || CLOSED_BY_OTHERS.has(name)) return true
  const isWhole = groups.end === '/' || (lastEnds.get(name) ?? -1) > index
  if (CLOSED_BY_THEMSELVES.has(name)) return isWhole
  // Drawings have many more elements. A word with a hyphen is a word, unless it is closed.
  return attributes.length > 0 || (name.includes('-') && (isWhole || groups.slash === '/'))
}
