// For `node --import`: whoever asks the clock or for a random number while React renders a page gets an error. What a page shows has to
// come from its loaders: a browser makes the same of it later, and a page is kept by it (http/cache/render-cache.server.ts).
Error.stackTraceLimit = Number.POSITIVE_INFINITY

/** Throws when it is called while a page is rendered. Conform's keys of list items are for React alone, and stand in no page. */
function notInPages(what) {
  const { stack } = new Error()
  if (/\brenderToString\b/.test(stack) && !/\bgenerateId\b/.test(stack)) throw new Error(`A page asked for ${what}`)
}

const { random } = Math
Math.random = () => {
  notInPages('a random number')
  return random()
}

const { now } = Date
Date.now = () => {
  notInPages('the clock')
  return now()
}
globalThis.Date = new Proxy(Date, {
  construct(target, given, as) {
    if (given.length === 0) notInPages('the clock')
    return Reflect.construct(target, given, as)
  },
})
