import type { ActivitySymbolName } from '~/content/activity-symbols'
import type { Account, Tutor } from '~/domain/accounts/account'
import { renderDrawing } from '~/domain/files/picture.server'
import type { NewTimetable } from '~/domain/timetables/schema'
import { addTimetable } from '~/domain/timetables/timetables.server'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession } from '~/domain/week/week.server'
import type { Weekday } from '~db/choices'
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

interface SessionDetails {
  activity: string
  symbol: ActivitySymbolName
  place: string
  withWhom?: string
}
const sessionDetails = (
  activity: string,
  symbol: ActivitySymbolName,
  place: string,
  withWhom = 'Aoife',
): SessionDetails => ({
  activity,
  symbol,
  place,
  withWhom,
})

const art = sessionDetails('Art', 'art', 'Art room')
const kitchen = sessionDetails('Kitchen', 'cooking', 'Kitchen', 'Bernie')
const choir = sessionDetails('Music & Choir', 'music-choir', 'Main hall', 'Colm')
const computers = sessionDetails('Computer Skills', 'computer-skills', 'Computer room')
const garden = sessionDetails('Garden', 'garden', 'The garden', 'Colm')

/** Morning and afternoon of each day, as in the timetables' files and the week in pictures. */
const weeks: Record<'daniel' | 'niamh', [Weekday, SessionDetails, SessionDetails][]> = {
  daniel: [
    ['Monday', sessionDetails('Literacy', 'literacy-numeracy', 'Room 2'), art],
    ['Tuesday', kitchen, sessionDetails('Digital Photography', 'digital-photography', 'The park')],
    ['Wednesday', sessionDetails('Work Experience', 'work-experience', 'The café', 'Bernie'), choir],
    ['Thursday', computers, sessionDetails('Drama', 'drama', 'Main hall', 'Colm')],
    ['Friday', garden, sessionDetails('Social Club', 'social-club', 'Room 1', 'Bernie')],
  ],
  niamh: [
    ['Monday', sessionDetails('Book Club', 'book-club', 'Room 1', 'Bernie'), art],
    ['Tuesday', kitchen, sessionDetails('Numeracy', 'money-management', 'Room 2')],
    ['Wednesday', sessionDetails('Digital Photography', 'digital-photography', 'The park'), choir],
    ['Thursday', computers, sessionDetails('Life Skills', 'life-skills', 'Kitchen', 'Bernie')],
    ['Friday', garden, sessionDetails('Self Advocacy', 'self-advocacy', 'Room 2')],
  ],
}

const everyDay = [
  { from: '12:30', to: '13:15', activity: 'Lunch', symbol: 'lunch', place: 'Dining room' },
  { from: '15:45', to: '16:00', activity: 'Bus home', symbol: 'bus', place: 'Front door' },
]

/** Adds both students' sessions and those for everybody, by the same function as a tutor's form. */
export async function addDemoWeek(
  db: Database,
  { tutor, students: [daniel, niamh] }: { tutor: Tutor; students: [Account, Account] },
): Promise<void> {
  const add = (session: object) => addWeekSession(db, tutor, newWeekSession.parse(session))
  for (const [index, [weekday, morning, afternoon]] of weeks.daniel.entries()) {
    const [, otherMorning, otherAfternoon] = weeks.niamh[index]!
    for (const [hours, mine, theirs] of [
      [{ from: '9:30', to: '12:30' }, morning, otherMorning],
      [{ from: '13:15', to: '15:45' }, afternoon, otherAfternoon],
    ] as const) {
      const both = mine === theirs
      await add({ weekday, ...hours, ...mine, studentIds: both ? [daniel.id, niamh.id] : [daniel.id] })
      if (!both) await add({ weekday, ...hours, ...theirs, studentIds: [niamh.id] })
    }
    for (const session of everyDay) await add({ weekday, ...session })
  }
}
