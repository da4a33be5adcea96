/** What the lines of the activity log are about: for people, and the nouns of the lines. */
export const subjects = {
  documents: { label: 'Documents', nouns: ['document'] },
  timetables: { label: 'Timetables', nouns: ['timetable'] },
  calendar: { label: 'The calendar', nouns: ['event', 'term'] },
  notices: { label: 'Notices', nouns: ['notice'] },
  photos: { label: 'Photos', nouns: ['photo'] },
  newsletters: { label: 'Newsletters', nouns: ['newsletter', 'newsletter attachment', 'sending'] },
  subscribers: { label: 'Subscribers', nouns: ['subscriber', 'subscribers'] },
  enquiries: { label: 'Enquiries', nouns: ['enquiry'] },
  resources: { label: 'Resources', nouns: ['resource'] },
  board: { label: 'The board and its plans', nouns: ['board member', 'strategic plan'] },
  website: { label: 'The website', nouns: ['page', 'centre'] },
  people: { label: 'People', nouns: ['account'] },
} as const

export type Subject = keyof typeof subjects
export type Noun = (typeof subjects)[Subject]['nouns'][number]

export const subjectNames = Object.keys(subjects) as [Subject, ...Subject[]]
export const nounsOf = (subject: Subject): readonly Noun[] => subjects[subject].nouns
