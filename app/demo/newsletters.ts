import { randomBytes } from 'node:crypto'
import type { Tutor } from '~/domain/accounts/account'
import { addAttachment } from '~/domain/newsletters/attachments.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { publishNewsletter, sendNewsletter } from '~/domain/newsletters/send.server'
import type { Bit, Database } from '~db/schema'
import { renderPhoto } from './files'

const DAY = 24 * 3_600_000
const daysAgo = (days: number, more = 0) => new Date(Date.now() - days * DAY + more).toISOString()

const subscribers: { name: string | null; email: string; student?: string; active?: Bit }[] = [
  { name: 'Grace Okafor', email: 'grace.okafor@example.com', student: 'Daniel Okafor' },
  { name: 'Martin Walsh', email: 'martin.walsh@example.com', student: 'Niamh Walsh' },
  { name: 'Eileen Walsh', email: 'eileen.walsh@example.com', student: 'Niamh Walsh' },
  { name: 'Noel Hennessy', email: 'noel.hennessy@example.com', student: 'Paul Hennessy' },
  { name: 'Siobhán Kavanagh', email: 'siobhan.kavanagh@example.com', student: 'Fionn Kavanagh' },
  { name: 'Agnieszka Nowak', email: 'agnieszka.nowak@example.com', student: 'Ola Nowak' },
  { name: 'Brendan Daly', email: 'brendan.daly@example.com' },
  { name: 'Café on the Quay', email: 'hello@quay-cafe.example.com' },
  { name: 'Phibsborough Library', email: 'library@phibsborough.example.com' },
  { name: 'Ita Moran', email: 'ita.moran@example.com' },
  { name: null, email: 'neighbour@example.com' },
  { name: 'Kevin Roche', email: 'kevin.roche@example.com', active: 0 },
]

const autumn = {
  title: 'Autumn at Riverbank',
  content: `Dear families and friends,

It has been a busy autumn. Here is what we did, and what is coming up.

## The choir at Culture Night
Fourteen of us sang at the library. The hall was full, and people asked for one more song. Niamh and Daniel sang the last verse on their own.

## From the kitchen
We learned to make soup and brown bread. You will find the recipe in My Files. Please let us know how it tastes at home.

## Well done
Nine students finished a QQI class in Money Management. They got their certificates on 13 November, and many of you were there. Thank you for coming.

## Art
The art class painted the river. Here they are at work. The pictures hang in the hall until Christmas.

[picture 1]

## Dates for your diary
- **Thursday 26 November:** trip to the National Museum. Please bring a packed lunch and a warm coat.
- **Saturday 12 December, 14:00 to 17:00:** Christmas open afternoon. Everyone is welcome.

Thank you for your help and your kind words.

Warm wishes from all of us at Riverbank`,
}

const christmas = {
  title: 'Christmas at Riverbank',
  content: `Dear families and friends,

Christmas is coming, and we would love to see you.

## Open afternoon
Hear the choir, look at the new art and have tea with us.
Saturday 12 December, 14:00 to 17:00, in the main hall.

## Holidays
Our last day is Friday 18 December. We finish at 13:00.
We are back on Monday 4 January.

STILL TO WRITE: a poem from the book club.

Happy Christmas from all of us`,
}

export async function addDemoNewsletters(db: Database, uploads: string, tutor: Tutor): Promise<void> {
  await addSubscribers(db, tutor)
  await addSentNewsletter(db, uploads, tutor)
  const draft = await addNewsletter(db, tutor, christmas)
  await attachPicture(db, uploads, tutor, draft.id, {
    drawing: 'choir',
    title: 'The choir at practice',
    description: null,
    alt: 'Seven people sing together from songbooks. One of them uses a wheelchair.',
  })
  await db
    .updateTable('newsletters')
    .set({ createdAt: daysAgo(1) })
    .where('id', '=', draft.id)
    .execute()
}

async function addSubscribers(db: Database, tutor: Tutor) {
  const rows = subscribers.map(({ name, email, student, active = 1 }, index) => ({
    email,
    name,
    isGuardian: (student ? 1 : 0) as Bit,
    studentName: student ?? null,
    active,
    createdAt: daysAgo(200 - index * 12),
    token: randomBytes(16).toString('hex'),
    unsubscribedAt: active ? null : daysAgo(30),
    // For the others, no consent was recorded.
    agreedOn: student ? ('tutor' as const) : null,
    agreedFrom: student ? 'form' : null,
    agreedAt: student ? daysAgo(200 - index * 12) : null,
    vouchedFor: student ? 'They ticked it on our welcome form.' : null,
    vouchedById: student ? tutor.id : null,
  }))
  await db.insertInto('subscribers').values(rows).execute()
}

async function addSentNewsletter(db: Database, uploads: string, tutor: Tutor) {
  const { id } = await addNewsletter(db, tutor, autumn)
  const painting = {
    title: 'The river in autumn',
    description: 'Painted by the art class',
    alt: 'Two people paint at a long table. A third one shows the picture that she has painted.',
  }
  await attachPicture(db, uploads, tutor, id, { drawing: 'art-table', ...painting })
  await sendNewsletter(db, tutor, id, { audience: 'all', holdSeconds: 60 })
  await publishNewsletter(db, tutor, id, true)
  const moments = { createdAt: daysAgo(8), sentAt: daysAgo(6), goesOutAt: daysAgo(6, 60_000), publishedAt: daysAgo(6) }
  await db.updateTable('newsletters').set(moments).where('id', '=', id).execute()
  const { sentAt: createdAt, goesOutAt: dueAt } = moments
  const delivered = { state: 'sent', attempts: 1, createdAt, dueAt, settledAt: daysAgo(6, 120_000) } as const
  await db.updateTable('deliveries').set(delivered).where('newsletterId', '=', id).execute()
}

async function attachPicture(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  { drawing, ...fields }: { drawing: string; title: string; description: string | null; alt: string },
) {
  const bytes = new Uint8Array(await renderPhoto(drawing))
  await addAttachment(db, uploads, tutor, id, { ...fields, file: new File([bytes], `${drawing}.jpg`) })
}
