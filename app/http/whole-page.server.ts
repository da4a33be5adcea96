import { Writable } from 'node:stream'

const END = Buffer.from('</body></html>')

/**
 * Collects a page that React renders, and gives it to `done` whole, as valid HTML. Its end tags go to its end: React writes them where
 * its first part ends, and Remix's scripts after them. And where a character does not fit in React's buffer, React 18 fills that up
 * with zeros, which go.
 */
export function wholePage(done: (page: Buffer) => void): Writable {
  const written: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      written.push(chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk)
      next()
    },
    final(next) {
      done(withEndLast(Buffer.concat(written)))
      next()
    },
  })
}

function withEndLast(page: Buffer): Buffer {
  const at = page.indexOf(END)
  return at < 0 ? page : Buffer.concat([page.subarray(0, at), page.subarray(at + END.length), END])
}
