import type { Account, Tutor } from '~/domain/accounts/account'
import { renderDrawing } from '~/domain/files/picture.server'
import type { NewTimetable } from '~/domain/timetables/schema'
import { addTimetable } from '~/domain/timetables/timetables.server'
import type { Database } from '~db/schema'
import { createDemoPdf, readDrawing } from './files'

/** Adds timetables of the autumn term, by the same function as uploads. */
export async function addDemoTimetables(
  db: Database,
  uploads: string,
  { tutor, students: [first, second] }: { tutor: Tutor; students: [Account, Account] },
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
      bytes: createDemoPdf('My week', [
        'Monday: Literacy, lunch, Art',
        'Tuesday: Kitchen, lunch, Digital photography',
        'Wednesday: Work experience in the café, lunch, Music and choir',
        'Thursday: Computer skills, lunch, Drama',
        'Friday: Garden, lunch, Social club',
      ]),
    },
    {
      title: `${second.firstName}’s week`,
      description: 'On Friday you start in the garden. Bring your boots.',
      startDate: '2026-09-07',
      endDate: '2026-12-18',
      studentId: second.id,
      alt: null,
      name: 'My week.pdf',
      bytes: createDemoPdf('My week', [
        'Monday: Book club, lunch, Art',
        'Tuesday: Kitchen, lunch, Numeracy',
        'Wednesday: Digital photography, lunch, Music and choir',
        'Thursday: Computer skills, lunch, Life skills',
        'Friday: Garden, lunch, Self advocacy',
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
      bytes: await renderPictureWeek(),
    },
  ]
  for (const { name, bytes, ...timetable } of timetables)
    await addTimetable(db, uploads, tutor, { ...timetable, file: new File([new Uint8Array(bytes)], name) })
}

async function renderPictureWeek(): Promise<Buffer> {
  const [wide, high, gap] = [560, 420, 30]
  const names = ['art-table', 'kitchen', 'choir', 'computer-room', 'garden', 'bus']
  const tiles = await Promise.all(
    names.map(async (name, index) => {
      const place = `x="${gap + (index % 3) * (wide + gap)}" y="${gap + Math.floor(index / 3) * (high + gap)}"`
      const svg = (await readDrawing(name)).toString('base64')
      return `<image ${place} width="${wide}" height="${high}" preserveAspectRatio="xMidYMid slice" href="data:image/svg+xml;base64,${svg}"/>`
    }),
  )
  const size = `width="${3 * (wide + gap) + gap}" height="${2 * (high + gap) + gap}"`
  const ground = '<rect width="100%" height="100%" fill="#E3EFF0"/>'
  return renderDrawing(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${tiles.join('')}</svg>`))
}
