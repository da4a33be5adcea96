import { LRUCache } from 'lru-cache'
import type { Parts } from '~/ui/kept-part'

/** The site has some twenty pages; the others of these are of records' pages. About 5 kB each. */
const MOST_PARTS = 200

const kept = new LRUCache<string, string>({ max: MOST_PARTS })

/** What stands in the part called `name` of a page's HTML. */
function within(page: string, name: string): string | undefined {
  const at = page.indexOf(`data-part="${name}"`)
  const begin = page.indexOf('>', at) + 1
  const end = page.indexOf(`</${name}>`, begin)
  return at < 0 || end < 0 ? undefined : page.slice(begin, end)
}

/** The HTML that `render` makes, with the parts that were kept before; keeps the others of it. */
export function withKeptParts(render: (parts: Parts) => string): string {
  const wanted = new Map<string, string>()
  const page = render({
    take: (name, knowledge) => {
      const key = `${name} ${knowledge}`
      // In development what a part shows changes with its code.
      const html = process.env.NODE_ENV === 'development' ? undefined : kept.get(key)
      if (html === undefined) wanted.set(name, key)
      return html
    },
  })
  for (const [name, key] of wanted) {
    const html = within(page, name)
    if (html !== undefined) kept.set(key, html)
  }
  return page
}
