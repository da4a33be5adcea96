import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account, Tutor } from '~/domain/accounts/account'
import { addFile } from '~/domain/files/files.server'
import { renderDrawing } from '~/domain/files/picture.server'
import { addPhoto } from '~/domain/notices/photos.server'
import type { Database } from '~db/schema'

interface DemoFile {
  title: string
  description: string
  fileName: string
  /** Its student, 'all' or 'tutors'. */
  to: Account | 'all' | 'tutors'
  daysAgo: number
  /** A PDF has lines of text; a picture names one of our drawings. */
  page?: string[]
  drawing?: string
  alt?: string
}

/** Adds a term's documents and pictures, by the same function as uploads. */
export async function addDemoFiles(
  db: Database,
  uploads: string,
  { tutor, students: [first, second] }: { tutor: Tutor; students: [Account, Account] },
): Promise<void> {
  for (const { to, daysAgo, ...file } of listDemoFiles(first, second)) {
    const bytes = file.drawing ? await renderPhoto(file.drawing) : createDemoPdf(file.title, file.page ?? [])
    const { id } = await addFile(db, uploads, tutor, {
      title: file.title,
      description: file.description,
      alt: file.alt ?? null,
      isShared: to === 'all',
      studentId: typeof to === 'object' ? to.id : null,
      file: new File([new Uint8Array(bytes)], file.fileName),
    })
    const uploadedAt = new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString()
    await db.updateTable('files').set({ uploadedAt }).where('id', '=', id).execute()
  }
}

const listDemoFiles = (first: Account, second: Account): DemoFile[] => [
  {
    title: `${first.firstName}’s learning plan`,
    description: 'What we agreed in September: cooking, money, and the bus to town.',
    fileName: 'Learning plan.pdf',
    to: first,
    daysAgo: 40,
    page: [
      '1. Cook one new meal every month.',
      '2. Pay for lunch and count the change.',
      '3. Take the bus to town with a friend.',
    ],
  },
  {
    title: 'My painting of the river',
    description: 'Painted in the art class. It will hang in the hall until Christmas.',
    fileName: 'river-painting.jpg',
    to: first,
    daysAgo: 6,
    drawing: 'art-table',
    alt: 'Two people paint at a big table. A woman stands and paints. She paints hills and a yellow sun.',
  },
  {
    title: 'Soup and brown bread',
    description: 'The recipe from Tuesday’s kitchen group, one step on each line.',
    fileName: 'Soup and brown bread.pdf',
    to: first,
    daysAgo: 13,
    page: [
      'Wash your hands.',
      'Chop two carrots and one onion.',
      'Cook them slowly in a little butter.',
      'Add the stock. Wait for twenty minutes.',
    ],
  },
  {
    title: 'In the garden',
    description: 'You planted the beans in May. Look at them now.',
    fileName: 'garden.jpg',
    to: second,
    daysAgo: 9,
    drawing: 'garden',
    alt: 'Three people in the garden on a sunny day. One uses a wheelchair and tends young plants, one waters, and one picks red and yellow fruit.',
  },
  {
    title: 'Choir words for the Christmas concert',
    description: 'All five songs, in large print.',
    fileName: 'Choir words.pdf',
    to: 'all',
    daysAgo: 3,
    page: [
      'The Holly and the Ivy',
      'Silent Night',
      'The Wexford Carol',
      'Jingle Bells',
      'Dublin in the Rare Old Times',
    ],
  },
  {
    title: 'Staying safe online',
    description: 'Our five rules. Keep them near your computer.',
    fileName: 'Staying safe online.pdf',
    to: 'all',
    daysAgo: 24,
    page: [
      'Keep your password to yourself.',
      'Ask before you share a photo.',
      'Not everyone is who they say they are.',
      'You can always stop.',
      'Tell someone you trust.',
    ],
  },
  {
    title: 'The bus to Howth',
    description: 'Where we meet, what to bring and when we will be home.',
    fileName: 'The bus to Howth.pdf',
    to: 'all',
    daysAgo: 17,
    page: ['We meet at the centre at 9:45.', 'Bring a coat, your lunch and your travel pass.', 'We are back at 16:00.'],
  },
  {
    title: 'Notes for the November team meeting',
    description: 'Who leads which group, and cover for the week of the concert.',
    fileName: 'Team meeting November.pdf',
    to: 'tutors',
    daysAgo: 2,
    page: ['Groups and rooms', 'Cover for concert week', 'New travel passes'],
  },
]

/** Reads one of our drawings (SVG): from build/client in production, from public in development. */
export async function readDrawing(name: string): Promise<Buffer> {
  const folder = ['build/client', 'public'].find((place) => existsSync(join(place, 'pictures')))!
  return readFile(join(folder, 'pictures', `${name}.svg`))
}

/** One of our drawings as a camera would store it. */
export async function renderPhoto(name: string): Promise<Buffer> {
  return renderDrawing(await readDrawing(name), 144)
}

/** A PDF of one A4 page in large print: a heading and some lines. */
export function createDemoPdf(heading: string, lines: string[]): Buffer {
  const text = (line: string) => line.replace(/’/g, "'").replace(/[\\()]/g, '\\$&')
  const page = [
    `BT /F1 24 Tf 56 760 Td (${text(heading)}) Tj`,
    ...lines.map((line, index) => `/F1 16 Tf 0 ${index === 0 ? -52 : -32} Td (${text(line)}) Tj`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-IE) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let whole = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = whole.length
    whole += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${whole}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${whole.length}\n%%EOF\n`,
    'latin1',
  )
}

const photos = {
  'the whole class':
    'Five students in a row between red curtains, each with a certificate in both hands. The one in the middle uses a wheelchair.',
  'on the stage':
    'Two people on the stage beside a lectern. A student in yellow holds a certificate, and a person with long grey hair and glasses stands next to the student.',
  'two friends': 'Two friends side by side, smiling, each with a certificate. Three balloons float above them.',
  'tea and cake':
    'Three people smile behind a table. On it are a cake with three candles, two cups and two certificates.',
}

/** Adds four drawn photos of the certificates' presentation, by the same function as uploads. */
export async function addDemoPhotos(db: Database, uploads: string, tutor: Tutor): Promise<void> {
  for (const [name, alt] of Object.entries(photos)) {
    const bytes = await renderDrawing(await readDrawing(`demonstration/${name.replaceAll(' ', '-')}`))
    const { id } = await addPhoto(db, uploads, tutor, { file: new File([new Uint8Array(bytes)], `${name}.jpg`), alt })
    const uploadedAt = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString()
    await db.updateTable('files').set({ uploadedAt }).where('id', '=', id).execute()
  }
}
