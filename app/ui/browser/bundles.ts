/** The public screens with interactive parts, each with its own code beside what all share. By their routes' ids. */
const PUBLIC = {
  contact: ['routes/site/contact'],
  'log-in': ['routes/site/portal', 'routes/site/login'],
  board: ['routes/site/board'],
  'set-up': ['routes/site/setup.$secret'],
  unsubscribe: ['routes/site/unsubscribe._index'],
} as const

/** The portal's screens for everyone; the others are tutors'. */
const EVERYONES = [
  '$',
  '_index',
  'calendar._index',
  'calendar.address',
  'files.$id._index',
  'notices._index',
  'notices.qqi.$id._index',
  'notices.qqi._index',
  'timetable.$id._index',
  'timetable._index',
  'timetable.week._index',
]

/** Everyone's screen with the only form of the portal that most students ever see: it comes without the other screens. */
const PASSWORD = 'password._index'

/** The portal's own bundles: its frame, everyone's screens, the screen of the password, and what only tutors get. */
const PORTAL = ['frame', 'portal', 'password', 'tutor'] as const
type PortalBundle = (typeof PORTAL)[number]

export type Bundle = keyof typeof PUBLIC | PortalBundle
export const bundleNames = [...Object.keys(PUBLIC), ...PORTAL] as Bundle[]

/** The bundle with a route's code; undefined for a route without interactive parts. */
export function bundleOf(id: string): Bundle | undefined {
  const [, portal] = /^routes\/dashboard\/(.+)$/.exec(id) ?? []
  if (portal === PASSWORD) return 'password'
  if (portal === 'layout') return 'frame'
  if (portal !== undefined) return EVERYONES.includes(portal) ? 'portal' : 'tutor'
  for (const [name, ids] of Object.entries(PUBLIC)) if ((ids as readonly string[]).includes(id)) return name as Bundle
  return undefined
}

/** What a page within a route group loads for its screen: the bundles that its visitor may have; none when its own is not among them. */
export function bundlesFor(ids: string[], role?: 'student' | 'tutor'): Bundle[] {
  const bundle = ids.map(bundleOf).at(-1)
  if (bundle === undefined) return []
  if (!(PORTAL as readonly Bundle[]).includes(bundle)) return [bundle]
  if (role === 'tutor') return ['frame', 'portal', 'tutor']
  return bundle === 'tutor' ? [] : [...new Set<Bundle>(['frame', bundle])]
}

/** A bundle's file, and all files that it imports, as addresses. */
export interface BundleFiles {
  file: string
  imports: string[]
}
