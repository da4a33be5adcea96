import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { newProduct, until } from '../check-mail-product'
import { type Sink, startSink } from './sink'

const READERS = 10_000
const CONNECTIONS = 8
const newsletter = {
  title: 'June news: the choir sings 🎉',
  content: 'Hello,\n\nthe choir sings on Friday.\nhttps://river.example/',
}

/** How many mails of `size` bytes bare connections hand over in a second. */
async function bareRate(port: number, size: number): Promise<number> {
  const raw = Buffer.from(`Subject: bare\r\n\r\n${'words and more words\r\n'.repeat(Math.ceil(size / 22))}`)
  const envelope = { from: 'office@river.example', to: 'reader@list.example' }
  let left = READERS
  const began = performance.now()
  const hand = async () => {
    const connection = new SMTPConnection({ host: '127.0.0.1', port })
    await new Promise<void>((open, failed) => {
      connection.on('error', failed)
      connection.connect(() => open())
    })
    while (left-- > 0)
      await new Promise<void>((taken, failed) =>
        connection.send({ ...envelope, size: raw.length }, raw, (error) => (error ? failed(error) : taken())),
      )
    connection.quit()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, hand))
  return (1000 * READERS) / (performance.now() - began)
}

/** The mails a second of a newsletter to 10,000 readers at the highest rate, by the built product. Throws when one is not sent. */
async function newsletterRate(sink: Sink): Promise<number> {
  const product = await newProduct(`smtp://127.0.0.1:${sink.port}`)
  product.subscribe(Array.from({ length: READERS }, (_, index) => ({ email: `r${index}@list.example`, name: null })))
  await product.start()
  const before = (await sink.count()).taken
  const { body } = await product.call('POST', '/api/newsletters', newsletter)
  const began = Date.now()
  await product.call('PATCH', `/api/newsletters/${body.id}/status`, { status: 'sent' })
  await until(() => product.rows("select id from deliveries where state in ('pending', 'sending')").length === 0)
  const { taken, last } = await sink.count()
  if (taken - before !== READERS) throw new Error(`${taken - before} of ${READERS} mails were sent`)
  await product.remove()
  return (1000 * READERS) / (last - began)
}

/** How fast a newsletter goes out, beside how fast the same mail server takes mails that need no thought. */
export async function mail(): Promise<{ name: string; value: string; reference?: string }[]> {
  const sink = await startSink()
  try {
    const rate = await newsletterRate(sink)
    const bare = await bareRate(sink.port, 8000)
    return [
      {
        name: `A newsletter to ${READERS} readers, from "Send" to the last mail`,
        value: `${rate.toFixed()} mails/s`,
        reference: `${bare.toFixed()} mails/s by ${CONNECTIONS} bare connections`,
      },
    ]
  } finally {
    await sink.stop()
  }
}
