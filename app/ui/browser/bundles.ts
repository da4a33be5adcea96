/** The public screens with interactive parts, each with its own code beside what all share. By their routes' ids. */
const PUBLIC = {
  contact: ['routes/site/contact'],
  'log-in': ['routes/site/portal', 'routes/site/login'],
  board: ['routes/site/board'],
  'set-up': ['routes/site/setup.$secret'],
  unsubscribe: ['routes/site/unsubscribe._index'],
} as const

/** The portal's screens for everyone; those that are not here are tutors'. */
const EVERYONES = {
  portal: [
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
  ],
  // The only forms of the portal that most students ever see: they come without the other screens.
  password: ['password._index', 'photos-of-you'],
} as const

/** Tutors' screens that come after others of theirs have begun, by how their names begin; the rest comes with each of them. */
const SECTIONS = {
  publishing: /^(newsletter|resources|board_?)\b/,
  website: /^profile\.website\b/,
  people: /^profile\.people\b/,
  profile: /^(profile|password\.second-step)\b/,
} as const

const namesOf = <Names extends object>(record: Names) => Object.keys(record) as (keyof Names & string)[]
const sections = namesOf(SECTIONS)

/** The portal's bundles that a student gets nothing of. */
export const tutorsBundles = ['tutor', ...sections] as const
/** Those for everyone: the frame around all screens, and screens. */
const everyonesBundles = ['frame', ...namesOf(EVERYONES)] as const
export const publicBundles = namesOf(PUBLIC)

export type Bundle = (typeof publicBundles | typeof everyonesBundles | typeof tutorsBundles)[number]
export const bundleNames: readonly Bundle[] = [...publicBundles, ...everyonesBundles, ...tutorsBundles]

const isAmong = (names: readonly Bundle[], bundle: Bundle) => names.includes(bundle)
export const isPublic = (bundle: Bundle): boolean => isAmong(publicBundles, bundle)

/**
 * The portal's screens that a browser loads again by itself (the header Refresh). They have no scripts: a script that goes from such a
 * screen to another doesn't end the wait, and the reload would take what is typed there.
 */
const RELOADED = /^profile\.backup\.progress$/

/** The bundle with a route's code; undefined for a route without interactive parts. */
export function bundleOf(id: string): Bundle | undefined {
  const [, portal] = /^routes\/dashboard\/(.+)$/.exec(id) ?? []
  if (portal !== undefined && RELOADED.test(portal)) return undefined
  const holds = (ids: readonly string[], one: string) => ids.includes(one)
  if (portal === undefined) return publicBundles.find((name) => holds(PUBLIC[name], id))
  if (portal === 'layout') return 'frame'
  return (
    namesOf(EVERYONES).find((name) => holds(EVERYONES[name], portal)) ??
    sections.find((section) => SECTIONS[section].test(portal)) ??
    'tutor'
  )
}

/** What a page within a route group loads for its screen: the bundles that its visitor may have; none when its own is not among them. */
export function bundlesFor(ids: string[], role?: 'student' | 'tutor'): Bundle[] {
  const bundle = ids.map(bundleOf).at(-1)
  if (bundle === undefined) return []
  if (isPublic(bundle)) return [bundle]
  if (role === 'tutor') return [...new Set<Bundle>(['frame', 'portal', 'tutor', bundle])]
  return isAmong(tutorsBundles, bundle) ? [] : [...new Set<Bundle>(['frame', bundle])]
}

/** What is fetched once a tutor's page has begun, so that a broken line keeps nobody from a screen (ui/README.md). */
export function bundlesAhead(shown: readonly Bundle[]): Bundle[] {
  return isAmong(shown, 'tutor') ? sections.filter((section) => !isAmong(shown, section)) : []
}

/** A bundle's file, and all files that it imports, as addresses. */
export interface BundleFiles {
  file: string
  imports: string[]
}
