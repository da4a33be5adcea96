import { setTimeout } from 'node:timers/promises'
import { startRiverbank } from '../../app/test/running'
import { startSmtp } from '../../app/test/smtp'
import { enter } from '../client'
import type { Bench } from './row'

/** How fast a newsletter goes out to a mail server on this machine, from "Send" to the last mail. */
export const benchMail: Bench = async ({ short }) => {
  const readers = short ? 2000 : 10_000
  const smtp = await startSmtp()
  const own = { NEWSLETTER_RATE_PER_MINUTE: '60000', NEWSLETTER_HOLD_SECONDS: '0' }
  const riverbank = await startRiverbank({ ...own, SMTP_URL: smtp.url })
  try {
    riverbank.change(
      `with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ?)
       insert into subscribers (email, isGuardian, active, createdAt, token)
       select 'reader-' || number || '@list.example', 0, 1, ?, lower(hex(randomblob(16))) from numbers`,
      ...[readers, new Date().toISOString()],
    )
    const { call } = await enter(riverbank.url)
    const draft = { title: 'June news', content: 'Hello,\n\nthe choir sings on Friday.' }
    const { id } = (await call('POST', '/api/newsletters', draft)).body
    const began = performance.now()
    await call('PATCH', `/api/newsletters/${id}/status`, { status: 'sent' })
    const left = () => riverbank.rows("select id from deliveries where state in ('pending', 'sending') limit 1").length
    while (left() > 0) await setTimeout(20)
    const rate = (1000 * smtp.mails.length) / (performance.now() - began)
    return [{ name: `a newsletter to ${readers} readers`, value: `${rate.toFixed()} mails/s`, goal: '300 mails/s' }]
  } finally {
    await riverbank.stop()
    await smtp.stop()
  }
}
