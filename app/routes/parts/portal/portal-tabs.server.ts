import type { PortalPart } from '~/domain/portal-view/portal-view'
import { paths } from '~/paths'
import { PART_PARAMETER } from '~/routes/parts/addresses'
import type { Tab } from '~/ui/portal/tab-links'
import type { Role } from '~db/choices'

/** A tab of the portal. `alsoFor` are the beginnings of other addresses for which it is the open one. */
export type PortalTab = Tab & { alsoFor?: string[] }

const listStudentTabs = (shortName: string): (Tab & { part?: PortalPart })[] => [
  { to: paths.dashboard.index, label: 'My Files', symbol: 'files' },
  { to: paths.dashboard.timetable.list, label: `${shortName} Timetable`, symbol: 'timetable', part: 'timetable' },
  { to: paths.dashboard.calendar.index, label: 'Calendar', symbol: 'calendar', part: 'calendar' },
  { to: paths.dashboard.notices.list, label: 'Notices', symbol: 'notices', part: 'notices' },
]

const tutorTabs: Tab[] = [
  { to: paths.dashboard.newsletter.list, label: 'Newsletter', symbol: 'newsletter' },
  { to: paths.dashboard.resources.list, label: 'Resources', symbol: 'resources' },
  { to: paths.dashboard.board.list, label: 'Board', symbol: 'board' },
  { to: paths.dashboard.profile.index, label: 'Profile', symbol: 'profile' },
]

/** The tabs for everyone, then those for tutors only. Of a student who chose `parts`, those and More; none if only today shows. */
export function getPortalTabs(
  role: Role,
  { shortName }: { shortName: string },
  parts: readonly PortalPart[] | null = null,
): PortalTab[] {
  const all = listStudentTabs(shortName)
  const isShown = ({ part }: { part?: PortalPart }) => !part || !parts || parts.includes(part)
  const shown = all.filter(isShown).map(({ part: _, ...tab }) => tab)
  if (!parts) return role === 'tutor' ? [...shown, ...tutorTabs] : shown
  if (parts.length === 0) return []
  // Without files, the first tab has only the day.
  if (!parts.includes('files')) shown[0] = { to: paths.dashboard.index, label: 'Today', symbol: 'clock' }
  const hidden = all.filter((tab) => !isShown(tab)).map(({ to }) => to)
  const alsoFor = [...hidden, `${paths.dashboard.index}?${PART_PARAMETER}=`]
  return [...shown, { to: paths.dashboard.more.list, label: 'More', symbol: 'plus', alsoFor }]
}
