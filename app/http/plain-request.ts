const NAME = 'PlainRequest'

/**
 * Has Remix make Requests with the very signal that they are given. Otherwise a Request makes a signal of its own that follows the
 * other, which takes three times as long as all else about it; and Remix makes two Requests for every loader of a page.
 */
export function makePlainRequests(): void {
  const Following = globalThis.Request
  if (Following.name === NAME) return
  globalThis.Request = {
    [NAME]: class extends Following {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        // What is given may be another Request, whose properties are not its own.
        const signal = init && Object.hasOwn(init, 'signal') ? init.signal : undefined
        super(input, signal ? { ...init, signal: undefined } : init)
        if (signal) Object.defineProperty(this, 'signal', { value: signal })
      }
    },
  }[NAME]!
}
