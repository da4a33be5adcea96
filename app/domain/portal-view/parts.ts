/** The parts of a student's portal that can be hidden: tabs, then parts of the first screen. The day and questions about photos never are. */
export const portalParts = ['timetable', 'calendar', 'notices', 'day', 'news', 'say', 'steps', 'files'] as const
export type PortalPart = (typeof portalParts)[number]

/** How many of them are tabs. */
export const TAB_PARTS = 3

/** What one press chooses, from least to most. */
export const portalPresets = ['today', 'few', 'everything'] as const
export type PortalPreset = (typeof portalPresets)[number]

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
