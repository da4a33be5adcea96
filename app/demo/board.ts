import type { Bit, Database, NewRow } from '~db/schema'

const member = (name: string, position: string, displayOrder: number, startDate: string, endDate?: string) => ({
  ...{ name, position, displayOrder, startDate, endDate },
  isCurrent: (endDate ? 0 : 1) as Bit,
})

const members: NewRow<'boardMembers'>[] = [
  {
    ...member('Gráinne Tuohy', 'Chairperson', 1, '2019-05-14'),
    bio: 'Gráinne ran adult education courses in Dublin for thirty years. She chairs our meetings and meets the student council twice a year.',
    email: 'chair@riverbank.example',
    linkedIn: 'https://linkedin.example/in/grainne-tuohy',
  },
  {
    ...member('Emeka Nwosu', 'Treasurer', 2, '2021-09-07'),
    bio: 'Emeka is an accountant. He looks after the budget and explains it to students and families in plain words each spring.',
    email: 'treasurer@riverbank.example',
  },
  {
    ...member('Máire Ní Dhonnchadha', 'Secretary', 3, '2018-02-20'),
    bio: 'Máire is a solicitor who works with people on their right to decide. She keeps our papers in order.',
    linkedIn: 'https://linkedin.example/in/maire-ni-dhonnchadha',
  },
  {
    ...member('Paul Hennessy', 'Director for students', 4, '2022-01-18'),
    bio: 'Paul has been coming to Riverbank since 2006. Students elected him to bring their questions to the board and the answers back.',
  },
  {
    ...member('Siobhán Kavanagh', 'Director for families', 5, '2020-10-06'),
    bio: 'Siobhán’s brother sings in the choir. She speaks for families, and is often at the door on open afternoons.',
  },
  {
    ...member('Tomasz Zieliński', 'Director', 6, '2024-03-12'),
    bio: 'Tomasz manages a garden centre that takes our students on work experience.',
  },
  {
    ...member('Father Donal Crean', 'Founding chairperson', 1, '1998-09-01', '2010-06-30'),
    bio: 'Donal found us our rooms in the parish centre in 1999 and chaired the board for its first twelve years.',
  },
  {
    ...member('Bernadette Foy', 'Chairperson', 2, '2008-02-05', '2019-05-14'),
    bio: 'Bernadette led the board through the move to five days a week.',
  },
  {
    ...member('Ravi Menon', 'Treasurer', 3, '2011-03-15', '2021-09-07'),
    bio: 'Ravi kept the books for ten years and raised the money for the computer room.',
  },
]

const plans: NewRow<'strategicPlans'>[] = [
  {
    title: 'Our own lives, our own city',
    description: 'Three goals for four years. Students, families and staff chose them together.',
    content: `We asked 112 people what should be better by 2028. These are the three things they said most often.

## 1. More real jobs

- Work experience for every student who wants it
- Twelve new employers within a bus ride of the centre
- Help in the first months of a paid job

## 2. A bigger say

- Two students on the board
- Every plan and policy in easy read

## 3. Evenings and weekends

Friends do not only meet from nine to five. We will open for two evenings and one Saturday a month.

### How we will know

<table><caption>What we count each year</caption><thead><tr><th scope="col">Goal</th><th scope="col">Now</th><th scope="col">By 2028</th></tr></thead><tbody><tr><th scope="row">Students in paid work</th><td>9</td><td>20</td></tr><tr><th scope="row">Students on the board</th><td>1</td><td>2</td></tr><tr><th scope="row">Evenings a month</th><td>0</td><td>2</td></tr></tbody></table>

Would you like to talk about it? [Write to the chairperson](mailto:chair@riverbank.example).`,
    documentUrl: 'https://riverbank.example/plans/2025-2028.pdf',
    startYear: 2025,
    endYear: 2028,
    isActive: 1,
  },
  {
    title: 'Open doors',
    description: 'How we came back together after 2020, in the centre and online.',
    content: `## What we set out to do

- Open all rooms again, safely
- Keep video classes for those who like them
- Take a name that students chose

## What we learned

All three were done by the summer of 2023. Video classes stayed: eleven students still use them each week.`,
    startYear: 2021,
    endYear: 2024,
    isActive: 0,
  },
  {
    title: 'A plan for each person',
    description: 'The years in which Person Centred Planning became how we work.',
    content: `By 2019 each student had a plan of their own, in words and pictures, and a tutor to go through it with.`,
    startYear: 2016,
    endYear: 2019,
    isActive: 0,
  },
]

export async function addDemoBoard(db: Database): Promise<void> {
  for (const member of members) await db.insertInto('boardMembers').values(member).execute()
  for (const plan of plans) await db.insertInto('strategicPlans').values(plan).execute()
}
