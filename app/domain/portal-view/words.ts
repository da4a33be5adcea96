import type { PortalPart, PortalPreset } from './parts'

/** For the choice, in words for students. */
export const presetWords: Record<PortalPreset, { label: string; about: string }> = {
  today: { label: 'Today only', about: 'One page: now, next and Log Out.' },
  few: { label: 'A few things', about: 'Your day, timetable, new notices and files.' },
  everything: { label: 'Everything', about: 'All the tabs and all the parts.' },
}

export const partWords: Record<PortalPart, { label: string; about?: string }> = {
  timetable: { label: 'Timetable' },
  calendar: { label: 'Calendar' },
  notices: { label: 'Notices' },
  day: { label: 'The whole day', about: 'What is later, and the link to the week.' },
  news: { label: 'New notices' },
  say: { label: 'My say', about: 'A question to answer.' },
  steps: { label: 'Steps', about: 'How to do things.' },
  files: { label: 'My files' },
}
