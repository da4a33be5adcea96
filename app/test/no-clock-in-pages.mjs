// For `node --import`: reading the clock or a random number while React renders a page throws. A page must depend only on its loaders'
// data: the browser renders the same again, and pages are cached by that data (http/cache/render-cache.server.ts). Elsewhere the clock is
// stopped, since a student's day shows the minute, which may change between two requests.
Error.stackTraceLimit = Number.POSITIVE_INFINITY

/** Throws during a render. Conform's keys of list items are allowed: only React uses them. */
function notInPages(what) {
  const { stack } = new Error()
  if (/\brenderToString\b/.test(stack) && !/\bgenerateId\b/.test(stack)) throw new Error(`A page reads ${what}`)
}

const { random } = Math
Math.random = () => {
  notInPages('a random number')
  return random()
}

const startedAt = Date.now()
Date.now = () => {
  notInPages('the clock')
  return startedAt
}
globalThis.Date = new Proxy(Date, {
  construct(target, given, as) {
    if (given.length === 0) notInPages('the clock')
    return Reflect.construct(target, given.length === 0 ? [startedAt] : given, as)
  },
})
