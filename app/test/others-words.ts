import { listTexts } from './reading'
import type { RunningRiverbank } from './running'

/** Texts that the specification fixes to the letter. */
export const fixedTexts = [
  'Day Service for Adults with Intellectual Disabilities',
  'Did you forget to add the page to the router?',
  'Secure access for students and tutors to learning materials and resources.',
  'For help with accessing the student portal, please contact your tutor or the office at 020 910 0100.',
  'Thank you for subscribing to our newsletter.',
  "You'll receive updates about Riverbank activities and achievements.",
  'Subscription successful!',
  'Stay Connected with Riverbank News',
  'Closed weekends and public holidays',
  'Make this file visible to all students in their portal',
  'Supported: Images (JPG, PNG, GIF), PDF, Word documents, Text files',
  'You can edit it and add attachments before sending.',
  'This person is a parent/guardian',
  'Create and manage resources for families',
  'Make this resource visible to families',
  'Link to full document (optional)',
  'This action cannot be undone.',
  'No shared files available yet. Tutors can upload files to share with all students.',
  'No personal files available yet.',
  'No timetables available yet.',
  'Your personal learning timetables will appear here once your tutor creates them.',
  'No newsletters created yet.',
  'No QQI certificate photos yet.',
  'Create your first resource for families to access.',
  'Please enter a valid email address',
]

export const properNames = [
  'Riverbank',
  'Dublin',
  'JavaScript',
  'City of Dublin Education and Training Board',
  'Citizens Information',
  'Data Protection Commission',
  'Decision Support Service',
  'Equal Status Acts',
  'Family Carers Ireland',
  'Google Authenticator, Microsoft Authenticator, Aegis',
  'Health Service Executive',
  'Inclusion Ireland',
  'Irish Human Rights and Equality Commission',
  'National Advocacy Service',
  'National Disability Authority',
  'Ombudsman',
  'Workplace Relations Commission',
]

const writtenColumns: Record<string, string[]> = {
  users: ['username', 'firstName', 'lastName'],
  enquiries: ['name', 'email', 'phone', 'message'],
  subscribers: ['email', 'name', 'studentName'],
  newsletters: ['title', 'content'],
  newsletterAttachments: ['title', 'description', 'fileName'],
  files: ['title', 'description', 'fileName'],
  boardMembers: ['name', 'position', 'bio', 'email'],
  strategicPlans: ['title', 'description', 'content'],
  resources: ['title', 'description', 'content'],
  events: ['title', 'description', 'time', 'location'],
  notices: ['title', 'text'],
  albums: ['title', 'text'],
  studentGroups: ['name'],
  guides: ['title'],
  guideSteps: ['sentence'],
}

function listWrittenTexts({ rows }: RunningRiverbank): string[] {
  const values = Object.entries(writtenColumns).flatMap(([table, columns]) =>
    rows(`select ${columns.join(', ')} from ${table}`).flatMap((row) => Object.values(row)),
  )
  return values.flatMap((value) => (value ? listTexts(String(value)) : []))
}

export function createOwnTextFilter(riverbank: RunningRiverbank): (text: string) => string {
  const others = [...new Set([...listWrittenTexts(riverbank), ...fixedTexts, ...properNames])]
    // A shorter one may also be one of our own words.
    .filter((words) => words.length > 4)
    .sort((a, b) => b.length - a.length)
    .map((words) => words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${others.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  const found = new Map<string, string>()
  return (text) => {
    const own = found.get(text) ?? text.replace(any, '')
    found.set(text, own)
    return own
  }
}
