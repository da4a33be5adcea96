/** The parts of a student's portal that can be hidden: tabs, then parts of the first screen. The day and questions about photos never are. */
export const portalParts = ['timetable', 'calendar', 'notices', 'day', 'news', 'say', 'steps', 'files'] as const
export type PortalPart = (typeof portalParts)[number]

/** How many of them are tabs. */
export const TAB_PARTS = 3

/** What one press chooses, from least to most. */
export const portalPresets = ['today', 'few', 'everything'] as const
type PortalPreset = (typeof portalPresets)[number]

export const presetParts: Record<PortalPreset, readonly PortalPart[]> = {
  today: [],
  few: ['timetable', 'day', 'news', 'files'],
  everything: portalParts,
}

/** Whether each part shows. */
export type PartsShown = Record<PortalPart, boolean>

export const listShown = (shown: PartsShown): PortalPart[] => portalParts.filter((part) => shown[part])

export const toPartsShown = (parts: readonly PortalPart[]): PartsShown =>
  Object.fromEntries(portalParts.map((part) => [part, parts.includes(part)])) as PartsShown

/** The preset that shows exactly these parts, if any. */
export const findPreset = (shown: PartsShown): PortalPreset | undefined =>
  portalPresets.find((preset) => portalParts.every((part) => presetParts[preset].includes(part) === shown[part]))

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
