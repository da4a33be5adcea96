import type { RunningRiverbank } from '../../app/test/running'
import { MULTIPART, multipart, type Sent, send } from '../check-api/wire'
import { tally } from './pace'
import { form } from './records'

const enquiry = {
  name: 'Maura',
  email: 'maura@riverbank.example',
  phone: '',
  subject: 'visit',
  message: 'May we come and see you?',
}
const signUp = { intent: 'subscribe', email: 'maura@riverbank.example' }
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`more${index}`, '']))
const inParts = (fields: Record<string, string>): Pick<Sent, 'headers' | 'body'> => ({
  headers: { 'Content-Type': MULTIPART },
  body: multipart(Object.entries(fields).map(([name, content]) => ({ name, content }))),
})

/** Additions to a valid form, and the status each must get. */
function additionsTo(
  fields: Record<string, string>,
): { name: string; more: Record<string, string>; expected: number }[] {
  const free = 300 - Object.keys(fields).length
  return [
    { name: 'nothing', more: {}, expected: 303 },
    { name: '300 entries in all', more: many(free), expected: 303 },
    { name: '301 entries in all', more: many(free + 1), expected: 400 },
    { name: '400 entries', more: many(400), expected: 400 },
    { name: 'a name of 100 characters', more: { ['n'.repeat(100)]: 'x' }, expected: 303 },
    { name: 'a name of 101 characters', more: { ['n'.repeat(101)]: 'x' }, expected: 400 },
    { name: 'an index of 100', more: { 'more[100]': 'x' }, expected: 303 },
    { name: 'an index of 101', more: { 'more[101]': 'x' }, expected: 400 },
    { name: 'an inner index of 101', more: { 'more[0].a[101].b': 'x' }, expected: 400 },
    { name: 'an index of 20 digits', more: { 'more[99999999999999999999]': 'x' }, expected: 400 },
  ]
}

const unreadable = ['{', 'null', '7', '[]', '{}', '"x"', '{"type":"insert"}', 'x'.repeat(5000)]

/** The exact limits of the public enquiry form, of the sign-up, and of both as multipart; and that malformed Conform fields have no effect. */
export async function contactFaults({ url }: RunningRiverbank): Promise<string[]> {
  const wrong = new Map<string, string[]>()
  const statuses: number[] = []
  async function expect(name: string, variant: string, body: Pick<Sent, 'headers' | 'body'>, expected: number) {
    const network = `192.168.${statuses.length >> 8}.${statuses.length & 255}`
    const headers = { 'X-Forwarded-For': network, 'Sec-Fetch-Site': 'same-origin', ...body.headers }
    const { status } = await send(url, { method: 'POST', path: '/contact', ...body, headers }, { patience: 60_000 })
    statuses.push(status)
    const fault = `/contact with ${name}: ${status}, not ${expected}`
    if (status !== expected) wrong.set(fault, [...(wrong.get(fault) ?? []), variant])
  }
  for (const [what, fields] of Object.entries({ enquiry, 'sign-up': signUp }))
    for (const [how, encode] of Object.entries({ words: form, multipart: inParts })) {
      const variant = `${what} as ${how}`
      for (const { name, more, expected } of additionsTo(fields))
        await expect(name, variant, encode({ ...fields, ...more }), expected)
      for (const order of unreadable)
        for (const field of ['__intent__', '__state__']) {
          const name = `${field} ${order.slice(0, 20)}`
          await expect(name, variant, encode({ ...fields, [field]: order }), 303)
          await expect(`${name} and no email`, variant, encode({ ...fields, email: '', [field]: order }), 400)
        }
    }
  const faults = [...wrong].map(([fault, variants]) => `${fault} (${variants.join(', ')})`)
  console.log(`/contact’s limits: ${statuses.length} requests (${tally(statuses)}), ${faults.length} faults`)
  return faults
}
