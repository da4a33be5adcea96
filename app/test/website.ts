/** Words of the website as their form sends them: 'items[2].title', ticks as 'on', what is empty as nothing. */
export function sentAs(words: unknown, name = ''): Record<string, string> {
  if (Array.isArray(words)) return Object.assign({}, ...words.map((item, place) => sentAs(item, `${name}[${place}]`)))
  if (words !== null && typeof words === 'object')
    return Object.assign(
      {},
      ...Object.entries(words).map(([part, value]) => sentAs(value, name ? `${name}.${part}` : part)),
    )
  if (words === false) return {}
  return { [name]: words === true ? 'on' : String(words ?? '') }
}
