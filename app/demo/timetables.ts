import sharp from 'sharp'
import type { Account } from '~/domain/accounts/account'
import type { NewTimetable } from '~/domain/timetables/schema'
import { addTimetable } from '~/domain/timetables/timetables.server'
import type { Database } from '~db/schema'
import { pdf, photographOf } from './files'

/** Timetables of the autumn term, added by the same function as a tutor's. */
export async function addDemoTimetables(
  db: Database,
  uploads: string,
  { tutor, students: [first, second] }: { tutor: Account; students: [Account, Account] },
): Promise<void> {
  const timetables: (Omit<NewTimetable, 'file'> & { name: string; bytes: Buffer })[] = [
    {
      title: `${first.firstName}’s week`,
      description: 'Monday to Friday, from 9:30 to 16:00. On Wednesday you go to the café for work experience.',
      startDate: '2026-09-07',
      endDate: '2026-12-18',
      studentId: first.id,
      alt: null,
      name: 'My week.pdf',
      bytes: pdf('My week', [
        'Monday: Literacy, lunch, Art',
        'Tuesday: Kitchen, lunch, Music and choir',
        'Wednesday: Work experience in the café',
        'Thursday: Computer skills, lunch, Drama',
        'Friday: Money management, lunch, Social club',
      ]),
    },
    {
      title: `${second.firstName}’s week`,
      description: 'On Monday and Thursday you start with gardening. Bring your boots.',
      startDate: '2026-09-07',
      endDate: '2026-12-18',
      studentId: second.id,
      alt: null,
      name: 'My week.pdf',
      bytes: pdf('My week', [
        'Monday: Garden, lunch, Book club',
        'Tuesday: Numeracy, lunch, Music and choir',
        'Wednesday: Digital photography, lunch, Art',
        'Thursday: Garden, lunch, Life skills',
        'Friday: Self advocacy, lunch, Social club',
      ]),
    },
    {
      title: 'The week in pictures',
      description: 'For everyone. Monday is at the top left, Friday is at the bottom in the middle. Then the bus home.',
      startDate: '2026-09-01',
      endDate: '2026-12-18',
      studentId: null,
      alt: 'Six drawings. Monday: people paint at a big table. Tuesday: three people cook. Wednesday: the choir sings. Thursday: people work at computers. Friday: people plant and water in the garden. Last, people wait beside a bus.',
      name: 'The week in pictures.jpg',
      bytes: await weekInPictures(),
    },
  ]
  for (const { name, bytes, ...timetable } of timetables)
    await addTimetable(db, uploads, tutor, { ...timetable, file: new File([new Uint8Array(bytes)], name) })
}

/** Six of the site's drawings in the order of the week, as a tutor would print and photograph them. */
async function weekInPictures(): Promise<Buffer> {
  const drawings = ['art-table', 'kitchen', 'choir', 'computer-room', 'garden', 'bus']
  const [wide, high, gap] = [560, 420, 30]
  const tiles = await Promise.all(
    drawings.map(async (drawing, index) => ({
      input: await sharp(await photographOf(drawing))
        .resize(wide, high)
        .toBuffer(),
      left: gap + (index % 3) * (wide + gap),
      top: gap + Math.floor(index / 3) * (high + gap),
    })),
  )
  const ground = { width: 3 * (wide + gap) + gap, height: 2 * (high + gap) + gap, channels: 3, background: '#E3EFF0' }
  return sharp({ create: { ...ground, channels: 3 } })
    .composite(tiles)
    .jpeg({ quality: 88 })
    .toBuffer()
}
